import { VisuallyHidden } from "@mantine/core";
import { TextButton } from "./TextButton";
import { useCopy } from "./useCopy";

interface Props {
  value: string;
  /** What is copied, for those who do not see where the button stands. */
  what: string;
  label?: string;
}

/** Copies a text beside which it stands. */
export function Copy({ value, what, label = "Copy" }: Props) {
  const { words, copy } = useCopy(value, label);
  return (
    <TextButton onClick={copy}>
      <span aria-live="polite">{words}</span>
      <VisuallyHidden> {what}</VisuallyHidden>
    </TextButton>
  );
}
