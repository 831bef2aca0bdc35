import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { admin, person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

test("an account that may not send files is told before it chooses one", async () => {
  renderApp("/tools", { "GET /api/is-logged-in": person({ groups: ["sgc"], areas: ["sgc"], permissions: [] }) });
  expect(await screen.findByRole("heading", { name: "403 Forbidden" })).toBeTruthy();
  expect(screen.getByText(/Only accounts that can upload files can use the tools/)).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "SGC" })).toBeTruthy();
});

const inspection = {
  format: "saige",
  format_label: "SAIGE",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "grch38", known: 14, at_37: 0, at_38: 14, reason: "14 of 14." },
  columns: [
    { field: "chromosome", column: "#chrom", confidence: "certain" },
    { field: "base_pair_location", column: "pos", confidence: "certain" },
    { field: "effect_allele", column: "alt", confidence: "ask", reason: "Either may be meant." },
  ],
  questions: [
    {
      question: "Which allele is the effect for?",
      fields: ["effect_allele"],
      evidence: [],
      options: [
        { label: "alt", likely: true, columns: { effect_allele: "alt" } },
        { label: "ref", likely: false, columns: { effect_allele: "ref" } },
      ],
    },
  ],
  unmapped: [{ column: "nearest_genes", examples: ["PITX2"] }],
  findings: [],
  header: ["#chrom", "pos", "alt", "ref", "nearest_genes"],
  sample_rows: [["4", "111600118", "A", "G", "PITX2"]],
  rows_looked_at: 1,
  totals: {},
};
const docs = ["chromosome", "base_pair_location", "effect_allele", "p_value"].map((field) => ({
  field,
  label: field,
  description: "",
  needed: true,
  instead: [],
  headers: [],
}));
const server = {
  "GET /api/is-logged-in": admin,
  "POST /api/sumstats/preview": () => inspection,
  "GET /api/sumstats/columns": { items: docs },
  "GET /api/tools/runs": { items: [] },
  "GET /api/uploads/": { items: [] },
};
const file = new File(["#chrom\tpos\n"], "lakeland_HF.gz");
const signOf = (label: string) =>
  screen.getByText(label, { selector: "li > span" }).previousElementSibling?.textContent;

test("a dropped file: what is certain, what is asked, what is absent; an answer stands in the commands", async () => {
  renderApp("/tools", server);
  await userEvent.upload(await screen.findByLabelText("Choose a file"), file);
  const card = within(await screen.findByRole("region", { name: "Recognised" }));
  expect(card.getByText("6 certain, 2 to confirm")).toBeTruthy();
  expect(card.getByText("GRCh38 (hg38) (14 of 14 known variants agree)")).toBeTruthy();
  expect([signOf("chromosome"), signOf("effect_allele"), signOf("p_value")]).toEqual([
    "✓certain",
    "?to confirm",
    "?to confirm",
  ]);
  expect(await accessFaults()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "alt (likely)" }));
  expect(signOf("effect_allele")).toBe("✓certain");
  expect(screen.getByText(/^cohortium sumstats check/).textContent).toBe(
    "cohortium sumstats check lakeland_HF.gz --build GRCh38 --map effect_allele=alt",
  );
});

