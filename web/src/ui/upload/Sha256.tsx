import classes from "./upload.module.css";

interface Sha256Props {
  value: string;
  /** The server counted the same. */
  confirmed?: boolean;
}

/** The checksum of a file, to compare with that of a local copy. */
export function Sha256({ value, confirmed = false }: Sha256Props) {
  return (
    <span className={classes.hash}>
      SHA-256 <code>{value}</code>
      {confirmed && " (the server has the same)"}
    </span>
  );
}
