interface Props {
  /** What the figure shows, in words. */
  summary: string;
  /** What was left out. */
  notes: readonly string[];
}

/** The notes of a plot below its figure. */
export function Notes({ summary, notes }: Props) {
  return <>{[summary, ...notes].join(" ")}</>;
}
