import { VisuallyHidden } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { TextButton } from "./TextButton";

interface Props {
  value: string;
  /** What is copied, for those who do not see where the button stands. */
  what: string;
  label?: string;
}

/** Copies a text; says for a moment that it did, or that the browser does not let it, as without TLS. */
export function Copy({ value, what, label = "Copy" }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  const words = error ? "Not copied: select it and press Ctrl+C" : copied ? "Copied" : label;
  return (
    <TextButton onClick={() => copy(value)}>
      <span aria-live="polite">{words}</span>
      <VisuallyHidden> {what}</VisuallyHidden>
    </TextButton>
  );
}
