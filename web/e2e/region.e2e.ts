import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./story";

/** The region in the address of its page. */
function regionOf(page: Page): { start: number; end: number } {
  const [, start = "", end = ""] = /\/browse\/region\/4(?::|%3A)(\d+)-(\d+)/.exec(page.url()) ?? [];
  return { start: Number(start), end: Number(end) };
}

test("from a Manhattan figure to its peak, the region, a variant and a file of its points", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes/ma/${await demo.first(page, "/api/hermes/meta-analyses")}`);

  await test.step("the credible sets of its loci are listed and saved", async () => {
    const card = page.getByRole("region", { name: "Credible sets", exact: true });
    const pitx2 = card.getByRole("row").filter({ hasText: "PITX2" });
    await expect(pitx2.getByRole("link", { name: /^Credible set of 4:/ })).toBeVisible();
    const saved = page.waitForEvent("download");
    await card.getByRole("button", { name: "Export as CSV" }).click();
    const lines = readFileSync(await (await saved).path(), "utf8")
      .trim()
      .split("\r\n");
    const probabilities = lines
      .filter((line) => line.includes(",PITX2,"))
      .map((line) => Number(line.split(",").at(-1)));
    const sum = probabilities.reduce((a, b) => a + b, 0);
    expect(sum).toBeGreaterThanOrEqual(0.95);
    expect(sum - (probabilities.at(-1) ?? 0)).toBeLessThan(0.95); // without its last variant it would be too small
  });

  await test.step("a Manhattan figure that is zoomed draws variants in place of columns", async () => {
    const read: { total: number; position: number[] }[] = [];
    page.on("response", async (answer) => {
      if (answer.url().includes("/api/browse/stretch?") && answer.ok()) read.push(await answer.json());
    });
    const closer = page.getByRole("button", { name: "Zoom in" }).first();
    for (let i = 0; i < 5; i++) await closer.click();
    await expect.poll(() => Math.max(0, ...read.map(({ position }) => position.length))).toBeGreaterThan(100);
    for (const { total, position } of read) expect(position.length).toBeLessThanOrEqual(total);
    await page.getByRole("button", { name: "Show all" }).first().click();
  });

  await test.step("a peak opens its region right below", async () => {
    await page
      .getByRole("button", { name: /^4:.*PITX2/ })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    const below = page.getByRole("region", { name: /^Region 4:/ });
    await expect(below.getByRole("application")).toBeVisible();
    await below.getByRole("link", { name: "Open region" }).click();
    await page.waitForURL(/\/hermes\/browse\/region\/4/);
  });

  await test.step("the region says what it holds, and whose LD its colours are", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toContainText("around PITX2");
    await expect(page.getByText("r², demo-haplotypes-invented")).toBeVisible();
    await expect(page.getByRole("img", { name: /variants?; .*genes?\./ })).toBeVisible();
  });

  const at = regionOf(page);
  await test.step("it moves and zooms, in the address too", async () => {
    await page.getByRole("button", { name: "Move right" }).click();
    await expect.poll(() => regionOf(page).start).toBeGreaterThan(at.start + 400_000);
    await page.getByRole("button", { name: "Move left" }).click();
    await expect.poll(() => regionOf(page)).toEqual(at);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(() => regionOf(page).end - regionOf(page).start).toBeLessThan(600_000);
    const surface = page.getByTestId("region-surface");
    const box = await surface.boundingBox();
    if (!box) throw new Error("The figure has no place.");
    const before = regionOf(page);
    await page.mouse.move(box.x + 400, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 120, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => regionOf(page).start).toBeGreaterThan(before.start);
    expect(regionOf(page).end - regionOf(page).start).toBe(before.end - before.start);
  });

  await test.step("arrow keys go along its points", async () => {
    const figure = page.getByRole("application");
    await figure.focus();
    await page.keyboard.press("ArrowRight");
    await expect(figure.getByRole("tooltip")).toContainText("Effect / other");
    const first = await figure.getByRole("tooltip").textContent();
    await page.keyboard.press("ArrowRight");
    await expect(figure.getByRole("tooltip")).not.toHaveText(first ?? "");
  });

  await test.step("a variant that is chosen stands in the address", async () => {
    const second = page.getByRole("region", { name: "Top variants", exact: true }).getByRole("row").nth(2);
    await second.getByRole("button").click();
    await expect(page).toHaveURL(/ld=4/);
    await expect(second.getByRole("button")).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("its points can be saved", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Points (CSV)" }).click();
    const path = await (await saved).path();
    const lines = readFileSync(path, "utf8").trim().split("\r\n");
    expect(lines[0]).toContain("result,genome_build,chromosome,position,rsid");
    expect(lines.length).toBeGreaterThan(10);
  });

  await test.step("its signals are compared with those of another result, under stated priors", async () => {
    await page.getByRole("button", { name: "Compare signals with another result" }).click();
    const card = page.getByRole("region", { name: "Shared causal variants (coloc)", exact: true });
    const compared = async (deed: () => Promise<void>): Promise<{ p12: number; shared: number }> => {
      const answer = page.waitForResponse((one) => one.url().includes("/api/browse/colocalisation?"));
      await deed();
      const { p12, comparison } = await (await answer).json();
      return { p12, shared: comparison.pairs[0].posterior[4] };
    };
    const usual = await compared(() => card.getByRole("radio", { name: /^Lakeland HF release 3/ }).check());
    const pair = card.getByRole("table").getByRole("row").nth(1);
    await expect(pair.getByRole("cell").nth(7)).toHaveText(usual.shared.toFixed(3));
    const rare = await compared(() => card.getByLabel("Prior p12").fill("0.00000001"));
    expect([usual.p12, rare.p12]).toEqual([1e-5, 1e-8]);
    expect(rare.shared).toBeLessThan(usual.shared);
  });

  await test.step("a gene is found by its name", async () => {
    await page.getByRole("textbox", { name: "Gene, variant or region" }).fill("BAG3");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/browse\/region\/10/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("around BAG3");
    await page.getByRole("textbox", { name: "Gene, variant or region" }).fill("PITX22");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/PITX22.* is not a gene, variant or region/)).toBeVisible();
  });
});
