import { z } from "zod/mini";
import type { Dataset, DatasetPhenotypeInput } from "@/api/datasets/datasets";
import type { PendingUpload } from "@/api/files/uploads";
import type { FieldError } from "@/lib/api-error";
import type { DraftKind } from "@/lib/browser/draft";
import { blank } from "@/lib/own";
import { checkSizes, toSizes } from "./sizes";

/** What a file becomes once it is stored. */
const purpose = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("phenotype") }),
  /** The file of a phenotype, or another version of it. */
  z.object({ kind: z.literal("version"), pid: z.string() }),
  z.object({ kind: z.literal("credible"), pid: z.string(), name: z.string() }),
  z.object({ kind: z.literal("credible-version"), pid: z.string(), cid: z.string(), name: z.string() }),
]);

const task = z.object({
  /** Known by its key, never by its place. */
  key: z.string(),
  purpose,
  /** The file that was chosen; a browser may not open it again by itself. */
  file: z.optional(z.object({ name: z.string(), size: z.number() })),
  uploadId: z.optional(z.string()),
  /** Of a new phenotype: as typed. */
  phenotype: z.string(),
  /** Its code, once it is recognised as one of the list. */
  code: z.string(),
  description: z.string(),
  dichotomous: z.enum(["", "yes", "no"]),
  sample_size: z.string(),
  cases: z.string(),
  controls: z.string(),
  /** To be submitted when the file is stored. */
  wanted: z.boolean(),
});

export type Purpose = z.infer<typeof purpose>;
/** A file to be added to a data set, with its description. */
export type Task = z.infer<typeof task>;

const shape = z.object({ tasks: z.array(task) });

/** Files on their way survive a reload, a sign-out and a restart of the server. */
export const filesDraft: DraftKind<z.infer<typeof shape>> = { name: "dataset-files", version: 1, shape };

export function newTask(key: string, of: Purpose): Task {
  return {
    key,
    purpose: of,
    phenotype: "",
    code: "",
    description: "",
    dichotomous: "",
    sample_size: "",
    cases: "",
    controls: "",
    // A phenotype waits until it is described.
    wanted: of.kind !== "phenotype",
  };
}

export type TaskErrors = Readonly<Record<string, string>>;

/**
 * What prevents a new phenotype from being added; unless it must be `complete`, only invalid
 * values.
 */
export function checkTask(dataset: Dataset, one: Task, complete: boolean): TaskErrors {
  const errors = blank<string>();
  const typed = one.phenotype.trim();
  if (complete && typed === "") errors.phenotype = "Choose or enter the phenotype.";
  if (complete && typed !== "" && one.dichotomous === "") errors.dichotomous = "Choose the type of trait.";
  const same = (one.code || typed).toLowerCase();
  if (same !== "" && dataset.phenotypes.some(({ phenotype }) => phenotype.toLowerCase() === same)) {
    errors.phenotype = "The data set has this phenotype already. Replace its file instead.";
  }
  return one.dichotomous === "" ? errors : { ...errors, ...checkSizes(one.dichotomous === "yes", one, complete) };
}

/** Only of a task that checkTask has nothing against. */
export function toPhenotype(one: Task, uploadId: string | undefined): DatasetPhenotypeInput {
  const dichotomous = one.dichotomous === "yes";
  const typed = one.phenotype.trim();
  return {
    phenotype: one.code || typed,
    description: one.code ? one.description : typed,
    dichotomous,
    ...toSizes(dichotomous, one),
    upload_id: uploadId,
  };
}

/** Refusals of the server at the fields of a task; what has none comes under "file". */
export function placeErrors(fields: readonly FieldError[], message: string): TaskErrors {
  const errors = blank<string>();
  for (const { field, message: why } of fields) {
    const key = field.replace(/^body\./, "");
    errors[key === "upload_id" || key === "file" ? "file" : key] ??= why;
  }
  return Object.keys(errors).length > 0 ? errors : { file: message };
}

/** What the server holds of a file that is chosen: begun by this task, or by name and size begun by none. */
export function heldOf(
  file: { name: string; size: number },
  one: Task,
  tasks: readonly Task[],
  pending: readonly PendingUpload[],
): PendingUpload | undefined {
  const taken = new Set(tasks.filter(({ key }) => key !== one.key).map(({ uploadId }) => uploadId));
  return pending.find(
    ({ id, file_name, size }) =>
      !taken.has(id) &&
      (one.uploadId === undefined || id === one.uploadId) &&
      file_name === file.name &&
      size === file.size,
  );
}

/** Whether what a task wanted is part of the data set: the same file at the same place. */
export function isIn({ phenotypes }: Dataset, { wanted, file, uploadId, purpose: of, ...said }: Task): boolean {
  if (!wanted || !file || !uploadId) return false;
  const same = (there: { file_name: string; size: number } | undefined) =>
    there?.file_name === file.name && there.size === file.size;
  return phenotypes.some(({ id, phenotype, file: data, credible_sets }) => {
    switch (of.kind) {
      case "phenotype":
        return phenotype === (said.code || said.phenotype.trim()) && same(data);
      case "version":
        return id === of.pid && same(data);
      default:
        return id === of.pid && credible_sets.some((set) => set.name === of.name && same(set.file));
    }
  });
}
