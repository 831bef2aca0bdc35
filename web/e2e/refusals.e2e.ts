import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { manyRows, packed, real, realLines, saved } from "./files";
import { letIn } from "./people";
import type { Server } from "./server";
import { expect, realFile, test } from "./story";
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

// Larger than everything that is sent here, and soon reached by a file that is not sent.
test.use({ flags: ["--max-upload-bytes", "6000000"] });

const study: Study = {
  name: "Kept through every refusal",
  cohort: "Airways",
  phenotype: "All heart failure",
  total: "361194",
  cases: "44000",
};

const png = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de", "hex");
const [header = "", ...rows] = realLines();
const commas = [header, ...rows.slice(0, 500).map((row) => row.replaceAll(".", ","))];

/** Possible user input, and the expected message: what is wrong, where, and what to do. */
const refusals = [
  {
    what: "a picture",
    name: "figure.tsv.gz",
    bytes: png,
    says: /figure\.tsv\.gz: This is an image, not a table/,
    remedy: /Send the table/,
  },
  {
    what: "half of a compressed file",
    name: "half.tsv.gz",
    bytes: readFileSync(real).subarray(0, 70_000),
    says: /ends too early/,
    remedy: /Send the complete file again/,
  },
  {
    what: "a header without rows",
    name: "header.tsv.gz",
    bytes: packed([header]),
    says: /header\.tsv\.gz: line 1.*header and no rows/i,
    remedy: /Check that the export finished/,
  },
  { what: "nothing", name: "empty.tsv", bytes: Buffer.alloc(0), says: /empty\.tsv is empty/, remedy: /./ },
  {
    what: "decimal commas",
    name: "commas.tsv.gz",
    bytes: packed(commas),
    says: /Line 2.*column BETA holds numbers with a comma/,
    remedy: /Export the table with a decimal point/,
  },
  {
    what: "more bytes than the server takes",
    name: "huge.tsv",
    bytes: Buffer.alloc(6_000_001, "1"),
    says: /huge\.tsv has 6 MB; this server takes files of up to 6 MB/,
    remedy: /Compress it with gzip/,
  },
];

async function beginToDescribe(page: Page): Promise<void> {
  await page.getByRole("button", { name: /2 About the study/ }).click();
  await page.getByLabel("Submission name").fill(study.name);
  await page.getByRole("combobox", { name: "Cohort" }).fill(study.cohort);
  await page.getByRole("button", { name: /1 File/ }).click();
}

test("what cannot be read is refused in words before it is sent, and the form stays as it is", async ({
  page,
  server,
}, info) => {
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await beginToDescribe(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") sent.push(request.url());
  });
  for (const { what, name, bytes, says, remedy } of refusals) {
    await test.step(what, async () => {
      await page.getByLabel("Choose a file").setInputFiles(saved(info, name, bytes));
      const told = page.getByRole("main");
      await expect(told).toContainText(says);
      await expect(told).toContainText(remedy);
    });
  }
  expect(sent).toEqual([]);

  await chooseFile(page, real);
  await waitUntilStored(page);
  await goNext(page);
  await expect(page.getByLabel("Submission name")).toHaveValue(study.name);
  await describeStudy(page, study);
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  await submit(page);
  await waitForQc(page, /Passed QC/);
});

test("another file is chosen: what the first one said of itself goes with it", async ({ page, server }) => {
  await letIn(page, server, "uploader2");
  await openUploadPage(page, server);
  await chooseFile(page, realFile("eduAttainOkbay.txt"));
  await waitUntilStored(page);
  await goNext(page);
  await expect(page.getByLabel("Genome build")).toHaveValue("hg19");
  await page.getByLabel("Submission name").fill(study.name);
  await page.getByRole("button", { name: "Use another file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove it" }).click();
  await chooseFile(page, real);
  await waitUntilStored(page);
  await goNext(page);
  await expect(page.getByLabel("Genome build")).toHaveValue("grch38");
  await expect(page.getByLabel("Submission name")).toHaveValue(study.name);
  await page.getByRole("button", { name: "Use another file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByLabel("Choose a file")).toBeEnabled();
});

test("a file that is cut off behind its beginning fails QC with place and remedy", async ({ page, server }, info) => {
  const whole = manyRows(40);
  const cut = saved(info, "cut.tsv.gz", whole.subarray(0, Math.floor(whole.length * 0.8)));
  await letIn(page, server, "uploader1");
  await server.kill();
  await server.run("--chunk-bytes", "8000000");
  await page.reload();
  await upload(page, server, cut, { ...study, name: "Cut off" });
  await expect(page.getByRole("heading", { name: "QC ended without a report" })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole("main")).toContainText(/gzip file ends too early.*Send the complete file again/);
});

async function upload(page: Page, server: Server, file: Parameters<Page["setInputFiles"]>[1], described: Study) {
  await openUploadPage(page, server);
  await page.getByLabel("Choose a file").setInputFiles(file);
  await waitUntilStored(page);
  await goNext(page);
  await describeStudy(page, described);
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  return submit(page);
}

const names = [
  ["dots", "..tsv.gz.."],
  ["an emoji", "heart 🫀 failure 🧬.tsv.gz"],
  ["text from right to left", "\u202Eتصوير القلب.tsv.gz"],
  ["markup", "<img src=x onerror=alert(1)>.tsv.gz"],
] as const;

test("a strange file name is kept and shown as it is", async ({ page, server }) => {
  const file = readFileSync(realFile("ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"));
  await letIn(page, server, "uploader2");
  for (const [what, name] of names) {
    await test.step(what, async () => {
      const bytes = { name, mimeType: "application/gzip", buffer: file };
      const id = await upload(page, server, bytes, { ...study, name: `Named with ${what}` });
      await expect(page.getByText(/(Passed|Failed) QC/).first()).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText(name).first()).toBeVisible();
      const answer = await page.request.get(`${server.base}/api/hermes/uploads/${id}`);
      expect((await answer.json()).file_name).toBe(name);
    });
  }
});

test("the same bytes a second time: the page says which submission has them", async ({ page, server }) => {
  const file = realFile("ukb_d_shared/ukb-d-XI_DIGESTIVE.gwaslab.tsv.gz");
  await letIn(page, server, "uploader1");
  await upload(page, server, file, { ...study, name: "First of two" });
  await waitForQc(page, /Passed QC/);
  await upload(page, server, file, { ...study, name: "Second of two" });
  await waitForQc(page, /Passed QC/);
  await expect(page.getByText(/The same file is in/)).toBeVisible();
  await page.getByText("The same file is in").getByRole("link", { name: "First of two" }).click();
  await expect(page.getByRole("heading", { name: "First of two", level: 1 })).toBeVisible();
});
