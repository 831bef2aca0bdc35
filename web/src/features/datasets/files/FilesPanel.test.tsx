import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as tus from "tus-js-client";
import { beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/api/client";
import type { Dataset } from "@/api/datasets";
import { readDraft, writeDraft } from "@/lib/draft";
import { type Answer, refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { check, contributor, dataFile, dataset, open as openPage, phenotype, sha256 } from "../page/testing";
import { filesDraft, newTask, type Task } from "./tasks";

const sent: tus.Upload[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(tus.Upload.prototype, "start").mockImplementation(function (this: tus.Upload) {
    sent.push(this);
  });
  vi.spyOn(tus.Upload.prototype, "abort").mockResolvedValue();
  vi.spyOn(tus.Upload.prototype, "findPreviousUploads").mockResolvedValue([]);
});

const mine = { account: contributor.id, object: "d1" };
const empty = dataset({ phenotypes: [] });

const inspection: Schemas["Inspection"] = {
  format: "FinnGen",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "hg19", share_37: 1 },
  columns: [
    { field: "chromosome", column: "chrom", confidence: "certain" },
    { field: "effect_allele", column: "alt", confidence: "ask", question: "Is alt the effect allele?" },
  ],
  unmapped: [],
  findings: [],
  header: ["chrom", "alt"],
  sample_rows: [["16", "A"]],
};

const doc = (field: string) => ({ field, label: field, description: "", needed: true, instead: [], headers: [field] });
const known = [
  { name: "CD", description: "Crohn's disease", group: "Gut", dichotomous: true, datasets: 1 },
  { name: "BMI", description: "Body mass index", group: "Body", dichotomous: false, datasets: 3 },
];

const held = (change: Partial<Schemas["PendingUpload"]> = {}): Schemas["PendingUpload"] => ({
  id: "up1",
  file_name: "crohns.tsv.gz",
  size: 900,
  offset: 900,
  complete: true,
  sha256,
  created_at: "2026-11-21T08:00:00Z",
  expires_at: "2026-11-28T08:00:00Z",
  ...change,
});

function open(of: Dataset, answers: Record<string, Answer> = {}) {
  return openPage(of, "/datasets/d1?edit=true&step=files", {
    "GET /api/uploads/": { items: [] },
    "GET /api/studies": { items: [], total: 0 },
    "GET /api/phenotypes": { items: known, total: known.length },
    "POST /api/sumstats/preview": inspection,
    "GET /api/sumstats/columns": { items: [doc("chromosome"), doc("effect_allele")] },
    ...answers,
  });
}

/** A file that an earlier visit stored and began to describe. */
function kept(change: Partial<Task> = {}) {
  const task = { ...newTask("k1", { kind: "phenotype" }), file: { name: "crohns.tsv.gz", size: 900 }, uploadId: "up1" };
  writeDraft(filesDraft, mine, { content: { tasks: [{ ...task, ...change }] }, savedAt: 1 });
}

const box = (name: RegExp) => screen.findByRole("textbox", { name });
const button = (name: RegExp | string) => screen.findByRole("button", { name });

test("several files become rows and are sent at once; what they are is shown", async () => {
  open(empty);
  const files = [new File(["aa"], "a.tsv"), new File(["bbb"], "b.tsv"), new File([], "empty.tsv")];
  await userEvent.upload(await screen.findByLabelText(/Choose files/), files);
  expect(await screen.findByRole("form", { name: "New phenotype a.tsv" })).toBeTruthy();
  expect(screen.getByRole("form", { name: "New phenotype b.tsv" })).toBeTruthy();
  expect(screen.getByText("empty.tsv is empty.")).toBeTruthy();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(await screen.findAllByText(/Looks like FinnGen output.*2 of 2 columns recognised/)).toHaveLength(2);
  const first = screen.getByRole("form", { name: "New phenotype a.tsv" });
  await userEvent.click(within(first).getByRole("button", { name: "First rows" }));
  expect(within(first).getByRole("cell", { name: "16" })).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
});

