import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { check, codes, dataFile, dataset, phenotype, rowsReport } from "../page/testing";
import { box, button, empty, inspection, open, sent, watchUploads } from "./testing";

beforeEach(watchUploads);

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
  expect(await screen.findByText("Enter a name for the credible set first.")).toBeTruthy();
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
  const report = { findings: [{ severity: "warn" as const, code: "p", message: "Few P values agree.", line: 7 }] };
  open(dataset({ phenotypes: [phenotype({ file })] }), {
    "GET /api/datasets/d1/files/f1/checks": { items: [check({ status: "warned", report })] },
  });
  await userEvent.click(await button("Check results"));
  expect(await screen.findByText("Line 7: Few P values agree.")).toBeTruthy();
});

test("a file whose positions are on another build is checked on that", async () => {
  const file = dataFile({ check: check({ status: "failed" }) });
  const report = { findings: [], file_build: "GRCh37" };
  const { writes } = open(dataset({ phenotypes: [phenotype({ file })] }), {
    "GET /api/dataset-codes": {
      ...codes,
      genome_build: [
        { value: "hg19", label: "GRCh37 (hg19)" },
        { value: "grch38", label: "GRCh38 (hg38)" },
      ],
    },
    "GET /api/datasets/d1/files/f1/checks": { items: [check({ status: "failed", report })] },
    "POST /api/datasets/d1/files/f1/checks": check({ status: "queued" }),
  });
  await userEvent.click(await button("Set genome build"));
  expect(await screen.findByText("The positions of this file are on GRCh37 (hg19)")).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
  await userEvent.click(await button("Check on this build"));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await writes()[0]?.json()).toEqual({ genome_build: "hg19" });
});

test("columns that were confirmed once can be changed, from what was confirmed", async () => {
  const file = dataFile({ check: check({ status: "passed" }) });
  const report = rowsReport({ mapping: { chromosome: "chrom", effect_allele: "alt" } });
  const { writes } = open(dataset({ phenotypes: [phenotype({ file })] }), {
    "GET /api/datasets/d1/files/f1/checks": { items: [check({ status: "passed", report })] },
    "GET /api/datasets/d1/files/f1/preview": inspection,
    "POST /api/datasets/d1/files/f1/checks": check({ status: "queued" }),
  });
  await userEvent.click(await button("Change columns"));
  const again = (await button("Check with these columns")) as HTMLButtonElement;
  expect(again.disabled).toBe(false);
  expect(screen.queryByText("The columns of this file have to be confirmed")).toBeNull();
  expect(await accessFaults()).toEqual([]);
  await userEvent.click(again);
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await writes()[0]?.json()).toEqual({ mapping: { chromosome: "chrom", effect_allele: "alt" } });
});
