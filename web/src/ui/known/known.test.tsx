import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { KnownCell } from "./KnownCell";
import { type KnownLocus, knownText, madeWith, nearText } from "./known";

const nearest = {
  variant: "rs2200733",
  trait: "Atrial fibrillation",
  base_pair_location: 111710169,
  distance: 9831,
  neg_log_10_p_value: 40.5,
  pubmed_id: "17603472",
};
const same = { ...nearest, variant: "rs5", trait: "Heart failure", distance: 90169, pubmed_id: "5" };

const cell = (locus: KnownLocus | undefined) => {
  const { unmount } = render(
    <table>
      <tbody>
        <tr>
          <KnownCell locus={locus} />
        </tr>
      </tbody>
    </table>,
  );
  const text = screen.getByRole("cell").textContent;
  const link = screen.queryByRole("link")?.getAttribute("href") ?? null;
  unmount();
  return [text, link];
};

test("a known locus leads to its publication, that of the same trait where there is one", () => {
  expect(cell({ known: true, nearest })).toEqual([
    "Known9.8 kbAtrial fibrillation",
    "https://pubmed.ncbi.nlm.nih.gov/17603472/",
  ]);
  expect(cell({ known: true, nearest, same_trait: same, linked: nearest, r2: 1 / 3 })).toEqual([
    "Known90 kb, r² 0.33Heart failure",
    "https://pubmed.ncbi.nlm.nih.gov/5/",
  ]);
  expect(cell({ known: false })).toEqual(["New", null]);
  expect(cell(undefined)).toEqual(["–", null]);
});

test("r² is said where it was measured, and of the variant that it is of", () => {
  expect(nearText({ known: true, nearest: { ...nearest, distance: 0 } })).toBe("at it");
  expect(knownText({ known: true, nearest, same_trait: same, linked: nearest, r2: 0.5 }).split("\n")).toEqual([
    "Same trait: rs5, Heart failure, PubMed 5",
    "Nearest: rs2200733, Atrial fibrillation, PubMed 17603472",
    "Most closely linked, r² 0.50: rs2200733, Atrial fibrillation, PubMed 17603472",
  ]);
  expect(knownText({ known: true, nearest, same_trait: nearest })).toBe(
    "Same trait: rs2200733, Atrial fibrillation, PubMed 17603472",
  );
});

test("the answer names what it was made with", () => {
  const list = { name: "catalog", genome_build: "GRCh38", version: "2026-10", lost: 1200 };
  expect(madeWith({ items: [], list, ld: { name: "1kg", genome_build: "GRCh37" } })).toBe(
    "Known: within 500 kb of an association of P ≤ 5e-8 in catalog (2026-10); 1,200 of its entries cannot be lifted to this genome build. r² from 1kg.",
  );
  expect(madeWith({ items: [], list: { name: "catalog", genome_build: "GRCh38" } })).toBe(
    "Known: within 500 kb of an association of P ≤ 5e-8 in catalog.",
  );
});
