import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { showReport } from "./testReport";
import { cases, measured } from "./truthCases";

/** The titles of cards without a word in them. */
function emptyCards(): string[] {
  return [...screen.getByRole("main").querySelectorAll("section")].flatMap((card) => {
    const title = card.querySelector("h2")?.textContent ?? "";
    return card.textContent?.replace(title, "").trim() ? [] : [title];
  });
}

/** The complete text of the page, including text for screen readers, block by block. */
async function wordsOfPage(): Promise<string> {
  await screen.findByRole("heading", { name: "Row counts" });
  await screen.findByRole("heading", { name: "QQ" });
  await waitFor(() => expect(document.querySelector('[aria-label^="Reading "]')).toBeNull());
  await screen.findByRole("region", { name: "Lead variants" });
  // A card that waits for its answer has no words yet.
  await waitFor(() => expect(emptyCards()).toEqual([]));
  const main = screen.getByRole("main");
  const blocks = [...main.querySelectorAll("p, li, dt, dd, td, th, h1, h2, summary, button, a, strong, span, div")];
  const own = (element: Element) =>
    [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : "")).join("");
  const labels = [...main.querySelectorAll("[aria-label], [title]")].flatMap((element) => [
    element.getAttribute("aria-label") ?? "",
    element.getAttribute("title") ?? "",
  ]);
  return [...blocks.map(own), ...labels].filter((text) => text.trim() !== "").join("\n");
}

describe("the report says nothing that is not so", () => {
  it.each(cases)("$what", async (of) => {
    showReport(of);
    const words = await wordsOfPage();
    expect(words).not.toMatch(/NaN|(?<!under the )null|undefined|Infinity|\[object/);
    expect(
      words.match(/(^|[\s(])1 (rows|people|loci|variants|steps|warnings|cases|controls|autosomes|reasons)\b/g),
    ).toBeNull();
    const page = screen.getByRole("main").textContent ?? "";
    for (const sentence of of.says ?? []) expect(page).toMatch(sentence);
    for (const sentence of of.never ?? []) expect(page).not.toMatch(sentence);

    const steps = within(screen.getByRole("navigation", { name: "Steps of the check" })).getAllByRole("button");
    const ticked = steps.filter((step) => step.textContent?.includes("✓"));
    const title = (step: HTMLElement) => measured.find((name) => step.textContent?.includes(name));
    expect(ticked.map(title).sort()).toEqual([...of.ticks].sort());
    for (const step of ticked) expect(step.textContent).toMatch(/passed$/);
    for (const step of steps) if (step.textContent?.includes("–not")) expect(step.textContent).toMatch(/not measured$/);
  });
});
