import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { HermesUpload, QcRun } from "@/api/hermes/hermes";
import { renderApp } from "@/test-app";
import { upload } from "../review/testing";
import { stateSentence } from "./words";

const run = (status: QcRun["status"], change: Partial<QcRun> = {}): QcRun => ({
  id: "r1",
  upload_id: "u1",
  number: 1,
  status,
  settings: { fd: 0.2, adj: "none", noind: false },
  created_at: "2026-11-18T14:02:00Z",
  created_by: "uploader1",
  job_id: "j1",
  ...change,
});

/** The calls for what only a finished run has. */
async function open(status: HermesUpload["status"], of: QcRun | undefined): Promise<string[]> {
  const asked: string[] = [];
  const { run: _, ...without } = upload({ status, waiting_on: "uploader", actions: { rerun: { allowed: true } } });
  const at = "GET /api/hermes/uploads/u1";
  const told = (request: Request) => {
    asked.push(request.url);
    return {};
  };
  await renderApp("/hermes/qc/u1", {
    [at]: of ? { ...without, run: of } : without,
    [`${at}/qc-runs`]: { items: of ? [of] : [] },
    [`${at}/qc-runs/r1`]: told,
    [`${at}/qc-runs/r1/plots/manhattan`]: told,
    [`${at}/qc-runs/r1/plots/qq`]: told,
    [`${at}/peers`]: { items: [] },
    "GET /api/hermes/portal-config": { ancestries: [], panels: [] },
    "GET /api/hermes/phenotypes": { items: [] },
  });
  return asked;
}

test.each<[HermesUpload["status"], QcRun | undefined, string]>([
  ["SUBMITTED TO LIFTOVER", run("RUNNING"), "QC run 1"],
  ["SUBMITTED TO QC", run("QUEUED"), "QC run 1"],
  [
    "LIFTOVER FAILED",
    run("FAILED", { error: "Rows of both genome builds are mixed." }),
    "This file could not be lifted over",
  ],
  ["FAILED QC", run("FAILED", { error: "The file ends in the middle." }), "QC ended without a report"],
  ["FAILED TO SUBMIT TO QC", undefined, "QC could not be started"],
  ["FAILED TO SUBMIT TO QC", run("CANCELLED"), "This run was cancelled"],
])("a submission that is %s shows why there is no report, and asks for none", async (status, of, title) => {
  const asked = await open(status, of);
  await screen.findByRole("heading", { name: title });
  if (of?.error) screen.getByText(of.error);
  expect(screen.queryByRole("region", { name: "Manhattan" })).toBeNull();
  expect(asked).toEqual([]);
});

test.each<[QcRun | undefined, string]>([
  [undefined, "QC could not be started"],
  [run("CANCELLED"), "QC was cancelled"],
  [run("FAILED"), "QC ended without a report"],
])("the head says the same as what stands below it: %#", (of, sentence) => {
  const { run: _, ...without } = upload({ status: "FAILED TO SUBMIT TO QC" });
  expect(stateSentence(of ? { ...without, run: of } : without, 0)).toBe(sentence);
});