test("a file goes on to be indexed without being chosen again", async () => {
  const { router } = renderApp("/tools", server);
  await userEvent.upload(await screen.findByLabelText("Choose a file"), file);
  await screen.findByRole("region", { name: "Recognised" });
  await userEvent.click(screen.getByRole("link", { name: "Index" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/minibioindex/new"));
  expect(await screen.findByText(/lakeland_HF\.gz/)).toBeTruthy();
});

test("a file that cannot be read says why, and the next can be chosen", async () => {
  renderApp("/tools", {
    ...server,
    "POST /api/sumstats/preview": () => refused(422, "This is a picture, not a table."),
  });
  await userEvent.upload(await screen.findByLabelText("Choose a file"), file);
  expect(await screen.findByText("This is a picture, not a table.")).toBeTruthy();
  await userEvent.upload(screen.getByLabelText("Choose a file"), new File([], "empty.tsv"));
  expect(await screen.findByText("empty.tsv is empty.")).toBeTruthy();
});

const run = {
  id: "r1",
  task: "check",
  status: "done",
  upload_id: "u1",
  file_name: "lakeland_HF.gz",
  file_bytes: 1200,
  answers: { mapping: { effect_allele: "alt" } },
  study: {},
  files: [{ name: "report.json", size: 900 }],
  created_at: "2026-01-01T10:00:00Z",
  finished_at: "2026-01-01T10:00:09Z",
  expires_at: "2026-01-02T10:00:09Z",
};
const checked = {
  inspection,
  mapping: {},
  effect_scale: "",
  account: {
    rows_in: 1200,
    rows_out: 1197,
    excluded: [{ reason: "se", sentence: "The standard error is 0.", n: 3, lines: [7, 1009], example: "0" }],
    repaired: null,
  },
  findings: [
    { level: "block", code: "question", message: "Which allele?", remedy: "Answer with --map." },
    { level: "warn", code: "se", message: "Left out: 3 of 1,200 rows." },
    { level: "warn", code: "build", message: "Near.", remedy: "Look twice.", line: 4 },
  ],
};
const results = {
  ...server,
  "GET /api/tools/runs/r1": { ...run, check: checked },
  "GET /api/uploads/u1/inspection": inspection,
};

test("the result of a check: numbers, reasons with their lines, what to do, and the way on with what was answered", async () => {
  const { asked } = renderApp("/tools/r1", {
    ...results,
    "POST /api/tools/runs": () => refused(422, "Which genome build are the positions on?"),
  });
  expect(await screen.findByText("1 question to answer")).toBeTruthy();
  expect(screen.getByText("1,197")).toBeTruthy();
  const left = within(screen.getByRole("region", { name: "Rows that would be excluded" }));
  expect(left.getByText("7, 1,009")).toBeTruthy();
  const told = within(screen.getByRole("region", { name: "Other findings" }));
  expect(told.getByText("Line 4: Near. Look twice.")).toBeTruthy();
  expect(told.queryByText(/Left out/)).toBeNull();
  expect(told.queryByText(/--map/)).toBeNull();
  expect(await screen.findByText("Every question is answered")).toBeTruthy();
  expect(await accessFaults()).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Convert" }));
  expect(await screen.findByText("Which genome build are the positions on?")).toBeTruthy();
  const sent = asked.find(({ method, url }) => method === "POST" && url.endsWith("/api/tools/runs"));
  expect(await sent?.json()).toEqual({
    upload_id: "u1",
    task: "convert",
    answers: { mapping: { effect_allele: "alt" }, genome_build: "GRCh38" },
  });
});

test("a run at work is cancelled; one that failed says why and its file can be indexed all the same", async () => {
  const job = {
    id: "j1",
    kind: "tool-run",
    subject_id: "r1",
    state: "running",
    stage: "Reading",
    done: 1,
    total: 4,
    attempt: 1,
  };
  let cancelled = false;
  const { unmount } = renderApp("/tools/r1", {
    ...results,
    "GET /api/tools/runs/r1": () => ({ ...run, files: [], status: cancelled ? "cancelled" : "running", job }),
    "POST /api/jobs/j1/cancel": () => {
      cancelled = true;
      return job;
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("This was cancelled")).toBeTruthy();
  unmount();

  renderApp("/tools/r1", {
    ...results,
    "GET /api/tools/runs/r1": { ...run, files: [], status: "failed", error: "This is a picture, not a table." },
    "GET /api/uploads/u1/inspection": () => refused(422, "It is no table of text."),
  });
  expect(await screen.findByText("This is a picture, not a table.")).toBeTruthy();
  expect((await screen.findByRole("link", { name: "Index" })).getAttribute("href")).toContain(
    "/minibioindex/new?kind=upload&id=u1",
  );
});
