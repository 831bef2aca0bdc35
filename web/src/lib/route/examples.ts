/** Addresses of the example files that the product serves; their sources are in README.txt beside them. */
export const examples = {
  summaryStatistics: "/examples/fto_bmi_hg19.tsv",
  metalScript: "/examples/metal-script.txt",
} as const;
