import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { HermesUpload } from "@/api/hermes";
import { person, renderApp } from "@/test-app";

const upload = (id: string): Partial<HermesUpload> => ({
  id,
  phenotype: "HF",
  ancestry: "EU",
  sex: "both",
  cohort: id,
  genome_build: "hg19",
});

function open(id: string) {
  const reviewer = person({ id, roles: ["reviewer"], permissions: ["runMetaAnalysis", "viewAllData"] });
  return renderApp("/hermes/ma/new", {
    "GET /api/is-logged-in": reviewer,
    "GET /api/hermes/uploads": { items: [upload("North"), upload("South")], total: 2 },
    "GET /api/hermes/phenotypes": { items: [] },
  });
}

const heartFailure = () => screen.findByRole("radio", { name: /HF/ });

test("choices are kept for the account that made them", async () => {
  open("u1");
  await userEvent.click(await heartFailure());
  cleanup();
  open("u2");
  expect((await heartFailure()).getAttribute("aria-checked")).toBe("false");
  cleanup();
  open("u1");
  expect((await heartFailure()).getAttribute("aria-checked")).toBe("true");
});
