import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { manyRows, packed, saved } from "./files";
import { letIn } from "./people";
import { expect, realFile, test } from "./story";

test.use({ people: ["curator1", "admin1"] });

/** Results around FTO as published, under headers that do not say which allele is meant. */
const lines = gunzipSync(readFileSync(realFile("fto_locus_chr16_hg19.tsv.gz")))
  .toString()
  .trimEnd()
  .split("\n")
  .with(0, "chromosome\tposition\trsid\tA1\tA2\teaf\teffect\tstd_err\tp_value");

const spoilt = lines.with(4, (lines[4] ?? "").replace(/[^\t]+\t[^\t]+$/, "-1\t0.5"));

async function choose(page: Page, path: string): Promise<void> {
  await page.getByLabel(/^(Choose a|Another) file$/).setInputFiles(path);
  await expect(page.getByRole("region", { name: "Recognised" })).toBeVisible();
}

const result = (page: Page, heading: string) => page.getByRole("heading", { level: 1, name: heading });

test("a dropped file is checked, its question answered, converted and looked at, and sent once", async ({
  page,
  server,
}, info) => {
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/uploads/")) sent++;
  });
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/tools`);
  await choose(page, saved(info, "fto.tsv.gz", packed(spoilt)));
  await expect(page.getByRole("button", { name: "Convert", exact: true })).toHaveAttribute("aria-disabled", "true");

  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(result(page, "Check of fto.tsv.gz")).toBeVisible();
  await expect(page.getByText("1 question to answer")).toBeVisible({ timeout: 30_000 });
  const left = page.getByRole("group", { name: "Rows that would be excluded" }).getByRole("row");
  await expect(left.nth(1)).toContainText("5"); // its line
  await page
    .getByRole("group", { name: "Which allele do the effects belong to?" })
    .getByRole("button", { name: /^A1/ })
    .click();

  const metadata = page.getByRole("region", { name: "Metadata of the converted table" });
  await metadata.getByLabel("Trait", { exact: true }).fill("Body mass index");
  await metadata.getByLabel("Ancestry category").fill("European");
  await metadata.getByLabel("Sex").selectOption("Both");
  await metadata.getByLabel("Cases").fill("100");
  await page.getByRole("button", { name: "Convert", exact: true }).click();
  await expect(metadata).toContainText("Enter the number of controls too, or remove that of cases.");
  await page.reload();
  await expect(metadata.getByLabel("Trait", { exact: true })).toHaveValue("Body mass index");
  await metadata.getByLabel("Cases").fill("");
  await metadata.getByLabel("Sample size").fill("339,224");
  // The answer that was given before the page was read again stays too: without it Convert is disabled.
  await page.getByRole("button", { name: "Convert", exact: true }).click();
  await expect(result(page, "fto.tsv.gz as GWAS-SSF")).toBeVisible();
  const download = page.waitForEvent("download", { timeout: 40_000 });
  await page.getByRole("link", { name: "GWAS-SSF table" }).click({ timeout: 30_000 });
  const file = await download;
  expect(file.suggestedFilename()).toBe("fto.gwas-ssf.tsv.gz");
  const bytes = readFileSync(await file.path());
  await expect(page.getByText(createHash("md5").update(bytes).digest("hex"))).toBeVisible();
  const described = page.waitForEvent("download");
  await page.getByRole("link", { name: "Metadata (YAML)" }).click();
  const yaml = readFileSync(await (await described).path(), "utf8");
  for (const line of ['  - "Body mass index"', "  - sample_size: 339224", '      - "European"', 'sex: "combined"']) {
    expect(yaml.split("\n")).toContain(line);
  }
  await expect(metadata.getByLabel("Sample size")).toHaveValue("339224");
  const table = gunzipSync(bytes).toString().trimEnd().split("\n");
  expect(table.length).toBe(lines.length - 1); // without the row that was spoilt
  expect(table.some((line) => line.startsWith("16\t53831354\tT\tC\t0.0555\t0.0072\t0.3954\t1.17e-14\t"))).toBe(true);

  await page.getByRole("combobox", { name: "Genome build of the positions" }).selectOption("GRCh37 (hg19)");
  await page.getByRole("button", { name: "Look", exact: true }).click();
  await expect(result(page, "View of fto.tsv.gz")).toBeVisible();
  const hits = page.getByRole("region", { name: "Top hits" });
  await hits.getByRole("button", { name: /53,?831,?354/ }).click({ timeout: 40_000 });
  await expect(page.getByRole("region", { name: /^Region 16:53/ })).toBeVisible();
  expect(sent).toBe(1);

  // An index can be created from it without another upload, and everything is deleted with the run.
  await page.getByRole("link", { name: "Index", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(/fto/);
  expect(sent).toBe(1);
  await page.goto(`${server.base}/tools`);
  const recent = page.getByRole("region", { name: "Runs of the last day" });
  await expect(recent.getByRole("listitem")).toHaveCount(3);
  for (let left = 3; left > 0; left--) {
    await recent
      .getByRole("button", { name: /^Remove/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(recent.getByRole("listitem")).toHaveCount(left - 1);
  }
});

test("a damaged file says where and what to do, and a plain table can still be indexed", async ({
  page,
  server,
}, info) => {
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/tools`);
  const whole = manyRows(40);
  await choose(page, saved(info, "cut.tsv.gz", whole.subarray(0, Math.floor(whole.length * 0.9))));
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText(/problem to correct before you can use the file/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Other findings" })).toContainText(
    "The gzip file ends too early: its last part is missing. Send the complete file again.",
  );

  await page.getByRole("link", { name: "Another file" }).click();
  await choose(page, saved(info, "genes.tsv", Buffer.from(`gene\tnote\n${"FTO\tx\n".repeat(5)}`)));
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText(/problems? to correct before you can use the file/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: "Index", exact: true }).click();
  await expect(page.getByRole("region", { name: /Columns/ })).toContainText("gene");
});

test("a file that was checked goes on to HERMES without being sent or chosen again", async ({ page, server }, info) => {
  await letIn(page, server, "admin1");
  await page.goto(`${server.base}/tools`);
  await choose(page, saved(info, "on.tsv.gz", packed(lines)));
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("link", { name: "Register it in HERMES" }).click({ timeout: 30_000 });
  await expect(page.getByRole("heading", { level: 1, name: "Upload a file" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("on.tsv.gz");
  await expect(page.getByRole("group", { name: "Which allele do the effects belong to?", exact: true })).toBeVisible();
  await expect(page.getByText("(the server has the same)")).toBeVisible();
});
