import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { admin, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const inspection = {
  format: "generic",
  compression: "gzip",
  delimiter: "tab",
  encoding: "UTF-8",
  build: { guess: "grch38", known: 14, at_37: 0, at_38: 14, reason: "14 of 14." },
  columns: [{ field: "chromosome", column: "chr", confidence: "certain" }],
  questions: [],
  unmapped: [],
  findings: [],
  header: ["chr"],
  sample_rows: [["4"]],
  rows_looked_at: 1,
  totals: {},
};
const run = {
  id: "r1",
  task: "convert",
  status: "done",
  upload_id: "u1",
  file_name: "study.tsv.gz",
  file_bytes: 1200,
  answers: { n: 500, n_cases: 100 },
  study: { trait: "Heart failure", sex: "combined" },
  files: [],
  created_at: "2026-01-01T10:00:00Z",
  finished_at: "2026-01-01T10:00:09Z",
  expires_at: "2026-01-02T10:00:09Z",
  conversion: {
    rows_in: 9,
    rows_written: 9,
    excluded: [],
    repaired: [],
    mapping: {},
    md5: "0f",
    sample_size: 500,
    lacking: [],
  },
};
const controlsMissing = "Enter the number of controls too, or remove that of cases.";
const server = {
  "GET /api/is-logged-in": admin,
  "GET /api/uploads/": { items: [] },
  "GET /api/tools/runs/r1": run,
  "GET /api/uploads/u1/inspection": inspection,
  "GET /api/sumstats/columns": { items: [] },
  "POST /api/tools/runs": () => refused(422, controlsMissing, [{ field: "n_controls", message: controlsMissing }]),
};
const card = async () => within(await screen.findByRole("region", { name: "Metadata of the converted table" }));
const typedIn = (input: HTMLElement) => (input as HTMLInputElement).value;

beforeEach(() => localStorage.clear());

test("what was stated is there; a refusal stands beside its field, and goes when the field is changed", async () => {
  const { asked } = renderApp("/tools/r1", server);
  const form = await card();
  expect(typedIn(form.getByLabelText("Trait"))).toBe("Heart failure");
  expect(typedIn(form.getByLabelText("Sex"))).toBe("combined");
  await userEvent.type(form.getByLabelText("Ancestry category"), "European");
  await userEvent.clear(form.getByLabelText("Sample size"));
  await userEvent.click(screen.getByRole("button", { name: "Convert" }));

  expect(await form.findByText(controlsMissing)).toBeTruthy();
  expect(form.getByLabelText("Controls").getAttribute("aria-invalid")).toBe("true");
  expect(typedIn(form.getByLabelText("Ancestry category"))).toBe("European");
  expect(await accessFaults()).toEqual([]);
  const sent = asked.find(({ method, url }) => method === "POST" && url.endsWith("/api/tools/runs"));
  expect(await sent?.json()).toEqual({
    upload_id: "u1",
    task: "convert",
    answers: { genome_build: "GRCh38", n_cases: 100 },
    study: { trait: "Heart failure", ancestry: "European", sex: "combined" },
  });
  await userEvent.type(form.getByLabelText("Controls"), "4");
  expect(form.queryByText(controlsMissing)).toBeNull();
});

test("a number that cannot be read is told beside it and keeps from converting; what is typed outlives the page", async () => {
  const { unmount } = renderApp("/tools/r1", server);
  const form = await card();
  await userEvent.type(form.getByLabelText("Controls"), "many");
  await userEvent.tab();
  expect(form.getByText("Enter a whole number, such as 361194.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Convert" }).getAttribute("aria-disabled")).toBe("true");
  unmount();

  renderApp("/tools/r1", server);
  expect(typedIn((await card()).getByLabelText("Controls"))).toBe("many");
});
