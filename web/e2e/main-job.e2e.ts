import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { acceptInDialog } from "./accepting";
import { expectDrawn } from "./figures";
import { piecesOf, UploadGate } from "./gate";
import { signInByForm } from "./people";
import type { Server } from "./server";
import { expect, realFile, test } from "./story";
import { tabix } from "./tabix";
import {
  chooseFile,
  confirmColumns,
  describeStudy,
  goNext,
  openUploadPage,
  type Study,
  submit,
  waitForQc,
  waitUntilStored,
} from "./wizard";

const phenotype = "All heart failure";
const study = (name: string, cohort: string): Study => ({ name, cohort, phenotype, total: "361194", cases: "44000" });

const respiratory = {
  file: realFile("ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"),
  ...study("Respiratory", "Airways"),
};
const digestive = { file: realFile("ukb_d_shared/ukb-d-XI_DIGESTIVE.gwaslab.tsv.gz"), ...study("Digestive", "Gut") };
const skeletal = {
  file: realFile("ukb_d_shared/ukb-d-XIII_MUSCULOSKELET.gwaslab.tsv.gz"),
  ...study("Musculoskeletal", "Bones"),
};

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const nameOf = (path: string) => path.split("/").at(-1) ?? "";

test("a real file goes from upload to an accepted, meta-analysed, browsable result", async ({
  browser,
  server,
}, info) => {
  const uploader = await (await browser.newContext()).newPage();
  const reviewer = await (await browser.newContext()).newPage();
  const ids: Record<string, string> = {};

  await test.step("an uploader signs in and finds an empty list that says what it is for", async () => {
    await signInByForm(uploader, server, "uploader1");
    await expect(uploader.getByRole("heading", { name: "No submissions yet" })).toBeVisible();
  });

  await test.step("the first file is paused and resumed", async () => {
    ids.respiratory = await uploadWithPause(uploader, server);
  });

  await test.step("the page is closed in the middle of the second file; another day it goes on where it stopped", async () => {
    ids.digestive = await uploadAfterClosing(uploader, server);
  });

  await test.step("the third file has a wrong column and fails QC for a reason that can be read", async () => {
    ids.skeletal = await uploadWithWrongColumn(uploader, server);
  });

  await test.step("it is mapped again, and not a byte of it is sent again", async () => {
    await mapAgain(uploader);
  });

  await test.step("the uploader cannot accept", async () => {
    await uploader.goto(`${server.base}/hermes/qc/${ids.respiratory}`);
    await expect(uploader.getByText("A reviewer decides")).toBeVisible();
    await expect(uploader.getByRole("button", { name: "Accept" })).toBeHidden();
    const refused = await uploader.request.post(`${server.base}/api/hermes/uploads/${ids.respiratory}/review`, {
      data: { decision: "approve" },
    });
    expect(refused.status()).toBe(403);
  });

  await test.step("another uploader cannot see the file", async () => {
    const other = await (await browser.newContext()).newPage();
    await signInByForm(other, server, "uploader2");
    await expect(other.getByRole("heading", { name: "No submissions yet" })).toBeVisible();
    await other.goto(`${server.base}/hermes/qc/${ids.respiratory}`);
    await expect(other.getByRole("main").getByRole("alert")).toContainText("404");
    await expect(other.getByText("Respiratory")).toBeHidden();
    const hidden = await other.request.get(`${server.base}/api/hermes/uploads/${ids.respiratory}`);
    expect(hidden.status()).toBe(404);
    await other.context().close();
  });

  await test.step("a reviewer reads the reports, accepts two and rejects one with a reason", async () => {
    await signInByForm(reviewer, server, "reviewer1");
    await accept(reviewer, "Respiratory");
    await accept(reviewer, "Musculoskeletal");
    await reject(reviewer, "Digestive", "Digestive codes are no heart failure; send the cardiac phenotype.");
  });

  await test.step("the uploader reads the reason", async () => {
    await uploader.goto(`${server.base}/hermes/qc/${ids.digestive}`);
    await expect(
      uploader.getByRole("blockquote").getByText("Digestive codes are no heart failure; send the cardiac phenotype."),
    ).toBeVisible();
  });

  await test.step("the reviewer combines what was accepted", async () => {
    await combine(reviewer);
    await expectDrawn(reviewer.getByRole("region", { name: "Manhattan", exact: true }));
    await expectDrawn(reviewer.getByRole("region", { name: "QQ", exact: true }));
  });

  await test.step("the result opens with tabix, and the page shows the same region", async () => {
    const path = info.outputPath("results.tsv.gz");
    await download(reviewer, "results.tsv.gz", path);
    await download(reviewer, "results.tsv.gz.tbi", `${path}.tbi`);
    const chromosomes = tabix.contigs(path);
    expect(chromosomes.length).toBeGreaterThan(20);
    const region = "3:1-60000000";
    const rows = tabix.query(path, region);
    expect(rows.length).toBeGreaterThan(0);

    await reviewer.getByRole("textbox", { name: "Region" }).fill(region);
    await reviewer.getByRole("button", { name: "Show region" }).click();
    const shown = reviewer.getByRole("region", { name: "Variants of the region", exact: true });
    await expect(shown).toContainText(`of ${rows.length.toLocaleString("en-US")}`);
    await expect(shown.getByRole("row")).toHaveCount(1 + Math.min(100, rows.length));
  });
});

/** The uploaded file as the server holds it. */
async function stored(page: Page, server: Server, id: string): Promise<{ sha256: string; status: string }> {
  const answer = await page.request.get(`${server.base}/api/hermes/uploads/${id}`);
  expect(answer.ok()).toBe(true);
  return answer.json();
}

