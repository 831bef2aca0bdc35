/** One action on several files, one after the other, with a separate outcome for each. */
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { messageOf } from "@/ui/state/states";

export interface Outcome {
  upload: HermesUploadRow;
  /** Why it was not done; undefined when it was. */
  refusal?: string;
}

interface Together {
  name: "review" | "rerun" | "assign";
  uploads: readonly HermesUploadRow[];
  act: (upload: HermesUploadRow) => Promise<unknown>;
  /** After each. */
  onOutcome: (outcomes: Outcome[]) => void;
  /** Asked before each: whether to go on. */
  goesOn: () => boolean;
}

/** Applies it to the files that allow it, and reports the outcome of each. */
export async function together({ name, uploads, act, onOutcome, goesOn }: Together): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const upload of uploads) {
    if (!goesOn()) break;
    outcomes.push({ upload, refusal: await refusalOf(upload, name, act) });
    onOutcome([...outcomes]);
  }
  return outcomes;
}

async function refusalOf(
  upload: HermesUploadRow,
  name: Together["name"],
  act: Together["act"],
): Promise<string | undefined> {
  const action = upload.actions[name];
  if (!action?.allowed) return action?.reason ?? "Your account cannot do this.";
  try {
    await act(upload);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
