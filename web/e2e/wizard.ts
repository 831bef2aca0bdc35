import type { Page } from "@playwright/test";
import type { Server } from "./server";
import { expect } from "./story";

/** What an analyst states about one study. */
export interface Study {
  name: string;
  cohort: string;
  phenotype: string;
  total: string;
  cases: string;
}

/** Opens the page for a new file by the way a person takes. */
export async function openUploadPage(page: Page, server: Server): Promise<void> {
  await page.goto(`${server.base}/hermes`);
  await page
    .getByRole("link", { name: /^Upload (files|the first file)$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Upload a file", level: 1 })).toBeVisible();
}

/** Chooses a file and waits until the page shows its format. */
export async function chooseFile(page: Page, path: string): Promise<void> {
  await page.getByLabel("Choose a file").setInputFiles(path);
  await expect(page.getByRole("heading", { name: "What the file is" })).toBeVisible();
}

/** The server has confirmed every byte. */
export async function waitUntilStored(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Stored" })).toBeVisible();
}

export async function goNext(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Next" }).first().click();
}

/** Step 2. The form already contains the build, detected from the positions. */
export async function describeStudy(page: Page, study: Study): Promise<void> {
  await expect(page.getByRole("heading", { name: "About the study", level: 1 })).toBeVisible();
  await page.getByLabel("Submission name").fill(study.name);
  await page.getByRole("combobox", { name: "Cohort" }).fill(study.cohort);
  await page.getByRole("combobox", { name: "Phenotype" }).fill(study.phenotype);
  await page.getByRole("option", { name: study.phenotype }).first().click();
  await page.getByLabel("Ancestry").selectOption("European");
  await page.getByLabel("Sex", { exact: false }).selectOption("Not sex stratified");
  await expect(page.getByLabel("Genome build")).toHaveValue("grch38");
  await page.getByLabel("Total sample size").fill(study.total);
  await page.getByLabel("Number of cases").fill(study.cases);
}

/** Answers what the reader doubts, as proposed: at step 1, or where the columns are. */
export async function answerQuestions(page: Page): Promise<void> {
  const open = page
    .getByRole("main")
    .getByRole("group")
    .filter({ has: page.locator("legend") });
  for (let left = await open.count(); left > 0; left = await open.count()) {
    await open.first().getByRole("button").first().click();
    await expect(open).toHaveCount(left - 1);
  }
}

/** Step 3. */
export async function confirmColumns(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Check the columns", level: 1 })).toBeVisible();
  await answerQuestions(page);
}

/** Step 4; answers the id of the submission. */
export async function submit(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Submit and start QC" }).first().click();
  await page.waitForURL(/\/hermes\/qc\//);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Waits until QC has ended in the state that the page words so. */
export async function waitForQc(page: Page, words: RegExp): Promise<void> {
  await expect(page.getByRole("banner").or(page.getByRole("main")).getByText(words).first()).toBeVisible({
    timeout: 60_000,
  });
}
