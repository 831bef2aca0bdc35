import { type RefCallback, useEffect, useRef } from "react";

/**
 * For what stands in a popover and comes later than it, as code or values do: the popover has taken the keyboard meanwhile, with
 * no field to hand it to, and what is typed would be lost.
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
