/** What can be done with a file of results, as commands of the program. Pure; no DOM. */
import type { ToolAnswers, ToolInput, ToolTask } from "@/api/tools/tools";
import { blank, own } from "@/lib/own";
import type { Inspection, Mapping } from "@/lib/sumstats/contract";
import { type Build, guessedBuild } from "@/lib/sumstats/inspection";
import { initialMapping, type MappingState, openQuestions } from "@/lib/sumstats/mapping";
import { shellWord } from "@/lib/text/shell";
import { type Stated, statedFaults, statedInput, statedOptions } from "./study";

/** The file of the commands, with its known facts. */
export interface Subject {
  name: string;
  inspection?: Inspection;
  columns?: MappingState;
  /** As chosen by the user; absent: as detected in the file. */
  build?: Build;
  /** The user's facts about the study. */
  stated?: Stated;
}

export type StepName = "recognise" | "check" | "convert" | "look" | "lift" | "index";

export interface Step {
  id: StepName;
  name: string;
  text: string;
  command: string;
  /** What has to be filled in by hand. */
  note?: string;
}

/** A placeholder while no file is chosen. */
export const anyFile: Subject = { name: "study.tsv.gz" };

const buildWords = { hg19: "GRCh37", grch38: "GRCh38" } as const;
const otherBuild = { hg19: "GRCh38", grch38: "GRCh37" } as const;

/** "study.tsv.gz" → "study", for the names of output files. */
function stem(name: string): string {
  return name.replace(/(?:\.(?:gz|bgz|tsv|csv|txt|vcf|bed|jsonl?|zst))+$/i, "") || name;
}

/** Columns of the fields that a person decided or changed, where the program would ask or propose others; "" is none. */
function decidedColumns({ inspection, columns }: Subject): Mapping {
  if (!inspection || !columns) return {};
  const proposed = initialMapping(inspection).mapping;
  const changed = Object.keys(proposed).filter((field) => own(columns.mapping, field) !== own(proposed, field));
  return Object.fromEntries(
    [...new Set([...columns.decided, ...changed])].map((field) => [field, own(columns.mapping, field) ?? ""]),
  );
}

/** The same as options of the program. */
function mapOptions(subject: Subject): string {
  return Object.entries(decidedColumns(subject))
    .map(([field, column]) => ` --map ${shellWord(`${field}=${column}`)}`)
    .join("");
}

/** The same as a call takes it, with the genome build and the people of the study. */
export function answersOf(subject: Subject): ToolAnswers {
  const mapping = decidedColumns(subject);
  const build = buildOf(subject);
  return {
    ...(Object.keys(mapping).length > 0 && { mapping }),
    ...(build && { genome_build: buildWords[build] }),
    ...statedInput(subject.stated ?? {}).answers,
  };
}

/** A task as a call takes it. */
export function inputOf(task: ToolTask, subject: Subject): Omit<ToolInput, "upload_id"> {
  const { study } = statedInput(subject.stated ?? {});
  return { task, answers: answersOf(subject), ...(Object.values(study).some(Boolean) && { study }) };
}

/** A mapping as the reader proposes it, with the answers that were given before. */
export function answeredColumns(inspection: Inspection, { mapping = {} }: ToolAnswers): MappingState {
  const proposed = initialMapping(inspection);
  const columns = blank(proposed.mapping);
  for (const [field, column] of Object.entries(mapping)) {
    if (column === "") delete columns[field];
    else columns[field] = column;
  }
  return { ...proposed, mapping: columns, decided: Object.keys(mapping) };
}

/** The genome build that was said before. */
export function buildAnswered({ genome_build }: ToolAnswers): Build | undefined {
  return genome_build && ({ GRCh37: "hg19", GRCh38: "grch38" } as const)[genome_build];
}

/** The genome build of the positions, as chosen by the user or detected in the file. */
function buildOf({ inspection, build }: Subject): Build | undefined {
  return build ?? (inspection && guessedBuild(inspection));
}

/** Why a step cannot be taken yet; undefined when it can. A check takes any file. */
export function hindrance(task: ToolTask, subject: Subject): string | undefined {
  const { inspection, columns } = subject;
  if (task === "check" || !inspection || !columns) return undefined;
  const open = openQuestions(columns, inspection).length;
  if (open > 0) return `Answer ${open === 1 ? "the question" : "the questions"} about the columns first.`;
  if (task === "convert" && Object.keys(statedFaults(subject.stated ?? {})).length > 0) {
    return "Correct the sample sizes in the metadata first.";
  }
  return task === "look" && !buildOf(subject) ? "Choose the genome build first." : undefined;
}

/** What an index of the file is asked by: where its rows lie, else their identifier; undefined unless known. */
export function schemaOf({ columns }: Subject): string | undefined {
  const { rsid, chromosome, base_pair_location: position } = columns?.mapping ?? {};
  return chromosome && position ? `${chromosome}:${position}` : rsid;
}

/** The program detects it without the option. */
function schemaOption(subject: Subject): string {
  const schema = schemaOf(subject);
  return schema === undefined ? "" : ` --schema ${shellWord(schema)}`;
}

/** Every step for a file, in the order in which people take them. */
export function stepsFor(subject: Subject): Step[] {
  const build = buildOf(subject);
  const file = shellWord(subject.name);
  const out = (ending: string) => shellWord(stem(subject.name) + ending);
  const map = mapOptions(subject);
  const known = build ? ` --build ${buildWords[build]}` : "";
  const unknown = build ? undefined : "Replace BUILD by a genome build.";
  return [
    {
      id: "recognise",
      name: "Recognise",
      text: "Software, columns, genome build, scale of the effects, and open questions.",
      command: `cohortium sumstats inspect ${file}`,
    },
    {
      id: "check",
      name: "Check",
      text: "Every row, all findings in one pass: where, what, why.",
      command: `cohortium sumstats check ${file}${known}${map}`,
    },
    {
      id: "convert",
      name: "Convert",
      text: "To sorted GWAS-SSF with metadata, for the GWAS Catalog.",
      command: `cohortium sumstats convert ${file} --to gwas-ssf${known}${map}${statedOptions(subject.stated ?? {})} -o ${out(".gwas-ssf.tsv.gz")}`,
    },
    {
      id: "look",
      name: "Look",
      text: "The quality control of this server: report, Manhattan plot, QQ plot, top loci, clean file, excluded rows.",
      command: `cohortium sumstats qc ${file}${known || " --build BUILD"}${map} -o ${out("-qc")}`,
      note: unknown,
    },
    {
      id: "lift",
      name: "Lift over",
      text: "To the other genome build: new file, rows without a place there, summary.",
      command: `cohortium sumstats liftover ${file} --to ${build ? otherBuild[build] : "BUILD"}${map} -o ${out(".lifted.tsv.gz")}`,
      note: unknown,
    },
    {
      id: "index",
      name: "Index",
      text: "Query rows by region, gene, rsID or any key in milliseconds.",
      command: `cohortium index build ${file}${schemaOption(subject)}${known} -o ${out("")}`,
    },
  ];
}
