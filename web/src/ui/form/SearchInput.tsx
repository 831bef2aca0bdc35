import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

interface Props extends Pick<TextInputProps, "className" | "autoCapitalize" | "spellCheck"> {
  /** What is searched. */
  label: string;
  /** The current search, e.g. from the address. */
  value: string;
  /** Called a moment after typing, without surrounding spaces; undefined for an empty text. */
  onChange: (value: string | undefined) => void;
  /** ms after the last key. */
  delay?: number;
}

/**
 * A search box whose value lives elsewhere, mostly in the address. The box keeps the typed text
 * exactly, including trailing spaces; only a value that it did not send itself, such as after going
 * back or clearing the filters, replaces it.
 */
export function SearchInput({ label, value, onChange, delay = 300, ...box }: Props) {
  const [typed, setTyped] = useState(value);
  // Sent values without an answer, oldest first: an answer to an earlier one must not reset a later
  // one.
  const awaited = useRef<string[]>([]);
  const known = useRef(value);
  const send = useDebouncedCallback((text: string, page: string) => {
    // A user who followed a link meanwhile is not called back.
    if (location.pathname !== page) return;
    const wanted = text.trim();
    if (wanted === (awaited.current.at(-1) ?? known.current)) return;
    awaited.current.push(wanted);
    onChange(wanted || undefined);
  }, delay);

  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    const at = awaited.current.indexOf(value);
    awaited.current = at < 0 ? [] : awaited.current.slice(at + 1);
    if (at >= 0) return;
    send.cancel();
    setTyped(value);
  }, [value, send]);

  return (
    <TextInput
      {...box}
      placeholder={label}
      type="search"
      aria-label={label}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value, location.pathname);
      }}
    />
  );
}
