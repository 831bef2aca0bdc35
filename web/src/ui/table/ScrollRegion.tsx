import { type ReactNode, useEffect, useRef, useState } from "react";

interface Props {
  /** The content, for keyboard users. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

const scrollsNow = (place: HTMLElement): boolean =>
  place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight;

/** A place that scrolls when its content does not fit; only then it is a stop of the keyboard. */
export function ScrollRegion({ label, className, children }: Props) {
  const [scrolls, setScrolls] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const measure = () => setScrolls(place.current !== null && scrollsNow(place.current));
  // New words can be wider than the old ones, in boxes of the same size.
  useEffect(measure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it measures whatever stands there then
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    const { current: frame } = place;
    if (frame) observer.observe(frame);
    if (frame?.firstElementChild) observer.observe(frame.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table that scrolls is no fieldset
    <div
      ref={place}
      className={className}
      role="group"
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      data-scrolls={scrolls || undefined}
    >
      <div>{children}</div>
    </div>
  );
}
