import { Button, type ButtonProps, Tooltip } from "@mantine/core";

interface Props extends ButtonProps {
  /** The server's permission for this action; absent: it is hidden from the user. */
  action: { allowed: boolean; reason?: string } | undefined;
  onClick: () => void;
}

/** A button of an action that the server allows, refuses with a reason, or hides. It stays reachable, so that the reason is. */
export function GuardedButton({ action, onClick, children, ...button }: Props) {
  if (!action) return null;
  if (action.allowed) {
    return (
      <Button {...button} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip
      label={action.reason ?? "Not possible now"}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button {...button} data-disabled aria-disabled="true" onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
