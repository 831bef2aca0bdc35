import { Copy } from "./action/Copy";
import classes from "./CodeLines.module.css";

interface Props {
  /** What it is, before the first line: "$", "curl". */
  sign?: string;
  code: string;
  /** What is copied, for users who cannot see the button's place. */
  what: string;
}

/** Lines to use elsewhere, with a way to copy them. */
export function CodeLines({ sign, code, what }: Props) {
  return (
    <div className={classes.box}>
      {sign && (
        <span className={classes.sign} aria-hidden="true">
          {sign}
        </span>
      )}
      <code className={classes.code}>{code}</code>
      <Copy value={code} what={what} />
    </div>
  );
}
