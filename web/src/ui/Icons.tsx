import classes from "./Icons.module.css";

/** Shows that a button opens something below it; decorative. */
export function Chevron() {
  return (
    <svg className={classes.chevron} viewBox="0 0 12 12" aria-hidden="true">
      <path d="M2.5 4.5 6 8l3.5-3.5" />
    </svg>
  );
}

/** Three bars, for a menu; decoration beside its name. */
export function Bars() {
  return (
    <svg className={classes.bars} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M3 5.5h14M3 10h14M3 14.5h14" />
    </svg>
  );
}

/** A bell, for notices; decoration beside its name. */
export function BellIcon() {
  return (
    <svg className={classes.magnifier} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3" />
    </svg>
  );
}

/** A magnifier, for a search; decoration beside its name. */
export function Magnifier() {
  return (
    <svg className={classes.magnifier} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5" />
      <path d="m12.5 12.5 4.5 4.5" />
    </svg>
  );
}
