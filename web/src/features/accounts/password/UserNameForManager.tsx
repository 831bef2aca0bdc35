import { VisuallyHidden } from "@mantine/core";

/** Tells a password manager whose password is being typed; people read the name elsewhere on the page. */
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
