import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { ApiError } from "@/api/error";
import { portalConfigQuery } from "@/api/hermes/hermes";
import { type Rules, type RulesInput, rulesQuery, saveRules } from "@/api/rules";
import type { DraftKind } from "@/lib/browser/draft";
import { useAccountId } from "@/lib/permission";
import { toastDone } from "@/ui/dialog/toast";
import { draftShape, partsOf, placeAt, type RecordKind } from "@/ui/form/record";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { useRecordSaving } from "@/ui/form/useRecordSaving";

/** The form: the count as it is typed. */
export interface RulesForm {
  target_build: RulesInput["target_build"];
  min_cell: string;
}

const shape = draftShape(z.object({ target_build: z.enum(["hg19", "grch38"]), min_cell: z.string() }));
const draft: DraftKind<z.infer<typeof shape>> = { name: "rules", version: 1, shape };

const mostMinCell = 1000;

function check({ min_cell }: RulesForm): Record<string, string> {
  const count = Number(min_cell);
  return /^\d+$/.test(min_cell.trim()) && count >= 1 && count <= mostMinCell
    ? {}
    : { min_cell: "Enter a whole number from 1 to 1,000." };
}

const kind: RecordKind<RulesForm, Rules, keyof RulesForm> = {
  ...partsOf<RulesForm>("target_build", "min_cell"),
  draft,
  idOf: () => "rules",
  versionOf: ({ version }) => version,
  from: ({ target_build, min_cell }) => ({ target_build, min_cell: String(min_cell) }),
  check,
  place: (error) => placeAt(error, ["target_build", "min_cell"]),
};

/** The typed rules and how they are saved. */
export function useRulesForm(held: Rules) {
  const queries = useQueryClient();
  const form = useRecordForm<RulesForm, Rules, keyof RulesForm>(
    kind,
    { account: useAccountId(), object: "rules" },
    { held, empty: { target_build: "hg19", min_cell: "" } },
  );
  const saving = useRecordSaving(form, held, {
    input: ({ target_build, min_cell }) => ({ target_build, min_cell: Number(min_cell) }),
    put: saveRules,
    conflictOf: async (error) =>
      error instanceof ApiError && error.code === "changed"
        ? queries.fetchQuery({ ...rulesQuery, staleTime: 0 })
        : undefined,
    onSaved: (saved) => {
      queries.setQueryData(rulesQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
      toastDone("The rules are saved.");
    },
  });
  const set = (part: Partial<RulesForm>) => form.change((before) => ({ ...before, ...part }), ...Object.keys(part));
  return { form, saving, set };
}