async function uploadWithPause(page: Page, server: Server): Promise<string> {
  const gate = await UploadGate.on(page, 4);
  await openUploadPage(page, server);
  await chooseFile(page, respiratory.file);
  await gate.closed;
  await expect(page.getByRole("heading", { name: "Uploading" })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("heading", { name: "Paused" })).toBeVisible();
  await gate.abandoned;
  gate.release();
  await page.getByRole("button", { name: "Resume" }).click();
  await waitUntilStored(page);
  expect(gate.confirmed).toEqual(piecesOf(statSync(respiratory.file).size));

  await goNext(page);
  await describeStudy(page, respiratory);
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  const id = await submit(page);
  await waitForQc(page, /Passed QC/);
  expect((await stored(page, server, id)).sha256).toBe(sha256(respiratory.file));
  return id;
}

async function uploadAfterClosing(page: Page, server: Server): Promise<string> {
  const context = page.context();
  const first = await context.newPage();
  const half = await UploadGate.on(first, 5);
  await openUploadPage(first, server);
  await chooseFile(first, digestive.file);
  await half.closed;
  await first.close();

  const second = await context.newPage();
  const rest = await UploadGate.on(second);
  await second.goto(`${server.base}/hermes`);
  await expect(second.getByText("1 upload not finished")).toBeVisible();
  await second.getByRole("link", { name: `Resume ${nameOf(digestive.file)}` }).click();
  await second.getByLabel(`Choose ${nameOf(digestive.file)} again`).setInputFiles(digestive.file);
  await waitUntilStored(second);
  // All of the rest, and nothing again that the first page saw confirmed; the piece in flight may have arrived as it closed.
  const pieces = piecesOf(statSync(digestive.file).size);
  expect(half.confirmed).toEqual(pieces.slice(0, 5));
  expect(rest.confirmed).toEqual(pieces.slice(-rest.confirmed.length));
  expect(rest.confirmed.length).toBeLessThanOrEqual(pieces.length - 5);

  await goNext(second);
  await describeStudy(second, digestive);
  await goNext(second);
  await confirmColumns(second);
  await goNext(second);
  const id = await submit(second);
  await waitForQc(second, /Passed QC/);
  expect((await stored(second, server, id)).sha256).toBe(sha256(digestive.file));
  await second.close();
  return id;
}

async function uploadWithWrongColumn(page: Page, server: Server): Promise<string> {
  await openUploadPage(page, server);
  await chooseFile(page, skeletal.file);
  await goNext(page);
  await describeStudy(page, skeletal);
  await goNext(page);
  await page.getByRole("combobox", { name: "Beta" }).selectOption("Z");
  await confirmColumns(page);
  await goNext(page);
  const id = await submit(page);
  await waitForQc(page, /Failed QC/);
  await expect(page.getByRole("main")).toContainText(/P (does|values do) not follow from effect and standard error/);
  return id;
}

async function mapAgain(page: Page): Promise<void> {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/uploads/")) sent.push(request.method());
  });
  await page.getByRole("link", { name: "Change mapping" }).click();
  await expect(page.getByRole("heading", { name: "Check the columns", level: 1 })).toBeVisible();
  await page.getByRole("combobox", { name: "Beta" }).selectOption("BETA");
  await confirmColumns(page);
  await goNext(page);
  await page.getByRole("button", { name: "Save and run QC again" }).first().click();
  await page.waitForURL(/\/hermes\/qc\//);
  await waitForQc(page, /Passed QC/);
  expect(sent.filter((method) => method === "POST" || method === "PATCH")).toEqual([]);
}

async function openReport(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Submissions", exact: true }).first().click();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

async function accept(page: Page, name: string): Promise<void> {
  await openReport(page, name);
  await expectDrawn(page.getByRole("region", { name: "Manhattan", exact: true }));
  await expectDrawn(page.getByRole("region", { name: "QQ", exact: true }));
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await acceptInDialog(page);
  await expect(page.getByText(/^Accepted by reviewer1/).first()).toBeVisible();
}

async function reject(page: Page, name: string, reason: string): Promise<void> {
  await openReport(page, name);
  const comment = page.getByLabel("Comment to the uploader");
  await page.getByRole("button", { name: "Reject" }).click();
  await expect(comment).toBeFocused();
  await expect(comment).toHaveAccessibleDescription(/State the problem and the change needed/);
  await comment.fill(reason);
  await page.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(/^Rejected by reviewer1/).first()).toBeVisible();
}

async function combine(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Meta-analyses" }).click();
  await page
    .getByRole("link", { name: /^(New meta-analysis|Start the first)$/ })
    .first()
    .click();
  await page.getByRole("radio", { name: new RegExp(phenotype) }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("checkbox", { name: "Respiratory" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Musculoskeletal" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Digestive" })).toBeHidden();
  // Effects of a linear model, described as log odds.
  await expect(page.getByText(/^Respiratory: the ratio of its SE–N plot is/)).toBeVisible();
  await page.getByRole("checkbox", { name: "Combine despite standard errors that do not fit the sample size" }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Name").fill("Airways and bones");
  await page.getByRole("button", { name: "Run meta-analysis" }).click();
  await page.waitForURL(/\/hermes\/ma\/(?!new)/);
  await expect(page.getByText("reproducible from inputs.json")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Variants", { exact: true })).toBeVisible();
}

async function download(page: Page, name: string, path: string): Promise<void> {
  await page.getByRole("button", { name: "Download" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: new RegExp(`\\s${name.replaceAll(".", "\\.")}$`) }).click();
  await (await saved).saveAs(path);
}
