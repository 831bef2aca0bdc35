import { type ReactNode, useCallback, useState } from "react";
import { motion } from "@/theme/constants";
import classes from "./Reveal.module.css";

function isStill(): boolean {
  return typeof IntersectionObserver === "undefined" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether enough of it is in view: of itself, or of a window that it fills. */
export function isInView(part: number, height: number, windowHeight: number): boolean {
  return part >= motion.revealThreshold || height >= motion.revealThreshold * windowHeight;
}

/** Content that slides in when scrolled into view; immediately with reduced motion. */
export function Reveal({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(isStill);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element || isStill()) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry || !isInView(entry.intersectionRatio, entry.intersectionRect.height, window.innerHeight)) return;
        setShown(true);
        observer.disconnect();
      },
      { threshold: [0, motion.revealThreshold / 2, motion.revealThreshold] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={watch} className={shown ? classes.shown : classes.waiting}>
      {children}
    </div>
  );
}
