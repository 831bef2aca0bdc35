import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, test } from "vitest";
import type { DatasetCheck } from "@/api/datasets/datasets";
import { refused } from "@/test-app";
import { check, dataFile, dataset, open, phenotype, rowsReport } from "./testing";

const job: NonNullable<DatasetCheck["job"]> = {
  id: "j1",
  kind: "dataset-check",
  subject_id: "d1",
  state: "running",
  stage: "Checking, 400,000 of 1,000,000 rows",
  done: 400,
  total: 1000,
  eta_seconds: 20,
  attempt: 1,
  updated_at: "2026-11-21T10:00:00Z",
};

const preview = {
  format: "unknown",
  compression: "gzip",
  delimiter: "tab",
  encoding: "utf-8",
  build: { guess: "grch38" },
  columns: [],
  unmapped: [],
  findings: [],
  header: ["chromosome", "p", "p"],
  sample_rows: [["1", "0.5", "0.6"]],
};

const report = rowsReport({
  findings: [{ severity: "warn", code: "eaf", message: "No column holds a frequency." }],
  steps: [{ name: "inflation", verdict: "pass", metrics: {}, messages: [] }],
  n_leads: 1,
  lead_variants: [
    {
      variant_id: "16_50729867_C_CG",
      rsid: "rs2066847",
      chromosome: 16,
      base_pair_location: 50_729_867,
      effect_allele: "CG",
      other_allele: "C",
      beta: 1.13,
      standard_error: 0.05,
      effect_allele_frequency: 0.02,
      p_value: "4.0e-59",
      neg_log_10_p_value: 58.4,
      n: 24_204,
    },
  ],
});

const files = "GET /api/datasets/d1/files/f1";

function results(status: Partial<DatasetCheck> | undefined, change = {}, answers = {}, stated = {}) {
  const file = dataFile({ check: status && check(status), ...stated });
  return open(dataset({ phenotypes: [phenotype({ file })], ...change }), "/datasets/d1?part=results", {
    [`${files}/preview`]: preview,
    [`${files}/checks`]: { items: [check({ ...status, report })] },
    ...answers,
  });
}

const cannot = { edit: false, share: false, transfer: false, delete: false, restore: false };

test("a checked file shows verdict, findings, top hits and its first rows", async () => {
  results({ status: "warned" });
  const hits = within(await screen.findByRole("group", { name: "Top hits, table" }));
  const cells = hits.getAllByRole("cell").map((cell) => cell.textContent);
  expect(cells).toEqual(["16:50,729,867", "rs2066847", "CG / C", "0.020", "1.13", "0.05", "4.0e-59", "24,204"]);
  expect(screen.getByText("No column holds a frequency.")).toBeTruthy();
  expect(screen.getByText("1.043")).toBeTruthy();
  expect(screen.getByText(/990 of 1,000 rows are valid \(99\.0 %\)/)).toBeTruthy();
  const rows = within(await screen.findByRole("group", { name: "First rows, table" }));
  expect(rows.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["chromosome", "p", "p"]);
  expect(await screen.findAllByText("The check has no such figure.")).toHaveLength(2);
  await userEvent.click(hits.getByRole("button", { name: "16:50,729,867" }));
  expect(hits.getByRole("button", { pressed: true })).toBeTruthy();
});

test("a check at work shows how far it is, and is cancelled", async () => {
  const { writes } = results(
    { status: "running", job },
    {},
    { "POST /api/jobs/j1/cancel": { ...job, state: "cancelled" } },
  );
  expect(await screen.findByText("40 %")).toBeTruthy();
  expect(screen.getByText(/400,000 of 1,000,000 rows/)).toBeTruthy();
  expect(screen.queryByRole("group", { name: "Top hits, table" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
});

describe("a check that did not come to a verdict", () => {
  it("has questions: the way to answer them", async () => {
    results({ status: "questions", rows_in: undefined });
    const answer = await screen.findByRole("link", { name: "Answer the questions" });
    expect(answer.getAttribute("href")).toBe("/datasets/d1?edit=true&step=files");
  });

  it("has questions: a reader is told who can answer", async () => {
    results({ status: "questions", rows_in: undefined }, { can: cannot });
    expect(await screen.findByText(/ada or a co-owner can answer/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Answer the questions" })).toBeNull();
  });

  it("is of something else", async () => {
    results({ status: "foreign", rows_in: undefined, error: "This looks like a credible set." });
    expect(await screen.findByText("This looks like a credible set.")).toBeTruthy();
  });

  it("broke off: it is started again", async () => {
    const { writes } = results(
      { status: "broken", rows_in: undefined, error: "The server could not finish." },
      {},
      {
        "POST /api/datasets/d1/files/f1/checks": check({ status: "queued" }),
      },
    );
    expect(await screen.findByText(/The server could not finish\./)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Check again" }));
    await waitFor(() => expect(writes()).toHaveLength(1));
  });

  it("was never made, for want of a build", async () => {
    results(undefined, {}, {}, { genome_build: "n/a" });
    expect(await screen.findByText(/choose GRCh37 \(hg19\) or GRCh38 \(hg38\) under Edit/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Check it now" })).toBeNull();
  });
});

test("a file that is no table still has its page", async () => {
  results(
    { status: "foreign", rows_in: undefined },
    {},
    {
      [`${files}/preview`]: () => refused(422, "The file cannot be read as a table."),
    },
  );
  expect(
    await screen.findByText(/The file cannot be read as a table\. The file can still be downloaded\./),
  ).toBeTruthy();
});

test("of several phenotypes one is shown, and the choice stands in the address", async () => {
  const second = phenotype({ id: "p2", description: "Ulcerative colitis" });
  const first = phenotype({ file: dataFile({ check: check() }) });
  const { router } = open(dataset({ phenotypes: [second, first] }), "/datasets/d1?part=results", {
    [`${files}/preview`]: preview,
    [`${files}/checks`]: { items: [check({ report })] },
  });
  expect(await screen.findByRole("region", { name: "Crohn's disease" })).toBeTruthy();
  const list = within(screen.getByRole("navigation", { name: "Phenotypes" }));
  await userEvent.click(list.getByRole("link", { name: /Ulcerative colitis/ }));
  expect(await screen.findByText("No file yet", { selector: "h2" })).toBeTruthy();
  expect(router.state.location.search).toEqual({ part: "results", phenotype: "p2" });
});
