/** What a freeze is planned as, kept in the browser as it is typed. */
import { z } from "zod/mini";
import type { Freeze, FreezeDocument, FreezeInput, FreezeRule, FreezeScope } from "@/api/hermes/freezes";
import type { DraftKind } from "@/lib/browser/draft";

const sex = z.enum(["both", "female", "male"]);
const scope = {
  phenotype: z.optional(z.string()),
  ancestry: z.optional(z.string()),
  sex: z.optional(sex),
};

const options = z.object({
  scheme: z.enum(["ivw", "samplesize", "random", "metaregression"]),
  axes: z.optional(z.number()),
  tau2: z.optional(z.enum(["dl", "reml"])),
  ci: z.optional(z.enum(["normal", "hk"])),
  genomic_control: z.boolean(),
  output_genomic_control: z._default(z.boolean(), false),
  min_studies: z.number(),
  maf: z.number(),
  info: z.number(),
  palindromic: z.enum(["frequency", "keep", "drop"]),
  multi_ancestry: z.boolean(),
  mixed_sex: z._default(z.boolean(), false),
  few_shared: z._default(z.boolean(), false),
  same_cohort: z._default(z.boolean(), false),
  shared_people: z._default(z.boolean(), false),
  inflated: z._default(z.boolean(), false),
  doubtful_size: z._default(z.boolean(), false),
  leave_one_out: z._default(z.boolean(), false),
});

const document = z.object({
  deadline: z.optional(z.string()),
  phenotypes: z.array(z.string()),
  ancestries: z.array(z.string()),
  sexes: z.array(sex),
  schemes: z.array(z.enum(["ivw", "samplesize", "random", "metaregression"])),
  sex_difference: z.boolean(),
  options,
  rules: z.array(z.object({ ...scope, min_studies: z.optional(z.number()), min_cases: z.optional(z.number()) })),
  exclude: z.array(z.object({ cohort: z.string(), reason: z.string(), file: z.optional(z.string()), ...scope })),
  skip: z.array(z.object(scope)),
});

const shape = z.object({
  name: z.string(),
  version: z.string(),
  /** Id of the freeze that it follows. */
  previous: z.optional(z.string()),
  document,
});

export type FreezeDraft = z.infer<typeof shape>;

export const freezeDraft: DraftKind<FreezeDraft> = { name: "hermes-freeze", version: 1, shape };

export const emptyDraft: FreezeDraft = {
  name: "",
  version: "1.0",
  document: {
    phenotypes: [],
    ancestries: [],
    sexes: ["both"],
    schemes: ["ivw", "random"],
    sex_difference: false,
    options: {
      scheme: "ivw",
      genomic_control: true,
      min_studies: 2,
      maf: 0.01,
      info: 0.6,
      palindromic: "frequency",
      output_genomic_control: false,
      multi_ancestry: false,
      mixed_sex: false,
      few_shared: false,
      same_cohort: false,
      shared_people: false,
      inflated: false,
      doubtful_size: false,
      leave_one_out: false,
    },
    rules: [],
    exclude: [],
    skip: [],
  },
};

/** What the form knows of a document; what it does not is dropped, as options that must be empty. */
const documentOf = (sent: FreezeDocument): FreezeDraft["document"] => document.parse(sent) as FreezeDraft["document"];

/** A freeze as it is saved. */
export const draftOf = (freeze: Freeze): FreezeDraft => ({
  name: freeze.name,
  version: freeze.release_version,
  ...(freeze.previous && { previous: freeze.previous.id }),
  document: documentOf(freeze.document),
});

/** The next version of a freeze: the same document, later. */
export const copyOf = (freeze: Freeze): FreezeDraft => ({
  ...draftOf(freeze),
  version: nextVersion(freeze.release_version),
  previous: freeze.id,
});

/** "4.0" → "4.1", "3" → "4"; the same where it does not end in a number. */
export const nextVersion = (version: string): string =>
  version.replace(/(\d+)(?!.*\d)/, (last) => String(Number(last) + 1));

export const inputOf = ({ name, version, previous, document }: FreezeDraft): FreezeInput => ({
  name: name.trim(),
  release_version: version.trim(),
  ...(previous !== undefined && { previous }),
  document,
});

const scopeFields = ["phenotype", "ancestry", "sex"] as const;

const isGeneral = (rule: FreezeScope) => scopeFields.every((field) => rule[field] === undefined);

/** The rule for all cells. Later ones overrule it. */
export const generalRule = (rules: readonly FreezeRule[]): FreezeRule => rules.find(isGeneral) ?? {};

/** The rules for some cells. */
export const exceptions = (rules: readonly FreezeRule[]): FreezeRule[] => rules.filter((rule) => !isGeneral(rule));

/** The rules with a changed minimum for all cells. */
export function withGeneral(
  rules: FreezeDraft["document"]["rules"],
  part: Pick<FreezeRule, "min_studies" | "min_cases">,
): FreezeDraft["document"]["rules"] {
  const { min_studies, min_cases } = { ...generalRule(rules), ...part };
  const general = {
    ...(min_studies !== undefined && { min_studies }),
    ...(min_cases !== undefined && { min_cases }),
  };
  const rest = rules.filter((rule) => !isGeneral(rule));
  return Object.keys(general).length > 0 ? [general, ...rest] : rest;
}

export const sameScope = (a: FreezeScope, b: FreezeScope): boolean =>
  scopeFields.every((field) => a[field] === b[field]);

export const scopeKey = ({ phenotype, ancestry, sex }: FreezeScope): string => [phenotype, ancestry, sex].join("\n");
