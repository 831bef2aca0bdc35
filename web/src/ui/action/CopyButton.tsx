import { Button, type ButtonProps, VisuallyHidden } from "@mantine/core";
import { useCopy } from "./useCopy";

interface Props extends ButtonProps {
  value: string;
  label?: string;
  /** What is copied, if the label alone does not name it. */
  what?: string;
  title?: string;
}

/** Copies a text, as one of the actions of a page or a card. */
export function CopyButton({ value, label = "Copy", what, ...button }: Props) {
  const { words, copy } = useCopy(value, label);
  return (
    <Button variant="default" {...button} onClick={copy}>
      <span aria-live="polite">{words}</span>
      {what && <VisuallyHidden component="span"> {what}</VisuallyHidden>}
    </Button>
  );
}
