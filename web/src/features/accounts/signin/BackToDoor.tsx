import { Link } from "@tanstack/react-router";
import classes from "./auth.module.css";

/** Pages at which one signs in. */
export type Door = "/login" | "/hermes/login" | "/sgc/login";

/** The link back to sign-in, below its alternatives. */
export function BackToDoor({ door = "/login" }: { door?: Door }) {
  return (
    <div className={classes.links}>
      <div>
        <Link to={door}>Back to signing in</Link>
      </div>
    </div>
  );
}
