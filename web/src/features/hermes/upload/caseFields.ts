import type { HermesPhenotype } from "@/api/hermes/hermes";
import type { Field, MetadataKey, Values } from "./fields";

/** What only a study of cases and controls has. */
const ofCases: ReadonlySet<MetadataKey> = new Set<MetadataKey>([
  "cases",
  "caseAscertainment",
  "caseType",
  "caseDefinition",
  "meanAgeControl",
  "sdAgeControls",
  "maleProportionControls",
  "meanAgeCases",
  "sdAgeCases",
  "maleProportionCases",
  "meanAgeRecruitment",
  "sdAgeRecruitment",
  "maleProportionRecruitment",
]);

/**
 * The requested fields: those about cases are not for a quantitative trait, unless they have a
 * value.
 */
export function askedOf(fields: readonly Field[], values: Values, phenotypes: readonly HermesPhenotype[]): Field[] {
  const measured = phenotypes.find(({ name }) => name === values.phenotype)?.dichotomous === false;
  return fields.filter(({ key }) => !measured || !ofCases.has(key) || values[key].trim() !== "");
}
