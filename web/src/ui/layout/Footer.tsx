import classes from "./Frame.module.css";

/** Product, version and licence, in one quiet line. */
export function Footer({ version }: { version?: string }) {
  return (
    <footer className={classes.footer} data-version={version}>
      Cohortium{version ? ` ${version}` : ""} · free software under the Apache License 2.0
    </footer>
  );
}
