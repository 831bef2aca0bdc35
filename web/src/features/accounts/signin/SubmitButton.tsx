import { Button, Loader } from "@mantine/core";

interface Props {
  busy: boolean;
  /** The current activity in words: "Signing in". */
  busyWords: string;
  disabled?: boolean;
  /** Id of the words that say why it is disabled. */
  describedBy?: string;
  children: string;
}

/** The one primary action of a door. It stays where it is, and keeps the focus, while it works. */
export function SubmitButton({ busy, busyWords, disabled, describedBy, children }: Props) {
  return (
    <Button
      type="submit"
      fullWidth
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-describedby={describedBy}
      leftSection={busy && <Loader size={14} color="currentColor" aria-hidden="true" />}
    >
      <span aria-live="polite">{busy ? busyWords : children}</span>
    </Button>
  );
}