test("a code that is typed without picking is recognised; cases and controls must be the sample size", async () => {
  kept();
  const made = dataset();
  const { writes } = open(empty, {
    "GET /api/uploads/": { items: [held()] },
    "POST /api/datasets/d1/phenotypes": made,
  });
  await userEvent.type(await screen.findByRole("combobox", { name: /Phenotype/ }), "crohn's DISEASE");
  expect(await screen.findByText("On the list as CD, a dichotomous trait")).toBeTruthy();
  await userEvent.type(await box(/^Cases/), "1,204");
  await userEvent.type(await box(/^Controls/), "23,000");
  await userEvent.type(await box(/^Sample size/), "25,000");
  expect(screen.getByText("Cases and controls are 24,204 together, not 25,000.")).toBeTruthy();
  await userEvent.click(await button("Use 24,204"));
  await userEvent.click(await button("Add this phenotype"));
  expect(await screen.findByText(/1,204 cases, 23,000 controls/)).toBeTruthy();
  expect(await writes()[0]?.json()).toEqual({
    phenotype: "CD",
    description: "Crohn's disease",
    dichotomous: true,
    sample_size: 24_204,
    cases: 1204,
    controls: 23_000,
    upload_id: "up1",
  });
  await waitFor(() => expect(readDraft(filesDraft, mine)).toBeUndefined());
});

test("a free name needs the kind of trait, and nothing is sent without it", async () => {
  kept();
  const { writes } = open(empty, {
    "GET /api/uploads/": { items: [held()] },
    "GET /api/phenotypes": { items: [], total: 0 },
    "POST /api/datasets/d1/phenotypes": dataset(),
  });
  await userEvent.type(await screen.findByRole("combobox", { name: /Phenotype/ }), "A & B / #1");
  await userEvent.click(await button("Add this phenotype"));
  expect(await screen.findByText("Say what kind of trait it is.")).toBeTruthy();
  expect(writes()).toEqual([]);
  await userEvent.click(screen.getByRole("radio", { name: "Quantitative" }));
  await userEvent.type(await box(/^Sample size/), "500");
  await userEvent.click(await button("Add this phenotype"));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await writes()[0]?.json()).toMatchObject({ phenotype: "A & B / #1", dichotomous: false, sample_size: 500 });
});

test("a file that is refused keeps its row, its upload and the reason", async () => {
  kept({ phenotype: "Weight", dichotomous: "no", sample_size: "500" });
  const message = "The file ends in .gz, but is not compressed.";
  open(empty, {
    "GET /api/uploads/": { items: [held()] },
    "POST /api/datasets/d1/phenotypes": () => refused(422, message, [{ field: "upload_id", message }]),
  });
  await userEvent.click(await button("Add this phenotype"));
  expect(await screen.findByText(new RegExp(message))).toBeTruthy();
  expect(((await screen.findByRole("combobox", { name: /Phenotype/ })) as HTMLInputElement).value).toBe("Weight");
  expect(readDraft(filesDraft, mine)?.content.tasks[0]?.uploadId).toBe("up1");
});

test("a half-sent file is found again after a reload: the same one goes on, another is refused", async () => {
  kept();
  open(empty, { "GET /api/uploads/": { items: [held({ offset: 400, complete: false, sha256: undefined })] } });
  expect(await screen.findByText(/400 of 900 bytes are on the server/)).toBeTruthy();
  const input = () => screen.getByLabelText(/Choose crohns.tsv.gz again/);
  await userEvent.upload(input(), new File(["short"], "other.tsv"));
  expect(await screen.findByText(/This is not the file that was begun/)).toBeTruthy();
  await userEvent.upload(input(), new File(["x".repeat(900)], "crohns.tsv.gz"));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.options.uploadUrl).toMatch(/\/api\/uploads\/up1$/);
});

test("what was handed in while the page was gone is not offered again", async () => {
  const size = 12_300_000;
  kept({ phenotype: "Crohn's disease", code: "CD", wanted: true, file: { name: "crohns.tsv.gz", size } });
  open(dataset());
  await screen.findByRole("heading", { name: "Crohn's disease" });
  await waitFor(() => expect(screen.queryByRole("form", { name: /New phenotype/ })).toBeNull());
});

test("an upload that belongs to nothing can be taken up or discarded", async () => {
  const { writes } = open(empty, {
    "GET /api/uploads/": { items: [held()] },
    "DELETE /api/uploads/up1": () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByText("1 file of yours on the server that belongs to nothing yet"));
  await userEvent.click(await button("Use for a phenotype"));
  expect(await screen.findByRole("form", { name: "New phenotype crohns.tsv.gz" })).toBeTruthy();
  expect(await screen.findByText(/confirmed by the server/)).toBeTruthy();
  await userEvent.click(await button("Remove"));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(writes().map(({ method }) => method)).toEqual(["DELETE"]));
});

