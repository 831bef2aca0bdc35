import { type Count, countText, countWords, isHidden } from "./count";

/** A number of people; a hidden one is explained. */
export function People({ count }: { count: Count }) {
  if (!isHidden(count)) return countText(count);
  return <abbr title={`Hidden to protect few people: ${countWords(count)}`}>{countText(count)}</abbr>;
}
