import type { Page } from "@playwright/test";
import { accepting } from "./accepting";
import { real } from "./files";
import { letIn } from "./people";
import { Registry } from "./registry";
import { expect, realFile, test } from "./story";
import { chooseFile, confirmColumns, describeStudy, goNext, openUploadPage, submit, waitForQc } from "./wizard";

test.use({ people: ["uploader1", "curator1"] });

/** Counts what a person presses: buttons of the mouse, and keys. A file that is chosen is one click. */
async function counted(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.addInitScript(() => {
    const count = (name: string) => () =>
      sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + 1));
    addEventListener("pointerdown", count("clicks"), true);
    addEventListener("keydown", count("keys"), true);
  });
  return () =>
    page.evaluate(() => ({
      clicks: Number(sessionStorage.getItem("clicks") ?? 0) + 1,
      keys: Number(sessionStorage.getItem("keys") ?? 0),
    }));
}

test("an analyst has a file checked in 12 clicks", async ({ page, server }) => {
  const pressed = await counted(page);
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, real);
  await goNext(page);
  await describeStudy(page, {
    name: "Walk",
    cohort: "Walk",
    phenotype: "All heart failure",
    total: "361194",
    cases: "20000",
  });
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  await submit(page);
  await waitForQc(page, /Passed QC/);
  expect((await pressed()).clicks).toBeLessThanOrEqual(12);
});

test("a curator registers a data set from its file in 12 clicks and 6 fields", async ({ page, server }) => {
  const registry = await Registry.as(server, "curator1");
  await registry.register("Earlier");
  const pressed = await counted(page);
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/datasets`);
  await page.getByRole("link", { name: "Register a data set" }).first().click();
  await page.getByLabel("Choose a file").setInputFiles(realFile("sle_bentham_3loci_hg19.tsv.gz"));
  await page.getByRole("button", { name: "Use values of Earlier" }).click();
  await expect(page.getByLabel("Genome build")).toHaveValue("hg19");
  const fields: [string, string][] = [
    ["Cases", "7219"],
    ["Controls", "15991"],
  ];
  await page.getByRole("combobox", { name: "Phenotype" }).fill("Systemic lupus erythematosus");
  await expect(page.getByRole("main")).toContainText("On the list as SLE");
  for (const [name, text] of fields) await page.getByRole("textbox", { name, exact: true }).fill(text);
  const name = "Study-of-Earlier_SLE_EU_Mixed";
  await expect(page.getByLabel("Data set name")).toHaveValue(name);
  await expect(page.getByLabel("Global sample size")).toHaveValue("23,210");
  await page.getByRole("button", { name: "Register and add files" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Systemic lupus erythematosus" })).toContainText(
    "Passed with warnings",
  );
  expect(fields.length + 1).toBeLessThanOrEqual(6);
  expect((await pressed()).clicks).toBeLessThanOrEqual(12);
});

test("a reviewer accepts the first file that waits with 10 keys", async ({ demo, page }) => {
  const pressed = await counted(page);
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
  await page.keyboard.press("a");
  await expect(accepting(page).getByRole("button", { name: "Accept submission" })).toBeVisible();
  for (const box of await accepting(page).getByRole("checkbox").all()) {
    while (!(await box.evaluate((one) => one === document.activeElement))) await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Accepted by reviewer1/).first()).toBeVisible();
  expect((await pressed()).keys).toBeLessThanOrEqual(10);
});
