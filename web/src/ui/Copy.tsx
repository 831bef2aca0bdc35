import { CopyButton, VisuallyHidden } from "@mantine/core";
import { TextButton } from "./TextButton";

interface Props {
  value: string;
  /** What is copied, for those who do not see where the button stands. */
  what: string;
  label?: string;
}

/** Copies a text; says for a moment that it did. */
export function Copy({ value, what, label = "Copy" }: Props) {
  return (
    <CopyButton value={value} timeout={3000}>
      {({ copied, copy }) => (
        <TextButton onClick={copy}>
          <span aria-live="polite">{copied ? "Copied" : label}</span>
          <VisuallyHidden> {what}</VisuallyHidden>
        </TextButton>
      )}
    </CopyButton>
  );
}
