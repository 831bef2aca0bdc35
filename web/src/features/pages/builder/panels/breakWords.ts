import type { Break } from "@/lib/document/change";

/** What breaks, as an end of a sentence: "the filter P, the plot Volcano". */
export const breakWords = (breaks: readonly Break[]): string =>
  breaks.map(({ what, name }) => `the ${what} ${name}`).join(", ");
