import type { Page } from "@playwright/test";
import { expect, test } from "./story";

/** How much of the table of chromosomes does not show, in pixels. */
const hidden = (page: Page) =>
  page.getByRole("group", { name: "Chromosomes, table" }).evaluate((table) => table.scrollHeight - table.clientHeight);

/** How light the ground of the first figure is, 0 to 255. */
const ground = (page: Page) =>
  page
    .locator("main canvas")
    .first()
    .evaluate((one: HTMLCanvasElement) => one.getContext("2d")?.getImageData(2, one.height - 2, 1, 1).data[0]);

test("on paper a report is whole, keeps the shape of its figures, and asks for nothing", async ({ page, demo }) => {
  test.setTimeout(180_000);
  await demo.letIn(page, "reviewer1");
  const id = await demo.first(page, "/api/hermes/uploads", "Lakeland DCM");
  await page.goto(`${demo.server.base}/hermes/qc/${id}`);
  const comment = page.getByLabel("Comment to the uploader");
  await expect(comment).toBeVisible();
  expect(await hidden(page)).toBeGreaterThan(100);

  await page.emulateMedia({ media: "print" });
  expect(await hidden(page)).toBe(0);
  await expect(comment).toBeHidden();
  await expect(page.getByRole("button", { name: "Reject" })).toBeHidden();
  const fits = await page
    .locator("main canvas")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).objectFit));
  expect(new Set(fits)).toEqual(new Set(["contain"]));
  await expect(page.getByRole("heading", { name: "Lakeland DCM" })).toBeVisible();

  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await expect.poll(() => ground(page)).toBeLessThan(60);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await ground(page)).toBe(255);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  expect(await ground(page)).toBeLessThan(60);
});

/** Tables and figures that reach beyond the paper, by the heading of their card. */
const clipped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main section :is(table, canvas)")]
      .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
      .map((part) => part.closest("section")?.querySelector("h2")?.textContent),
  );

/** Of a link in a table. */
const inkOf = (page: Page) =>
  page
    .getByRole("link", { name: "PITX2" })
    .first()
    .evaluate((link) => getComputedStyle(link).color);

test("on paper a meta-analysis fits, in the colours of paper, without what can only be pressed", async ({
  page,
  demo,
}) => {
  test.setTimeout(180_000);
  await demo.letIn(page, "reviewer1");
  const id = await demo.first(page, "/api/hermes/meta-analyses");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${demo.server.base}/hermes/ma/${id}`);
  await expect(page.getByRole("heading", { name: "Variants of the region" })).toBeVisible();
  await expect(page.getByRole("link", { name: "PITX2" })).toHaveCount(2);

  // A4 and Letter less 10 mm at each side, at 96 pixels an inch.
  for (const width of [718, 740]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await clipped(page)).toEqual([]);
  }
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Export as CSV" }).first()).toBeHidden();
  await expect(page.getByText("drag to zoom")).toBeHidden();
  await expect(page.getByLabel("Region", { exact: true })).toBeHidden();
  expect(
    await page.getByRole("group", { name: "Top loci, table" }).evaluate((t) => t.scrollHeight - t.clientHeight),
  ).toBe(0);
  expect(await inkOf(page)).toBe("rgb(37, 64, 189)"); // the light theme's
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  expect(await inkOf(page)).toBe("rgb(174, 188, 255)");
});
