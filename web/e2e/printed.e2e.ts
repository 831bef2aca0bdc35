import type { Page } from "@playwright/test";
import { Demo } from "./demo";
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

test("on paper a report is whole, keeps the shape of its figures, and asks for nothing", async ({ page }) => {
  test.setTimeout(180_000);
  const demo = await Demo.start();
  try {
    await demo.signIn(page, "reviewer1", "/hermes/login");
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
  } finally {
    await demo.server.stop();
  }
});
