import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PublicDataset } from "@/api/datasets/public";
import { type Answer, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { codes } from "../page/testing";

const open: PublicDataset = {
  id: "d1",
  title: "Crohn's disease, Lakeland Biobank",
  name: "Moss-2026_CD",
  study: "Lakeland Biobank",
  institution: "Lakeland University",
  creators: ["Ada Moss"],
  data_type: "gwas",
  genome_build: "grch38",
  ancestry: "EU",
  ancestry_counts: [],
  sex: "mixed",
  global_sample_size: 24_204,
  status: "open",
  description: "First line",
  terms: [],
  created_at: "2026-11-20T09:00:00Z",
  updated_at: "2026-11-20T09:58:00Z",
  version: 4,
  citation: "Ada Moss (2026): Moss-2026_CD.",
  phenotypes: [
    {
      id: "p1",
      phenotype: "CD",
      description: "Crohn's disease",
      dichotomous: true,
      sample_size: 24_204,
      cases: 1204,
      controls: 23_000,
      credible_sets: [],
      file: {
        id: "f1",
        file_name: "crohns.tsv.gz",
        version: 1,
        size: 2048,
        sha256: "a".repeat(64),
        path: "/api/d/abc123",
        uploaded_at: "2026-11-20T09:57:00Z",
        genome_build: "grch38",
      },
    },
  ],
};

function page(answers: Record<string, Answer> = {}) {
  return renderApp("/p/datasets/d1", {
    "GET /api/dataset-codes": codes,
    "GET /api/public/datasets/d1": open,
    "GET /api/public/datasets/d1/metadata/schema-org": { "@context": "https://schema.org/" },
    ...answers,
  });
}

test("it is read without asking who is there; the data come first among what can be taken", async () => {
  const { asked } = page();
  await screen.findByRole("heading", { level: 1, name: "Crohn's disease, Lakeland Biobank" });
  const taken = screen.getAllByRole("link", { name: /^Download/ }).map((link) => link.getAttribute("href"));
  expect(taken[0]).toBe("/api/d/abc123");
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login?redirect=%2Fdatasets%2Fd1");
  expect(screen.getByText(/Ask the people to cite/)).toBeTruthy();
  expect(asked.filter(({ url }) => url.includes("is-logged-in"))).toEqual([]);
  expect(await accessFaults()).toEqual([]);
});

test("a file that failed its check says so, why it is public, and on which build it is", async () => {
  const [phenotype] = open.phenotypes;
  if (!phenotype?.file) throw new Error("no file");
  const check = {
    id: "c1",
    status: "failed",
    build: "grch38",
    file_build: "hg19",
    published_despite: "Effects are sound.",
    rows_in: 10,
    rows_clean: 10,
  };
  page({
    "GET /api/public/datasets/d1": { ...open, phenotypes: [{ ...phenotype, file: { ...phenotype.file, check } }] },
    "GET /api/public/datasets/d1/files/f1/results": {
      n_leads: 1,
      lead_variants: [
        {
          chromosome: "1",
          position: 67_705_958,
          effect_allele: "A",
          other_allele: "G",
          neg_log_10_p_value: 20,
          gene: "IL23R",
        },
      ],
    },
  });
  expect(await screen.findByText("This file failed its quality check")).toBeTruthy();
  expect(screen.getByText(/Reason to publish it anyway: Effects are sound\./)).toBeTruthy();
  expect(await screen.findByText(/Its positions are on .*, not on GRCh38/)).toBeTruthy();
});

test("what is said for machines stands in the head of the page while it is open, once", async () => {
  const { unmount } = page();
  const block = `script[type="application/ld+json"]`;
  await waitFor(() => expect(document.head.querySelector(block)?.textContent).toContain("https://schema.org/"));
  expect(document.head.querySelectorAll(block)).toHaveLength(1);
  unmount();
  expect(document.head.querySelectorAll(`${block}, link[rel="alternate"]`)).toHaveLength(0);
});

test("markup stays text, and no address but of the web is linked", async () => {
  const evil = "<img src=x onerror=alert(1)>";
  const { container } = page({
    "GET /api/public/datasets/d1": {
      ...open,
      title: evil,
      description: evil,
      license: "javascript:alert(1)",
      pub_id: "x",
      publication_url: "javascript:alert(2)",
    },
  });
  await screen.findByRole("heading", { level: 1, name: evil });
  expect(container.querySelector("img, script")).toBeNull();
  const targets = [...container.querySelectorAll("a")].map((a) => a.getAttribute("href") ?? "");
  expect(targets.filter((href) => /^javascript:/i.test(href))).toEqual([]);
});

test("one that is not public, or no longer, says so and leads on", async () => {
  page({ "GET /api/public/datasets/d1": () => refused(404, "There is no public data set.", [], "not_public") });
  await screen.findByRole("heading", { level: 1, name: "Not public" });
  expect(screen.getByRole("link", { name: "See all public data" }).getAttribute("href")).toBe("/p/datasets");
});

test("a failure is told, with a way to try again", async () => {
  page({ "GET /api/public/datasets/d1": () => refused(500, "The server has a fault.") });
  expect(await screen.findByText("The data set could not be loaded")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
