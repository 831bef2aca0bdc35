import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { z } from "zod/mini";
import { sessionQuery } from "@/api/session";
import type { ToolRun } from "@/api/tools";
import { type DraftKind, useDraft } from "@/lib/draft";
import { type Stated, statedOf, studyFields } from "./study";

const draft: DraftKind<Stated> = {
  name: "tools-metadata",
  version: 1,
  shape: z.partialRecord(z.enum(studyFields), z.optional(z.string())),
};

/** What is stated of the study of a file: as a run had it, then as it is typed, which this browser keeps until the next run has it. */
export function useStated(run: ToolRun) {
  const account = useQuery(sessionQuery).data?.id ?? "";
  const { restored, keep, discard } = useDraft(draft, { account, object: run.upload_id });
  const [typed, state] = useState(restored);
  useEffect(() => keep(typed), [keep, typed]);
  return { stated: typed ?? statedOf(run), state, discard };
}