test("sizes are changed at the phenotype, and refusals stand at their fields", async () => {
  let calls = 0;
  const refusal = refused(422, "Too many.", [{ field: "cases", message: "More cases than people." }]);
  const { writes } = open(dataset(), {
    "PUT /api/datasets/d1/phenotypes/p1": () => (calls++ === 0 ? refusal : dataset()),
  });
  await userEvent.click(await button("Edit sizes"));
  const cases = await box(/^Cases/);
  await userEvent.clear(cases);
  await userEvent.type(cases, "1,205");
  expect(screen.getByText(/24,205 together, not 24,204/)).toBeTruthy();
  await userEvent.click(await button("Use 24,205"));
  await userEvent.click(await button("Save sizes"));
  expect(await screen.findByText("More cases than people.")).toBeTruthy();
  await userEvent.click(await button("Save sizes"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save sizes" })).toBeNull());
  expect(await writes()[1]?.json()).toMatchObject({ cases: 1205, controls: 23_000, sample_size: 24_205 });
});

test("deleting a phenotype is asked about first", async () => {
  const { writes } = open(dataset(), { "DELETE /api/datasets/d1/phenotypes/p1": empty });
  await userEvent.click(await button("Delete"));
  const dialog = await screen.findByRole("dialog", { name: "Delete Crohn's disease?" });
  expect(writes()).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete phenotype" }));
  expect(await screen.findByText("Crohn's disease was deleted.")).toBeTruthy();
});

test("a credible set is named before its file, renamed, and deleted after asking", async () => {
  const set = {
    id: "c1",
    name: "Lead loci",
    created_at: "2026-11-20T09:57:00Z",
    versions: 1,
    file: dataFile({ id: "f2" }),
  };
  const of = dataset({ phenotypes: [phenotype({ file: dataFile(), credible_sets: [set] })] });
  const { writes } = open(of, {
    "PUT /api/datasets/d1/phenotypes/p1/credible-sets/c1": of,
    "DELETE /api/datasets/d1/phenotypes/p1/credible-sets/c1": dataset(),
  });
  await userEvent.click(await button("Add a credible set"));
  await userEvent.upload(screen.getByLabelText(/Choose its file/), new File(["x"], "cs.tsv"));
  expect(await screen.findByText("Name the credible set first.")).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: /Name of the credible set/ }), "Second/signal");
  await userEvent.upload(screen.getByLabelText(/Choose its file/), new File(["x"], "cs.tsv"));
  await waitFor(() => expect(sent).toHaveLength(1));

  await userEvent.click(await button("Rename"));
  const name = await box(/New name/);
  await userEvent.clear(name);
  await userEvent.type(name, "First signal");
  await userEvent.click(screen.getAllByRole("button", { name: "Rename" }).at(-1) as HTMLElement);
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await writes()[0]?.json()).toEqual({ name: "First signal" });
  const sets = screen.getByRole("region", { name: "Credible sets of Crohn's disease" });
  await userEvent.click(within(sets).getByRole("button", { name: "Delete" }));
  await userEvent.click(await button("Delete credible set"));
  await waitFor(() => expect(writes().at(-1)?.method).toBe("DELETE"));
});

test("columns that are in doubt are confirmed, and the file is checked again with them", async () => {
  const file = dataFile({ check: check({ status: "questions" }) });
  const { writes } = open(dataset({ phenotypes: [phenotype({ file })] }), {
    "GET /api/datasets/d1/files/f1/checks": { items: [] },
    "GET /api/datasets/d1/files/f1/preview": inspection,
    "POST /api/datasets/d1/files/f1/checks": check({ status: "queued" }),
  });
  expect(await screen.findByText("The columns of this file have to be confirmed")).toBeTruthy();
  const again = (await button("Check with these columns")) as HTMLButtonElement;
  expect(await accessFaults()).toEqual([]);
  expect(again.disabled).toBe(true);
  await userEvent.click(await button("Yes, use alt"));
  await userEvent.click(again);
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await writes()[0]?.json()).toEqual({ mapping: { chromosome: "chrom", effect_allele: "alt" } });
});

test("what the check found is shown with its file", async () => {
  const file = dataFile({ check: check({ status: "warned" }) });
  const report = { findings: [{ severity: "warn", code: "p", message: "Few P values agree.", line: 7 }], steps: [] };
  open(dataset({ phenotypes: [phenotype({ file })] }), {
    "GET /api/datasets/d1/files/f1/checks": { items: [check({ status: "warned", report })] },
  });
  await userEvent.click(await button("What the check found"));
  expect(await screen.findByText("Line 7: Few P values agree.")).toBeTruthy();
});
