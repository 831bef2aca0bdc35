import { parseCount } from "@/lib/format/count";
import { formatCount } from "@/lib/format/format";

/** Sizes of a phenotype as they are typed. */
export interface SizeTexts {
  sample_size: string;
  /** Only of a dichotomous trait, with controls. */
  cases: string;
  controls: string;
}

export type SizeErrors = Partial<Record<keyof SizeTexts, string>>;

export interface Sizes {
  sample_size: number;
  cases?: number;
  controls?: number;
}

/** Cases and controls together, once both are numbers. */
export function sumOf({ cases, controls }: SizeTexts): number | undefined {
  const [some, others] = [parseCount(cases), parseCount(controls)];
  return some === undefined || others === undefined ? undefined : some + others;
}

const noNumber = "Enter a whole number, such as 23,000.";

function problemOf(text: string, complete: boolean): string | undefined {
  if (text.trim() === "") return complete ? "Enter a number, or 0 for none." : undefined;
  return parseCount(text) === undefined ? noNumber : undefined;
}

/** The problems of typed sizes; missing ones are problems only if the form must be `complete`. */
export function checkSizes(dichotomous: boolean, texts: SizeTexts, complete: boolean): SizeErrors {
  const errors: SizeErrors = {};
  const sum = dichotomous ? sumOf(texts) : undefined;
  const keys: (keyof SizeTexts)[] = dichotomous ? ["cases", "controls", "sample_size"] : ["sample_size"];
  for (const key of keys) {
    // Left empty, the sample size is the sum.
    const problem = problemOf(texts[key], complete && !(key === "sample_size" && sum !== undefined));
    if (problem) errors[key] = problem;
  }
  const total = parseCount(texts.sample_size);
  if (total === 0 || (texts.sample_size.trim() === "" && sum === 0)) errors.sample_size = "At least one person.";
  else if (sum !== undefined && total !== undefined && sum !== total) {
    errors.sample_size = `Cases and controls are ${formatCount(sum)} together, not ${formatCount(total)}.`;
  }
  return errors;
}

/** Only for sizes that are complete and right. */
export function toSizes(dichotomous: boolean, texts: SizeTexts): Sizes {
  const sum = dichotomous ? sumOf(texts) : undefined;
  const sample_size = parseCount(texts.sample_size) ?? sum ?? 0;
  if (!dichotomous) return { sample_size };
  return { sample_size, cases: parseCount(texts.cases), controls: parseCount(texts.controls) };
}
