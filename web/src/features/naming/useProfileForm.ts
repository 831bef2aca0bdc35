import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { type ConsortiumInput, type ConsortiumProfile, consortiumProfileQuery, saveConsortium } from "@/api/consortium";
import { ApiError } from "@/api/error";
import type { DraftKind } from "@/lib/browser/draft";
import { useAccountId } from "@/lib/permission";
import { toastDone } from "@/ui/dialog/toast";
import { draftShape, partsOf, type RecordKind } from "@/ui/form/record";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { useRecordSaving } from "@/ui/form/useRecordSaving";

const shape = draftShape(
  z.object({
    name: z.string(),
    headline: z.string(),
    text: z.string(),
    take_part: z.string(),
    contact: z.string(),
    logo: z.string(),
    areas: z.array(
      z.object({
        area: z.enum(["hermes", "sgc", "datasets"]),
        name: z.string(),
        purpose: z.string(),
        logo: z.string(),
      }),
    ),
  }),
);
const draft: DraftKind<z.infer<typeof shape>> = { name: "consortium", version: 1, shape };

const empty: ConsortiumInput = { name: "", headline: "", text: "", take_part: "", contact: "", logo: "", areas: [] };

function inputOf({ name, headline, text, take_part, contact, logo, areas }: ConsortiumInput): ConsortiumInput {
  return { name, headline, text, take_part, contact, logo, areas };
}

/** The sentences of the server at their fields: "areas.0.name". */
function place(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
}

const kind: RecordKind<ConsortiumInput, ConsortiumProfile, keyof ConsortiumInput> = {
  ...partsOf<ConsortiumInput>("name", "headline", "text", "take_part", "contact", "logo", "areas"),
  draft,
  idOf: () => "profile",
  versionOf: ({ version }) => version,
  from: inputOf,
  check: () => ({}),
  place,
};

/** The typed profile and how it is saved. */
export function useProfileForm(held: ConsortiumProfile) {
  const queries = useQueryClient();
  const form = useRecordForm(kind, { account: useAccountId(), object: "profile" }, { held, empty });
  const saving = useRecordSaving(form, held, {
    input: inputOf,
    put: saveConsortium,
    conflictOf: async (error) =>
      error instanceof ApiError && error.code === "changed"
        ? queries.fetchQuery({ ...consortiumProfileQuery, staleTime: 0 })
        : undefined,
    onSaved: (saved) => {
      queries.setQueryData(consortiumProfileQuery.queryKey, saved);
      toastDone("Saved. Reload a page to see the new names.");
    },
  });
  const set = (part: Partial<ConsortiumInput>, ...mended: string[]) =>
    form.change((before) => ({ ...before, ...part }), ...Object.keys(part), ...mended);
  return { form, saving, set };
}
