import type { Break } from "@/lib/document/change";
import { plural } from "@/lib/format";

/** "2 parts of the page cannot do without it: the filter P, the plot Volcano. They stay, and say what is gone." */
export function breakWords(breaks: readonly Break[]): string {
  const parts = breaks.map(({ what, name }) => `the ${what} ${name}`).join(", ");
  const then = breaks.length === 1 ? "It stays, and says what is gone." : "They stay, and say what is gone.";
  return `${plural(breaks.length, "part")} of the page cannot do without it: ${parts}. ${then}`;
}
