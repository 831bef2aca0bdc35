import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { ApiError } from "@/api/error";
import { portalConfigQuery, type QcSettings } from "@/api/hermes/hermes";
import { type ConsortiumSettings, consortiumQuery, type SettingsInput } from "@/api/hermes/review";
import { saveSettings } from "@/api/hermes/review-calls";
import type { DraftKind } from "@/lib/browser/draft";
import { useAccountId } from "@/lib/permission";
import { toastDone } from "@/ui/dialog/toast";
import { draftShape, partsOf, placeAt, type RecordKind } from "@/ui/form/record";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { useRecordSaving } from "@/ui/form/useRecordSaving";

/** The form: the checklist is typed as lines. */
export interface SettingsForm {
  reviewers: string;
  checklist: string;
  defaults: QcSettings;
  reason: string;
  /** Of those that are not the program's, by key. */
  thresholds: Record<string, Chosen>;
}

export interface Chosen {
  /** As it is typed. */
  value: string;
  reason: string;
}

const shape = draftShape(
  z.object({
    reviewers: z.string(),
    checklist: z.string(),
    defaults: z.object({
      fd: z.number(),
      adj: z.enum(["none", "lambda", "ldsc"]),
      noind: z.boolean(),
      it: z.optional(z.nullable(z.number())),
      panel: z.optional(z.nullable(z.string())),
    }),
    reason: z.string(),
    thresholds: z.record(z.string(), z.object({ value: z.string(), reason: z.string() })),
  }),
);
const draft: DraftKind<z.infer<typeof shape>> = { name: "hermes-settings", version: 1, shape };

const empty: SettingsForm = {
  reviewers: "1",
  checklist: "",
  defaults: { fd: 0.2, adj: "none", noind: false },
  reason: "",
  thresholds: {},
};

function formOf({ settings }: ConsortiumSettings): SettingsForm {
  const { reviewers, checklist, qc } = settings;
  return {
    reviewers: String(reviewers),
    checklist: checklist.join("\n"),
    defaults: qc.defaults,
    reason: qc.reason ?? "",
    thresholds: Object.fromEntries(
      (qc.thresholds ?? []).map(({ key, value, reason }) => [key, { value: String(value), reason }]),
    ),
  };
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

export const mostLines = 30;
const longestLine = 300;

function check({ checklist, thresholds }: SettingsForm): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const [key, { value, reason }] of Object.entries(thresholds)) {
    if (value.trim() === "" || !Number.isFinite(Number(value))) wrong[`thresholds.${key}`] = "Enter a number.";
    else if (reason.trim() === "") wrong[`thresholds.${key}`] = "Enter a reason for this number.";
  }
  return { ...wrong, ...checkList(checklist) };
}

function checkList(checklist: string): Record<string, string> {
  const lines = linesOf(checklist);
  if (lines.length > mostLines) return { checklist: `At most ${mostLines} lines.` };
  const twice = lines.find((line, at) => lines.indexOf(line) < at);
  if (twice) return { checklist: `“${twice}” is in the list twice.` };
  const long = lines.find((line) => line.length > longestLine);
  return long ? { checklist: `“${long.slice(0, 40)}…” is longer than ${longestLine} characters.` } : {};
}

function inputOf({ reviewers, checklist, defaults, reason, thresholds }: SettingsForm): SettingsInput {
  const chosen = Object.entries(thresholds).map(([key, typed]) => ({
    key,
    value: Number(typed.value),
    reason: typed.reason.trim(),
  }));
  return {
    reviewers: Number(reviewers),
    checklist: linesOf(checklist),
    qc: { defaults, reason: reason.trim(), thresholds: chosen },
  };
}

/** The sentences of the server at their fields; those about a threshold name it. */
function place(error: unknown): Record<string, string> {
  const placed = placeAt(error, ["reviewers", "checklist", "fd", "adj", "it", "panel", "reason"]);
  if (!(error instanceof ApiError)) return placed;
  const about = error.fields.filter(({ field }) => field.startsWith("thresholds."));
  if (about.length === 0) return placed;
  const { "": _elsewhere, ...rest } = placed;
  return { ...rest, ...Object.fromEntries(about.map(({ field, message }) => [field, message])) };
}

const kind: RecordKind<SettingsForm, ConsortiumSettings, keyof SettingsForm> = {
  ...partsOf<SettingsForm>("reviewers", "checklist", "defaults", "reason", "thresholds"),
  draft,
  idOf: () => "hermes",
  versionOf: ({ version }) => version,
  from: formOf,
  check,
  place,
};

/** The typed settings and how they are saved. */
export function useSettingsForm(held: ConsortiumSettings) {
  const queries = useQueryClient();
  const form = useRecordForm(kind, { account: useAccountId(), object: "hermes" }, { held, empty });
  const saving = useRecordSaving(form, held, {
    input: inputOf,
    put: saveSettings,
    conflictOf: async (error) =>
      error instanceof ApiError && error.code === "changed"
        ? queries.fetchQuery({ ...consortiumQuery, staleTime: 0 })
        : undefined,
    onSaved: (saved, left) => {
      queries.setQueryData(consortiumQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
      toastDone(left ? "Saved. Later input is not saved yet." : "The settings are saved.");
    },
  });
  const set = (part: Partial<SettingsForm>, ...mended: string[]) =>
    form.change((before) => ({ ...before, ...part }), ...Object.keys(part), ...mended);
  return { form, saving, set };
}
