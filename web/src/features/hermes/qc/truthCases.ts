import type { QcReport } from "./report";
import { chromosomes, columns, fit, panel, sen, sound } from "./soundReport";
import { all, type Shown, type Told } from "./testReport";

const without = "not measured";
const noPanel: Told = { alleles: [{}, without], frequency: [{}, without] };

interface Case extends Shown {
  what: string;
  /** Titles of the steps that may have a tick: those of which the file gave something to measure. */
  ticks: string[];
  says?: RegExp[];
  /** What would not be true of this file. */
  never?: RegExp[];
}

export const measured = [
  ...["Reading", "Columns", "Build", "Filters", "Duplicates", "Alleles", "Frequency", "P–Z", "Inflation"],
  ...["Sample size", "SE–N", "Completeness", "Lead variants"],
];
const but = (...titles: string[]) => measured.filter((title) => !titles.includes(title));

const nothingKept: Partial<QcReport> = {
  rows_clean: 0,
  lambda_gc: null,
  lambda_1000: null,
  eaf_correlation: null,
  pz_correlation: null,
  n_max: null,
  median_se: null,
  lead_variants: [],
  n_leads: 0,
  se_n: {
    ...{ scale: "linear", explanation: "…" },
    ...{ x: null, y: null, ratio: null, c: null, n_max: null, n_effective: null, median_se: null },
  },
  verdict: "fail",
};
const nothingToTell: Told = {
  pz: [{ r: null }],
  inflation: [{ lambda_gc: null }],
  sample_size: [{ n_max: null }],
  se_n: [{}],
  frequency: [{ r: null }],
  leads: [{ leads: 0 }],
  completeness: [{ autosomes: 0, chromosome_x: 0 }, "fail", "No row is left for the clean file."],
};

