import { VisuallyHidden } from "@mantine/core";

/** Passes the user name to password managers; users read it elsewhere on the page. */
export function UserNameForManager({ userName }: { userName: string }) {
  return (
    <VisuallyHidden>
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={userName}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
    </VisuallyHidden>
  );
}
