import { motion } from "@/theme/constants";
import classes from "./ripple.module.css";

const rippled = ".mantine-Button-root, .mantine-ActionIcon-root";

function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** One ring from where the button was touched, gone when it has faded. */
function ripple(button: HTMLElement, x: number, y: number): void {
  const box = button.getBoundingClientRect();
  const size = 2 * Math.max(box.width, box.height);
  const ring = document.createElement("span");
  ring.className = classes.ring ?? "";
  ring.setAttribute("aria-hidden", "true");
  ring.style.width = `${size}px`;
  ring.style.height = `${size}px`;
  ring.style.left = `${x - box.left - size / 2}px`;
  ring.style.top = `${y - box.top - size / 2}px`;
  ring.style.animationDuration = `${motion.rippleMs}ms`;
  button.append(ring);
  setTimeout(() => ring.remove(), motion.rippleMs);
}

/** Adds the ripple to every button of the document; none with reduced motion. */
export function watchRipples(document: Document): () => void {
  const onDown = (event: PointerEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(rippled) : null;
    if (!button || button.hasAttribute("data-disabled") || button.hasAttribute("disabled") || still()) return;
    ripple(button, event.clientX, event.clientY);
  };
  document.addEventListener("pointerdown", onDown);
  return () => document.removeEventListener("pointerdown", onDown);
}
