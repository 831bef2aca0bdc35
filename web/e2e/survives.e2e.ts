import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { manyRows, real, saved } from "./files";
import { piecesOf, UploadGate } from "./gate";
import { answerSignIn, letIn } from "./people";
import type { Server } from "./server";
import { expect, test } from "./story";
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

const study = (name: string): Study => ({
  name,
  cohort: "Airways",
  phenotype: "All heart failure",
  total: "361194",
  cases: "44000",
});

/** The call of the page for one submission. */
async function dataset(page: Page, server: Server, id: string) {
  const answer = await page.request.get(`${server.base}/api/hermes/uploads/${id}`);
  expect(answer.ok()).toBe(true);
  return answer.json();
}

async function fillAndSubmit(page: Page, described: Study): Promise<string> {
  await goNext(page);
  await describeStudy(page, described);
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  return submit(page);
}

test("the server is killed in the middle of an upload; after its restart the upload goes on by itself", async ({
  page,
  server,
}) => {
  await letIn(page, server, "uploader1");
  const gate = await UploadGate.on(page, 5);
  await openUploadPage(page, server);
  await chooseFile(page, real);
  await gate.closed;
  await server.kill();
  gate.release();
  await expect(page.getByRole("heading", { name: "Interrupted, trying again" })).toBeVisible();
  await server.run();
  await waitUntilStored(page);
  expect(gate.confirmed).toEqual(piecesOf(statSync(real).size));

  const id = await fillAndSubmit(page, study("Through a crash"));
  await waitForQc(page, /Passed QC/);
  const { sha256 } = await dataset(page, server, id);
  expect(sha256).toBe(createHash("sha256").update(readFileSync(real)).digest("hex"));
  await expect(page.getByText(sha256)).toBeVisible();
});

/** Copies of the real rows whose QC takes seconds, so that the server can be killed before it ends. */
const copies = 150;

test("the server is killed while QC runs; after its restart the run ends by itself, once", async ({
  page,
  server,
}, info) => {
  await server.kill();
  await server.run("--chunk-bytes", "8000000");
  await letIn(page, server, "uploader1");
  // The browser has the parts of the report page before the server that lends them is gone.
  await page.goto(`${server.base}/hermes/qc/x`);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await openUploadPage(page, server);
  await chooseFile(page, saved(info, "many-rows.tsv.gz", manyRows(copies)));
  await waitUntilStored(page);
  const id = await fillAndSubmit(page, study("QC through a crash"));
  await expect.poll(async () => (await dataset(page, server, id)).run.job?.state, { intervals: [20] }).toBe("running");
  await server.kill();
  await server.run();

  await expect(page.getByText(/Passed QC/).first()).toBeVisible({ timeout: 120_000 });
  const runs = await page.request.get(`${server.base}/api/hermes/uploads/${id}/qc-runs`);
  const { items } = await runs.json();
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ number: 1, status: "COMPLETED", rows_in: copies * 3950 });
  const job = await page.request.get(`${server.base}/api/jobs/${items[0].job_id}`);
  expect(await job.json()).toMatchObject({ state: "succeeded", attempt: 2 });
});

test("the session ends while the form is filled in; signing in over the page loses nothing", async ({
  page,
  server,
}) => {
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, real);
  await waitUntilStored(page);
  await goNext(page);
  await describeStudy(page, study("Through a lost session"));
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);

  const ended = await page.request.post(`${server.base}/api/logout`);
  expect(ended.ok()).toBe(true);
  await page.getByRole("button", { name: "Submit and start QC" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("User name")).toHaveValue("uploader1");
  await answerSignIn(dialog, "uploader1");
  await expect(dialog).toBeHidden();

  await expect(page.getByText("Through a lost session")).toBeVisible();
  await submit(page);
  await waitForQc(page, /Passed QC/);
});

test("the tab is killed while the study is described; the draft is back, and the file need not be sent again", async ({
  context,
  page,
  server,
}) => {
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, real);
  await waitUntilStored(page);
  await goNext(page);
  await describeStudy(page, study("Through a lost tab"));
  // The browser stores typed text with a short delay.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage)), { timeout: 5_000 }).toContain("44000");
  const browser = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  browser.send("Page.crash").catch(() => {});
  await crashed;

  const again = await context.newPage();
  const gate = await UploadGate.on(again);
  await again.goto(`${server.base}/hermes`);
  await again.getByRole("link", { name: /^Resume / }).click();
  await waitUntilStored(again);
  await goNext(again);
  await expect(again.getByLabel("Submission name")).toHaveValue("Through a lost tab");
  await expect(again.getByRole("combobox", { name: "Cohort" })).toHaveValue("Airways");
  await expect(again.getByLabel("Number of cases")).toHaveValue("44000");
  await goNext(again);
  await confirmColumns(again);
  await goNext(again);
  await submit(again);
  await waitForQc(again, /Passed QC/);
  expect(gate.confirmed).toEqual([]);
});
