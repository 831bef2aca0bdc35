import type { Cohort, CohortInput } from "@/api/sgc/sgc";
import { parseCount } from "@/lib/format/count";
import { formatCount } from "@/lib/format/format";
import { choices, type FieldKey, fieldKeys, sizeFields } from "./fields";

/** The form as it is typed, right or wrong. */
export type Values = Readonly<Record<FieldKey, string>>;
type FieldErrors = Partial<Record<FieldKey, string>>;

export const noValues = Object.fromEntries(fieldKeys.map((key) => [key, ""])) as Values;

type Saved = Pick<Cohort, "name" | "total_sample_size" | "number_of_males" | "number_of_females" | "cohort_metadata">;

/** What the server holds, as the form shows it. */
export function fromCohort(cohort: Saved): Values {
  const { name, total_sample_size, number_of_males, number_of_females, cohort_metadata } = cohort;
  return {
    ...noValues,
    ...cohort_metadata,
    name,
    total_sample_size: String(total_sample_size),
    number_of_males: String(number_of_males),
    number_of_females: String(number_of_females),
  };
}

function sizesOf(values: Values) {
  return {
    total: parseCount(values.total_sample_size),
    males: parseCount(values.number_of_males),
    females: parseCount(values.number_of_females),
  };
}

/** The problems by field. Unanswered questions are allowed. */
export function checkValues(values: Values): FieldErrors {
  const errors: FieldErrors = {};
  if (values.name.trim() === "") errors.name = "Enter a name for the cohort.";
  for (const { key } of sizeFields.slice(1)) {
    if (values[key].trim() === "") errors[key] = "Enter a number, or 0 for none.";
    else if (parseCount(values[key]) === undefined) errors[key] = "Enter a whole number, such as 211,728.";
  }
  const { total, males, females } = sizesOf(values);
  if (total === 0) errors.total_sample_size = "A cohort has at least one person.";
  else if (total !== undefined && males !== undefined && females !== undefined && males + females > total) {
    errors.total_sample_size =
      `Males and females are ${formatCount(males + females)} together, ` +
      `more than the ${formatCount(total)} of the cohort. Correct one of the three.`;
  }
  return errors;
}

/** How many people are neither male nor female by these numbers; 0 while they are not all there. */
export function unknownSex(values: Values): number {
  const { total, males, females } = sizesOf(values);
  if (total === undefined || males === undefined || females === undefined) return 0;
  return Math.max(0, total - males - females);
}

export function toInput(values: Values): CohortInput {
  const { total = 0, males = 0, females = 0 } = sizesOf(values);
  const { name, total_sample_size: _t, number_of_males: _m, number_of_females: _f, ...answers } = values;
  return {
    name: name.trim(),
    total_sample_size: total,
    number_of_males: males,
    number_of_females: females,
    cohort_metadata: answers as CohortInput["cohort_metadata"],
  };
}

/** How many of the fields are filled in. */
export function answered(values: Values): number {
  return fieldKeys.filter((key) => values[key].trim() !== "").length;
}

/** A value for people: the word of a choice, a number with separators. */
export function shownValue(key: FieldKey, value: string): string {
  if (value === "") return "–";
  const choice = choices.find((one) => one.value === value);
  if (choice && key.endsWith("_availability")) return choice.label;
  const size = sizeFields.some((field) => field.key === key && field.control === "count") && parseCount(value);
  return size === false || size === undefined ? value : formatCount(size);
}
