import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/test-app";
import { button, inspection, metadata, server } from "./testing";

const mapping = { chromosome: "#chrom", effect_allele: "alt", beta: "beta" };
const edited = (mapped: Record<string, string>) => ({
  ...server,
  "GET /api/hermes/uploads/d1/inspection": inspection,
  "GET /api/hermes/uploads/d1": {
    id: "d1",
    dataset_name: metadata.dataSetName,
    metadata,
    mapping: mapped,
    actions: { edit: { allowed: true } },
    review_state: { step: "none", reviewer: "" },
    status: "READY FOR REVIEW",
    version: 4,
  },
});

test("a submission that is edited comes with its phenotype and its build", async () => {
  renderApp("/hermes/new?id=d1&step=study", edited(mapping));
  const phenotype = await screen.findByRole("combobox", { name: /phenotype/i });
  expect((phenotype as HTMLInputElement).value).toMatch(/Heart failure/);
  expect((screen.getByLabelText(/genome build/i) as HTMLSelectElement).value).toBe("hg19");
});

test("one that lacks a column is not saved before it has it", async () => {
  const { beta: _, ...lacking } = mapping;
  const { writes } = renderApp("/hermes/new?id=d1&step=4", edited(lacking));
  await userEvent.click(await button(/Save and run QC again/));
  const summary = await screen.findByRole("alert", { name: /1 problem to correct/ });
  expect(summary.textContent).toMatch(/Choose the column of: beta\./);
  expect(writes()).toEqual([]);
});
