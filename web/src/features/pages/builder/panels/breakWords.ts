import type { Break } from "@/lib/document/change";
import { plural } from "@/lib/format/format";

/** "2 parts of the page depend on it: the filter P, the plot Volcano. They stay, with a note." */
export function breakWords(breaks: readonly Break[]): string {
  const parts = breaks.map(({ what, name }) => `the ${what} ${name}`).join(", ");
  const then = breaks.length === 1 ? "It stays, with a note." : "They stay, with a note.";
  return `${plural(breaks.length, "part")} of the page depend on it: ${parts}. ${then}`;
}