export const cases: Case[] = [
  {
    what: "a sound file",
    report: {},
    told: {},
    ticks: measured,
    says: [/All steps passed/, /1 locus below 5e-8/, /2,200 read = 2,200 kept/, /eur · 2,190 rows found in it/],
    never: [/not measured/, /not used/, /none was kept/],
  },
  {
    what: "no rows",
    report: { ...nothingKept, rows_in: 0, panel: null, columns: columns(0, 0), chromosomes: chromosomes(0, 0, 0) },
    told: {
      ...nothingToTell,
      reading: [{ rows_in: 0, share_unreadable: null }, "fail", "The file holds no rows of data."],
      alleles: [{ share_matched: null }],
    },
    ticks: ["Columns"],
    says: [/The file holds no rows\./, /No row could be read/],
    never: [/= 0 kept/, /below 5e-8/, /Drawn from/, /GRCh37 ?passed/],
    drawn: false,
  },
  {
    what: "one row, kept",
    report: {
      rows_in: 1,
      rows_clean: 1,
      n_leads: 0,
      lead_variants: [],
      panel: { ...panel, rows: 1, matched: 1 },
      columns: columns(1, 1),
      chromosomes: chromosomes(1, 1, 1),
      lambda_gc: null,
      se_n: { ...sen, x: null, y: null, ratio: null },
      repaired: [{ reason: "allele_lower_case", sentence: "Alleles were in lower case.", n: 1 }],
    },
    told: {
      reading: [{ rows_in: 1 }],
      inflation: [{ lambda_gc: null }, without, "Too few variants to judge inflation."],
      completeness: [{ autosomes: 1, chromosome_x: 0 }, "warn", "21 autosomes hold no variant."],
      leads: [{ leads: 0 }],
      se_n: [{}],
      duplicates: [{ duplicates: 0 }],
    },
    ticks: but("Inflation", "Completeness", "SE–N"),
    says: [/1 read = 1 kept/, /1 autosome/, /1 row found in it/, /No variant of the clean file has P below 5e-8/],
    never: [/small study/],
  },
  {
    what: "two rows, one left out as a repetition of the other",
    report: {
      rows_in: 2,
      rows_clean: 1,
      waterfall: [{ reason: "duplicate", count: 1, sentence: "The same variant occurs again.", lines: [3] }],
      columns: columns(2, 1),
      chromosomes: chromosomes(1, 2, 1),
      verdict: "fail",
    },
    told: {
      reading: [{ rows_in: 2 }],
      duplicates: [{ duplicates: 1 }, "fail", "1 row (50 %) repeats a variant."],
      inflation: [{ lambda_gc: 1.2 }, without],
    },
    ticks: but("Duplicates", "Inflation"),
    says: [/2 read − 1 repeated = 1 kept/, /The reason/, /1 row repeated/],
  },
  {
    what: "every row left out, figures of what was read",
    report: {
      ...nothingKept,
      waterfall: [{ reason: "low_info", count: 2200, sentence: "The imputation quality is below 0.3.", lines: [2] }],
      figures_from: "read",
      cause: {
        code: "info_scale",
        sentence: "The quality column holds percentages.",
        remedy: "change_mapping",
        steps: ["completeness"],
      },
    },
    told: { ...nothingToTell, filters: [{ low_info: 2200 }] },
    ticks: but("P–Z", "Inflation", "Sample size", "SE–N", "Frequency", "Lead variants", "Completeness"),
    says: [/Why this file failed/, /Drawn from the rows read: none was kept\./, /so there are no lead variants/],
    never: [/No row is left for the clean file/, /No variant of the clean file/, /small study/],
  },
  {
    what: "two rows of many kept, figures of what was read",
    report: { rows_clean: 2, figures_from: "read", lambda_gc: null },
    told: { inflation: [{ lambda_gc: null }, without] },
    ticks: but("Inflation"),
    says: [/Drawn from the rows read: only 2 rows were kept\./],
    never: [/none was kept/],
  },
  {
    what: "no panel there",
    report: { panel: null, eaf_correlation: null },
    told: noPanel,
    ticks: but("Alleles", "Frequency"),
    says: [
      /No reference panel is installed for this build and ancestry/,
      /none: frequencies and strands were not compared/,
    ],
    never: [/in the panel/, /not in the reference panel/, /more from the panel's/, /not used/],
  },
  {
    what: "a run that was asked to use no panel",
    report: { panel: null, eaf_correlation: null },
    told: noPanel,
    panel: "none",
    ticks: but("Alleles", "Frequency"),
    says: [/This run used no reference panel, so frequencies were not compared/],
    never: [/No reference panel is installed/, /Once one is installed/],
  },
  {
    what: "a panel not used",
    report: {
      eaf_correlation: null,
      panel: {
        ...{ ...panel, rows: 50, matched: 0 },
        fit: { ...fit, sentence: "The panel eur holds 3 of 1,000 variants: not used." },
      },
    },
    told: {
      alleles: [{ share_matched: null }, without, "The panel eur holds 3 of 1,000 variants: not used."],
      frequency: [{}, without, "The panel eur holds 3 of 1,000 variants: not used."],
    },
    ticks: but("Alleles", "Frequency"),
    says: [/eur, not used: frequencies and strands were not compared/],
    never: [/found in it/, /Findings/, /not in the reference panel/, /No reference panel is installed/],
  },
  {
    what: "an older report without a panel, whose steps were skipped",
    report: {
      panel: null,
      eaf_correlation: null,
    },
    told: {
      alleles: [{ skipped: true }, "skipped", "No reference panel was given."],
      frequency: [{ skipped: true }, "skipped", "No reference panel was given."],
      inflation: [{ lambda_gc: null }],
    },
    ticks: but("Alleles", "Frequency", "Inflation"),
    says: [/10 steps passed, 3 steps not measured/, /No reference panel was given/],
    never: [/warning/],
  },
  {
    what: "no sample size",
    report: {
      n_max: null,
      columns: columns(2200, 2200, ["n"]),
      se_n: { ...sen, x: null, ratio: null, n_max: null, scale: "linear", explanation: "…" },
      lambda_1000: null,
    },
    told: { sample_size: [{ n_max: null }], se_n: [{}] },
    ticks: but("Sample size", "SE–N"),
    says: [/The rows have no sample size, so this study is not in the SE–N figure/],
    never: [/no allele frequency/, /largest N/, /ratio/, /λ1000/],
  },
  {
    what: "no frequency",
    report: {
      eaf_correlation: null,
      columns: columns(2200, 2200, ["effect_allele_frequency"]),
      se_n: { ...sen, y: null, ratio: null, c: null, scale: "linear", explanation: "…" },
    },
    told: { frequency: [{ r: null }], se_n: [{}] },
    ticks: but("Frequency", "SE–N"),
    says: [/The rows have no allele frequency, so this study is not in the SE–N figure/],
    never: [/no sample size/],
  },
  {
    what: "one chromosome of a quantitative trait",
    report: {
      chromosomes: chromosomes(1, 2200, 2200),
      lambda_1000: null,
      settings: { ...sound.settings, info_threshold: null, cases: null, controls: null },
      se_n: { ...sen, n_effective: null, scale: "linear", explanation: "√N of the largest row against c / median SE" },
    },
    told: { completeness: [{ autosomes: 1, chromosome_x: 0 }, "warn", "21 autosomes hold no variant."] },
    upload: { cases: null, controls: null },
    ticks: but("Completeness"),
    says: [/1 autosome/, /40,000 people/, /ratio 0\.99/],
    never: [/\bcases\b/, /controls/, /λ1000/, /imputation quality/],
  },
  {
    what: "λ that could not be computed",
    report: { lambda_gc: null, lambda_1000: null, lambda_by_maf: [{ maf: "MAF < 0.01", n: 0, lambda_gc: null }] },
    told: { inflation: [{ lambda_gc: null, lambda_1000: null, "MAF < 0.01": null }] },
    ticks: but("Inflation"),
  },
  {
    what: "nothing but what every report has",
    report: {
      ...nothingKept,
      rows_in: 10,
      waterfall: [{ reason: "of_a_later_version", count: 10, sentence: "Of a later version.", lines: [] }],
      software: "",
      verdict: "not measured",
      panel: { ...panel, fit },
      columns: [],
      chromosomes: [],
      settings: { ...sound.settings, info_threshold: null, n: null, cases: null, controls: null, rules: {} },
      versions: {},
    },
    told: Object.fromEntries(
      Object.keys(all)
        .filter((name) => !["reading", "columns"].includes(name))
        .map((name) => [name, [{ [name]: null, r: null, declared: null, duplicates: null, leads: null }]]),
    ),
    ticks: ["Reading", "Columns"],
    says: [/10 read − 10 of a later version = 0 kept/, /No column was read/],
    drawn: false,
  },
];
