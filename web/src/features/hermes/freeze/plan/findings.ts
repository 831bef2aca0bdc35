/** What a plan lacks, one line for each thing that can be done about it. */
import type { FreezeCell, FreezeExclusion, FreezeLack, FreezePlan, FreezeScope } from "@/api/hermes/freezes";
import { type Confirmation, confirmations } from "../../meta/words";
import type { FreezeDraft } from "./draft";

export type Remedy =
  | { kind: "confirm"; option: Confirmation }
  | { kind: "exclude"; exclusion: FreezeExclusion }
  | { kind: "skip"; scope: FreezeScope };

export interface Finding {
  key: string;
  blocks: boolean;
  title: string;
  sentences: string[];
  cells: FreezeCell[];
  remedy: Remedy;
}

type Options = FreezeDraft["document"]["options"];

export const isConfirmed = ({ remedy }: Finding, options: Options): boolean =>
  remedy.kind === "confirm" && options[remedy.option] === true;

/** Findings of cells that could be made, blocking ones first. Too few studies is no finding: the matrix shows it. */
export function findingsOf({ cells, studies }: FreezePlan): Finding[] {
  const found = new Map<string, Finding>();
  for (const cell of cells) {
    if (cell.status === "short" || cell.status === "skipped") continue;
    for (const lack of cell.lacks) {
      if (lack.code === "few_studies") continue;
      const remedy = remedyOf(lack, cell, studies);
      const key = [lack.code, keyOf(remedy)].join("\n");
      const same = found.get(key);
      if (!same) {
        found.set(key, {
          key,
          blocks: lack.blocks,
          title: lack.title,
          sentences: [lack.sentence],
          cells: [cell],
          remedy,
        });
        continue;
      }
      same.blocks ||= lack.blocks;
      if (!same.cells.includes(cell)) same.cells.push(cell);
      if (!same.sentences.includes(lack.sentence)) same.sentences.push(lack.sentence);
    }
  }
  return [...found.values()].toSorted((a, b) => Number(b.blocks) - Number(a.blocks));
}

const scopeOf = ({ phenotype, ancestry, sex }: FreezeCell): FreezeScope => ({ phenotype, ancestry, sex });

/** A confirmation holds for all cells; an exclusion and a deselection for their own. */
function keyOf(remedy: Remedy): string {
  if (remedy.kind === "confirm") return remedy.option;
  const { phenotype, ancestry, sex } = remedy.kind === "exclude" ? remedy.exclusion : remedy.scope;
  return [remedy.kind, phenotype, ancestry, sex, remedy.kind === "exclude" ? remedy.exclusion.file : ""].join("\n");
}

/** Codes whose studies are wrong themselves, so that leaving one out helps. */
const ofStudies: readonly FreezeLack["code"][] = ["duplicate", "ancestry_differs", "build", "cases"];

function remedyOf(lack: FreezeLack, cell: FreezeCell, studies: FreezePlan["studies"]): Remedy {
  const option = confirmations.find((one) => one === lack.option);
  if (option) return { kind: "confirm", option };
  const concerned = (lack.studies ?? []).flatMap((at) => studies[at] ?? []);
  // Of two that are the same, the smaller one is left out.
  const least = concerned.toSorted((a, b) => a.participants - b.participants)[0];
  if (!least || !ofStudies.includes(lack.code)) return { kind: "skip", scope: scopeOf(cell) };
  return {
    kind: "exclude",
    exclusion: {
      cohort: least.cohort,
      file: least.dataset_name,
      reason: lack.title.replace(/\.$/, ""),
      ...scopeOf(cell),
    },
  };
}
