import type { z } from "zod/mini";
import type { UploadListParams } from "@/api/hermes/hermes";
import { listOf, searchList } from "@/lib/list/table-search";
import { type UploadStatus, uploadStatuses } from "@/lib/status";

const numbers = ["variants", "cases", "controls", "n_effective", "lambda"] as const;

export const list = listOf(
  {
    status: searchList,
    waiting: searchList,
    verdict: searchList,
    reviewer: searchList,
    phenotype: searchList,
    ancestry: searchList,
    sex: searchList,
  },
  { columns: [...numbers, "uploaded_at", "dataset_name", "status", "cohort", "qc"], usual: "-uploaded_at" },
);

/** What the list of submissions keeps in the address. */
export const listSearch = list.search;
export type ListSearch = z.infer<typeof listSearch>;

function isStatus(word: string): word is UploadStatus {
  return (uploadStatuses as string[]).includes(word);
}

const whom = ["reviewer", "uploader", "system"] as const;
export type Whom = (typeof whom)[number];

export const verdicts = ["pass", "warn", "fail"] as const;

/** In the address, beside whom else a file may wait for. */
export const you = "you";

/** In the address, in place of a reviewer's name. */
export const unassigned = "-";

/** The question to the server; words it does not know are left out, so that an old link still works. */
export function listParams(search: ListSearch): UploadListParams {
  return {
    ...list.questionOf(search),
    status: search.status?.filter(isStatus),
    waiting_on: whom.filter((word) => search.waiting?.includes(word)),
    waiting_for_you: search.waiting?.includes(you) || undefined,
    unassigned: search.reviewer?.includes(unassigned) || undefined,
    reviewer: search.reviewer?.find((name) => name !== unassigned),
    verdict: verdicts.filter((word) => search.verdict?.includes(word)),
    phenotype: search.phenotype,
    ancestry: search.ancestry,
    sex: search.sex,
  };
}
