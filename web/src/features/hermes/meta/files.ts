const words: Record<string, string> = {
  "results.tsv.gz": "Full results",
  "results.tsv.gz.tbi": "Index of the full results",
  "top-loci.csv": "Top loci",
  "studies-at-loci.csv": "Top loci in each study, and without it",
  "summary.json": "Summary",
  "inputs.json": "Inputs and options",
};

/** What a file of a result is; `ancestryWords` gives words for the code of an ancestry. */
export function fileWords(name: string, ancestryWords: (code: string) => string): string {
  const [, ancestry, index] = /^results\.(.+)\.tsv\.gz(\.tbi)?$/.exec(name) ?? [];
  if (ancestry) return `${index ? "Index of the results" : "Results"}, ${ancestryWords(ancestry)}`;
  return words[name] ?? name;
}
