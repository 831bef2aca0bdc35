import classes from "./auth.module.css";

/** Tells a password manager whose password is being typed; people read the name elsewhere on the page. */
export function UserNameForManager({ userName }: { userName: string }) {
  return (
    <input
      className={classes.hidden}
      type="text"
      name="username"
      autoComplete="username"
      value={userName}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
