import type { Page } from "@playwright/test";
import { settled } from "./settled";
import { expect, realFile, test } from "./story";
import { phone } from "./watch";
import { chooseFile, describeStudy, goNext, openUploadPage } from "./wizard";

test.use({ viewport: phone });

/** How far down the first file of the list begins, from the search above it. */
async function aboveTheFiles(page: Page): Promise<number> {
  const search = await page.getByLabel("Search name, cohort, uploader").boundingBox();
  const files = await page.getByRole("list", { name: /^Submissions, / }).boundingBox();
  return (files?.y ?? Number.POSITIVE_INFINITY) - (search?.y ?? 0);
}

test("on a phone the filters of a list are one line, and the keyboard reaches each of them", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes`);
  await settled(page);
  expect(await aboveTheFiles(page)).toBeLessThan(140);

  await page.getByLabel("Search name, cohort, uploader").focus();
  for (const name of [/wait.* for you/, "Waiting on", "Reviewer", "QC", "Phenotype", "Status", "Ancestry", "Sex"]) {
    await page.keyboard.press("Tab");
    const chip = page.getByRole("button", { name, exact: true });
    await expect(chip).toBeFocused();
    await expect(chip).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Sex" }).getByLabel("Male only (0)", { exact: true }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Nothing matches.")).toBeVisible();
});

test("on a phone the name of a column and how sure it is stand beside each other", async ({ page, demo }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await demo.letIn(page, "uploader1");
  await openUploadPage(page, demo.server);
  await chooseFile(page, realFile("crohns_finngen_p1e-3_hg38.tsv.gz"));
  await goNext(page);
  const [name, cohort, phenotype] = ["Crohn FinnGen", "FinnGen", "All heart failure"];
  await describeStudy(page, { name, cohort, phenotype, total: "412181", cases: "14262" });
  await goNext(page);
  await page.setViewportSize(phone);
  const row = page.getByRole("row").filter({ has: page.getByText("Recognised by the name BETA.") });
  const label = await row.getByText("Beta", { exact: true }).boundingBox();
  const tag = await row.getByText("certain", { exact: true }).boundingBox();
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThan(tag?.x ?? 0);
});

test("a form that waits for the server stands in the frame of the page", async ({ page, demo }) => {
  await demo.signIn(page, "uploader1", "/hermes/login");
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // The answer who is there is slow as well: then the page shows that it starts before it knows what comes.
  await page.route("**/api/is-logged-in", async (route) => {
    await page.waitForTimeout(500);
    await route.continue();
  });
  await page.route("**/api/hermes/portal-config", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${demo.server.base}/hermes/new`);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("main").getByRole("status")).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: "Upload a file", level: 1 })).toBeVisible();
});
