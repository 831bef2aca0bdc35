import { type ReactNode, useCallback, useState } from "react";

interface Props {
  /** What is inside, for those who reach it by keyboard. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A place that scrolls when its content does not fit; only then it is a stop of the keyboard. */
export function ScrollRegion({ label, className, children }: Props) {
  const [scrolls, setScrolls] = useState(false);
  const watch = useCallback((frame: HTMLElement | null) => {
    if (!frame) return;
    const measure = () => setScrolls(frame.scrollWidth > frame.clientWidth || frame.scrollHeight > frame.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    if (frame.firstElementChild) observer.observe(frame.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table that scrolls is no fieldset
    <div ref={watch} className={className} role="group" aria-label={label} tabIndex={scrolls ? 0 : undefined}>
      <div>{children}</div>
    </div>
  );
}
