import classes from "./Logo.module.css";

/** The product's sign; decoration beside its name. */
export function Logo() {
  return (
    <svg className={classes.logo} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle className={classes.large} cx="10" cy="16" r="7" />
      <circle className={classes.upper} cx="22" cy="10.5" r="5" />
      <circle className={classes.lower} cx="22" cy="22.5" r="4" />
    </svg>
  );
}
