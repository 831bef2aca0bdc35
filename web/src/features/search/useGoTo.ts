import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { anotherDialog } from "@/ui/dialog/anotherDialog";
import { singleKeys } from "@/ui/focus/shortcuts";
import { places } from "./keys";

const withinMs = 1500;

/** Whether keys belong to a field. */
function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** `g` and then a letter leads to a page. */
export function useGoTo(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let since = 0;
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      if (!singleKeys.on() || anotherDialog()) return;
      const place = Date.now() - since < withinMs && places.find(({ letter }) => letter === event.key);
      since = event.key === "g" ? Date.now() : 0;
      if (place) {
        event.preventDefault();
        event.stopImmediatePropagation();
        void navigate({ to: place.to });
      }
    }
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [navigate]);
}
