import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { packed, realLines, saved } from "./files";
import { letIn } from "./people";
import { expect, realFile, test } from "./story";
import {
  answerQuestions,
  chooseFile,
  describeStudy,
  goNext,
  openUploadPage,
  submit,
  waitForQc,
  waitUntilStored,
} from "./wizard";

const question = (page: Page, name: string) => page.getByRole("main").getByRole("group", { name, exact: true });
const alleles = "Which allele do the effects belong to?";

async function useAnother(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Use another file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByLabel("Choose a file")).toBeEnabled();
}

test("a file with A1 and A2: one question at step 1, answered by the keyboard, and nothing is asked at the end", async ({
  page,
  server,
}) => {
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, realFile("cleansumstats_2_raw.txt.gz"));
  const main = page.getByRole("main");
  await expect(main).toContainText(
    "24 of 24 known variants lie at their GRCh37 (hg19) position, 0 at that of GRCh38 (hg38).",
  );
  await expect(main.getByRole("heading", { name: "One question" })).toBeVisible();
  await expect(question(page, alleles)).toContainText("PLINK, GCTA and LDSC report the effect of A1");
  await expect(question(page, alleles)).toContainText("a1 is the reference allele of 12 of 24 known variants.");
  await question(page, alleles).getByRole("button", { name: "a1", exact: true }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(main.getByRole("heading", { name: "Every question is answered" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Change: ${alleles}` })).toBeFocused();

  await page.getByRole("button", { name: /3 Columns/ }).click();
  await expect(page.getByLabel("Effect allele", { exact: true })).toHaveValue("a2");
  await expect(page.getByLabel("Other allele", { exact: true })).toHaveValue("a1");
  await expect(question(page, alleles)).toHaveCount(0);
  await page.getByRole("button", { name: /1 File/ }).click();
  await waitUntilStored(page);
  await useAnother(page);
});

test("sizes are filled in with their source, follow the next file, and leave what a user typed", async ({
  page,
  server,
}) => {
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, realFile("ALSvcf.vcf"));
  await waitUntilStored(page);
  await goNext(page);
  // The file's ##SAMPLE line has 20,806 cases and 59,804 controls.
  await expect(page.getByLabel("Total sample size")).toHaveValue("80610");
  await expect(page.getByLabel("Number of cases")).toHaveValue("20806");
  await expect(page.getByText("From the file. From TotalCases in the header's ##SAMPLE line.")).toBeVisible();
  await page.getByLabel("Number of cases").fill("20,000");
  await expect(page.getByText("Stated in the file: 20,806.")).toBeVisible();
  await useAnother(page);

  await chooseFile(page, realFile("parkinson_nalls2019_LRRK2_hg19.tsv.gz"));
  await waitUntilStored(page);
  await goNext(page);
  await expect(page.getByText(/^From the file\. The largest N_cases \+ N_controls of the file's/)).toBeVisible();
  await expect(page.getByLabel("Total sample size")).not.toHaveValue("80610");
  await expect(page.getByLabel("Number of cases")).toHaveValue("20,000");
  await useAnother(page);
});

test("a file of both assemblies is named at step 1 with counts and examples, and is not sent", async ({
  page,
  server,
}, info) => {
  // Variants of HapMap 3 by dbSNP: the first five at their GRCh37 position, the others at that of GRCh38.
  const rows = [
    ["rs3131972", 752_721],
    ["rs12562034", 768_448],
    ["rs4970383", 838_555],
    ["rs4475691", 846_808],
    ["rs7537756", 854_250],
    ["rs3131972", 817_341],
    ["rs12562034", 833_068],
    ["rs4970383", 903_175],
    ["rs4475691", 911_428],
    ["rs7537756", 918_870],
  ];
  const table = ["rsid\tchromosome\tposition\teffect_allele\tother_allele\tbeta\tse\tp"];
  for (const [rsid, position] of rows) table.push(`${rsid}\t1\t${position}\tA\tG\t0.1\t0.1\t0.317`);
  await letIn(page, server, "uploader2");
  await openUploadPage(page, server);
  await chooseFile(page, saved(info, "mixed.tsv.gz", gzipSync(`${table.join("\n")}\n`)));
  const main = page.getByRole("main");
  await expect(main).toContainText(
    "5 of 10 known variants lie at their GRCh37 (hg19) position, 5 at that of GRCh38 (hg38).",
  );
  await expect(main).toContainText(
    "Rows on GRCh37 (hg19) are 1:752721 and 1:768448, rows on GRCh38 (hg38) 1:817341 and 1:833068.",
  );
  await expect(main.getByText("Problem", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Uploading|Stored/ })).toHaveCount(0);
});

test("a file whose header tells nothing is sent, and passes QC once its columns are chosen", async ({
  page,
  server,
}, info) => {
  const [header = "", ...rows] = realLines();
  const columns = header.split("\t");
  const named = columns.map((_, i) => `v${i + 1}`);
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, saved(info, "named-badly.tsv.gz", packed([named.join("\t"), ...rows])));
  await waitUntilStored(page);
  await page.getByRole("button", { name: "Choose the columns" }).click();
  // Place and alleles in one column are recognised by the values.
  await expect(page.getByLabel("Chromosome and position", { exact: true })).toHaveValue("v9");
  await page.getByRole("button", { name: /^Show \d+ more fields$/ }).click();
  const meanings = {
    "Effect allele": "EA",
    "Other allele": "NEA",
    "Effect allele frequency": "EAF",
    Beta: "BETA",
    "Standard error": "SE",
    "−log10 P value": "MLOG10P",
  };
  for (const [label, column] of Object.entries(meanings))
    await page.getByLabel(label, { exact: true }).selectOption(named[columns.indexOf(column)] ?? "");
  await page.getByRole("button", { name: /2 About the study/ }).click();
  await page.getByLabel("Genome build").selectOption("grch38");
  await describeStudy(page, {
    name: "Airways, named badly",
    cohort: "Cohort of the hills",
    phenotype: "All heart failure",
    total: "361194",
    cases: "44000",
  });
  await page.getByRole("button", { name: /4 Submit/ }).click();
  await submit(page);
  await waitForQc(page, /Passed QC/);
});

test("the values of the last submission are used by one click, and what the consortium wrote is suggested", async ({
  page,
  server,
}) => {
  await letIn(page, server, "uploader2");
  await openUploadPage(page, server);
  await chooseFile(page, realFile("ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"));
  await waitUntilStored(page);
  await answerQuestions(page);
  await goNext(page);
  const study = { name: "Airways, first", cohort: "Cohort of the coast", phenotype: "All heart failure" };
  await describeStudy(page, { ...study, total: "361194", cases: "44000" });
  await page.getByText("Genotyping and imputation").click();
  await page.getByRole("combobox", { name: "Imputation reference" }).fill("topmed");
  await page.getByRole("option", { name: "TOPMed r2" }).click();
  await page.getByRole("button", { name: /4 Submit/ }).click();
  await submit(page);
  await waitForQc(page, /(Passed|Failed) QC/);

  await openUploadPage(page, server);
  await chooseFile(page, realFile("ukb-d-XI_DIGESTIVE.gwaslab.tsv.gz"));
  await goNext(page);
  await page.getByLabel("Submission name").fill("Airways, second");
  await page.getByRole("combobox", { name: "Cohort" }).fill("coast");
  await expect(page.getByRole("option", { name: "Cohort of the coast in 1 submission" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Use values of Airways, first" }).click();
  await expect(page.getByRole("combobox", { name: "Cohort" })).toHaveValue(study.cohort);
  await page.getByText("1 of 6 filled in").click();
  await expect(page.getByRole("combobox", { name: "Imputation reference" })).toHaveValue("TOPMed r2");
  await expect(page.getByLabel("Submission name")).toHaveValue("Airways, second");
  await expect(page.getByLabel("Number of cases")).toHaveValue("");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("combobox", { name: "Cohort" })).toHaveValue("coast");
});
