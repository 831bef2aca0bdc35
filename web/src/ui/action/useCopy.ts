import { useClipboard } from "@mantine/hooks";

/**
 * Copies a text; the label reports for a moment that it did, or that the browser does not allow it,
 * as without TLS.
 */
export function useCopy(value: string, label: string): { words: string; copy: () => void } {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  const words = error ? "Not copied: select it and press Ctrl+C" : copied ? "Copied" : label;
  return { words, copy: () => copy(value) };
}
