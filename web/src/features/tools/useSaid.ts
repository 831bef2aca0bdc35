import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { z } from "zod/mini";
import { sessionQuery } from "@/api/accounts/session";
import type { ToolRun } from "@/api/tools/tools";
import { type DraftKind, useDraft } from "@/lib/browser/draft";
import type { Build } from "@/lib/sumstats/inspection";
import type { MappingState } from "@/lib/sumstats/mapping";
import { buildAnswered } from "./steps";
import { type Stated, statedOf, studyFields } from "./study";

/** The user's facts about a file before the next run has them. */
interface Said {
  stated?: Stated;
  columns?: MappingState;
  /** "" means unknown. */
  build?: Build | "";
}

const draft: DraftKind<Said> = {
  name: "tools-answers",
  version: 1,
  shape: z.object({
    stated: z.optional(z.partialRecord(z.enum(studyFields), z.optional(z.string()))),
    columns: z.optional(z.object({ mapping: z.record(z.string(), z.string()), decided: z.array(z.string()) })),
    build: z.optional(z.enum(["", "hg19", "grch38"])),
  }),
};

/**
 * The facts about a file: the study from its run, its columns (absent while the run's answers
 * apply) and its build, then the user's changes. This browser stores them for the file until the
 * next run has them.
 */
export function useSaid(run: ToolRun) {
  const account = useQuery(sessionQuery).data?.id ?? "";
  const { restored, keep, discard } = useDraft(draft, { account, object: run.upload_id });
  const [said, setSaid] = useState(restored);
  useEffect(() => keep(said), [keep, said]);
  return {
    stated: said?.stated ?? statedOf(run),
    columns: said?.columns,
    build: (said?.build ?? buildAnswered(run.answers)) || undefined,
    /** Adds to what was said. */
    say: (more: Said) => setSaid((before) => ({ ...before, ...more })),
    discard,
  };
}
