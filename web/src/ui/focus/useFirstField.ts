import { type RefCallback, useEffect, useRef } from "react";

/**
 * For fields in a popover that render after it opens, such as lazy code or values: the popover took
 * the focus without a field to pass it to, and typed text would be lost.
 */
export function useFirstField(): RefCallback<HTMLElement> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const popover = box.current?.closest("[role=dialog]");
    if (popover && popover === document.activeElement) box.current?.querySelector("input")?.focus();
  });
  return (element) => {
    box.current = element;
  };
}
