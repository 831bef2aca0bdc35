import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PublicFreeze } from "@/api/hermes/freezes-public";
import { refused, renderApp } from "@/test-app";

const sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const freeze: PublicFreeze = {
  name: "hermes-release-4",
  title: "HERMES release 4",
  release_version: "4.0",
  published_at: "2026-11-01T00:00:00Z",
  deadline: "2026-10-15",
  terms: "Free for research.",
  citation: "HERMES consortium, release 4, 2026.",
  release_notes: "# HERMES release 4\n\n## New cohorts\n\n- Fjord\n",
  withdrawn_cohorts: [],
  methods: "Results were combined by **inverse variance**.",
  genome_build: "GRCh37",
  phenotypes: [{ code: "HF", description: "Heart failure" }],
  ancestries: ["EU"],
  results: [
    {
      phenotype: "HF",
      ancestry: "EU",
      sex: "both",
      name: "ivw",
      n_studies: 14,
      participants: 1_488_000,
      n_variants: 8_400_000,
      n_loci: 71,
      lambda_gc: null,
      files: [{ name: "HF_EU_both_ivw.results.tsv.gz", size: 210_000_000, sha256 }],
    },
  ],
  cohorts: [{ cohort: "Fjord", ancestries: ["EU"], phenotypes: ["HF"], files: 1, participants: 64_000 }],
};

const nobody = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };

test("a visitor without an account reads results, citation and files with checksums", async () => {
  renderApp("/p/freezes/hermes-release-4", { ...nobody, "GET /api/public/freezes/hermes-release-4": freeze });
  expect(await screen.findByRole("heading", { level: 1, name: "HERMES release 4" })).toBeTruthy();
  expect(screen.getByText(freeze.citation)).toBeTruthy();
  expect(screen.getByText("Free for research.")).toBeTruthy();
  const [, row] = within(screen.getByRole("region", { name: "Results" })).getAllByRole("row");
  expect(row?.textContent).toBe("Heart failureEuropeanBoth sexesFixed effect141,488,0008,400,00071–");
  const file = screen.getByRole("link", { name: "HF_EU_both_ivw.results.tsv.gz" });
  expect(file.getAttribute("href")).toBe("/api/public/freezes/hermes-release-4/files/HF_EU_both_ivw.results.tsv.gz");
  expect(screen.getByText(sha256)).toBeTruthy();
  expect(screen.getByText("inverse variance").tagName).toBe("STRONG");
});

test("a withdrawn freeze says so", async () => {
  renderApp("/p/freezes/gone", { ...nobody, "GET /api/public/freezes/gone": () => refused(404, "Not published.") });
  expect(await screen.findByText("There is no published freeze at this address")).toBeTruthy();
});
