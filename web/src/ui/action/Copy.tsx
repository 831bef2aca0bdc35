import { VisuallyHidden } from "@mantine/core";
import { TextButton } from "./TextButton";
import { useCopy } from "./useCopy";

interface Props {
  value: string;
  /** What is copied, for users who cannot see the button's place. */
  what: string;
  label?: string;
}

/** Copies the text next to it. */
export function Copy({ value, what, label = "Copy" }: Props) {
  const { words, copy } = useCopy(value, label);
  return (
    <TextButton onClick={copy}>
      <span aria-live="polite">{words}</span>
      <VisuallyHidden> {what}</VisuallyHidden>
    </TextButton>
  );
}
