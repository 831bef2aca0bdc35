import { formatDate, formatDateTime } from "@/lib/format/format";

interface Props {
  /** RFC 3339; undefined or null where it has not come. */
  at: string | null | undefined;
  /** Who did it. */
  by?: string;
  never?: string;
}

/** The day of something; the pointer shows the time of day, and who did it. */
export function Day({ at, by, never = "–" }: Props) {
  if (!at) return never;
  return (
    <time dateTime={at} title={[formatDateTime(at), by].filter(Boolean).join(", ")}>
      {formatDate(at)}
    </time>
  );
}
