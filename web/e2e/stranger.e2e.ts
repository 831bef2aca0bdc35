import type { Page } from "@playwright/test";
import { acceptInDialog } from "./accepting";
import type { Demo } from "./demo";
import { expectDrawn } from "./figures";
import { expect, realFile, test } from "./story";
import { answerQuestions, chooseFile, confirmColumns, goNext, openUploadPage, submit, waitForQc } from "./wizard";

/** A real file as a user has it, with facts that only they know. */
interface Brought {
  file: string;
  name: string;
  build: "hg19" | "grch38";
  total: string;
  cases: string;
  /** A part of the report that other files' reports do not have. */
  says: RegExp;
}

const brought: Brought[] = [
  {
    file: "ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz",
    name: "Respiratory diseases",
    build: "grch38",
    total: "361194",
    cases: "44000",
    says: /Lifted over from GRCh38 \(hg38\) to GRCh37 \(hg19\)/,
  },
  {
    file: "crohns_finngen_p1e-3_hg38.tsv.gz",
    name: "Crohn's disease, selected variants",
    build: "grch38",
    total: "377277",
    cases: "4095",
    says: /the file holds selected variants only/,
  },
  {
    file: "fto_locus_chr16_hg19.tsv.gz",
    name: "One locus",
    build: "hg19",
    total: "339224",
    cases: "100000",
    says: /21 autosomes hold no variant/,
  },
  {
    file: "pmid29559693.tsv.gz",
    name: "Published study",
    build: "hg19",
    total: "50509",
    cases: "20000",
    says: /P disagrees with effect and standard error/,
  },
  {
    file: "parkinson_nalls2019_LRRK2_hg19.tsv.gz",
    name: "Parkinson's disease, LRRK2",
    build: "hg19",
    total: "1474097",
    cases: "56306",
    says: /21 autosomes hold no variant/,
  },
];
const phenotype = "Non-ischaemic cardiomyopathy"; // that the demo has no file of

test.describe.configure({ timeout: 600_000 }); // five walks through the wizard

test("five real files of strangers go from upload in the demo to a meta-analysis that each of them is in", async ({
  browser,
  demo,
}) => {
  const uploader = await (await browser.newContext()).newPage();
  const reviewer = await (await browser.newContext()).newPage();
  await demo.letIn(uploader, "uploader1");
  await demo.letIn(reviewer, "reviewer1");
  for (const one of brought) {
    const id = await test.step(`${one.name} passes QC with an honest report`, () => bring(uploader, demo, one));
    await test.step(`${one.name} is accepted`, () => accept(reviewer, demo, id));
  }
  await test.step("what has few variants in common is named, and combined when a user says so", () =>
    combine(reviewer, demo));
  await test.step("every file is in the result", async () => {
    for (const { name } of brought) {
      const row = reviewer.getByRole("row").filter({ has: reviewer.getByRole("rowheader", { name, exact: true }) });
      await expect(row.getByRole("cell").nth(1)).toHaveText(/^[1-9][\d,]* /);
    }
    await expectDrawn(reviewer.getByRole("region", { name: "Manhattan", exact: true }));
  });
});

/** From the file to its report; answers the id of the submission. */
async function bring(page: Page, demo: Demo, one: Brought): Promise<string> {
  await openUploadPage(page, demo.server);
  await chooseFile(page, realFile(one.file));
  await answerQuestions(page);
  await goNext(page);
  await page.getByLabel("Submission name").fill(one.name);
  await page.getByRole("combobox", { name: "Cohort" }).fill(`Cohort of ${one.name}`);
  await page.getByRole("combobox", { name: "Phenotype" }).fill(phenotype);
  await page.getByRole("option", { name: phenotype }).first().click();
  await page.getByLabel("Ancestry").selectOption("European");
  await page.getByLabel("Sex", { exact: false }).selectOption("Not sex stratified");
  await page.getByLabel("Genome build").selectOption(one.build);
  await page.getByLabel("Total sample size").fill(one.total);
  await page.getByLabel("Number of cases").fill(one.cases);
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  const id = await submit(page);
  await waitForQc(page, /Passed QC/);

  const main = page.getByRole("main");
  const setAside = main.getByText(/^Reference panel demo-panel-invented not used: of /);
  await expect(setAside.first()).toBeVisible(); // at the top; the history contains it too
  await expect(main.getByText(one.says).first()).toBeVisible();
  const steps = page.getByRole("navigation", { name: "Steps of the check" });
  for (const step of ["Alleles", "Frequency"]) {
    await expect(steps.getByRole("button", { name: step })).toContainText("not measured");
  }
  await expectDrawn(page.getByRole("region", { name: "Manhattan", exact: true }));
  return id;
}

async function accept(page: Page, demo: Demo, id: string): Promise<void> {
  await page.goto(`${demo.server.base}/hermes/qc/${id}`);
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await acceptInDialog(page);
  await expect(page.getByText(/^Accepted by reviewer1/).first()).toBeVisible();
}

async function combine(page: Page, demo: Demo): Promise<void> {
  await page.goto(`${demo.server.base}/hermes/ma/new`);
  await page.getByRole("radio", { name: new RegExp(phenotype) }).click();
  await page.getByRole("button", { name: "Next" }).click();
  for (const { name } of brought) await expect(page.getByRole("checkbox", { name })).toBeChecked();
  await expect(page.getByText(/of (its|their) variants with the others/).first()).toBeVisible();
  // Files of anybody: whatever is said of them is confirmed.
  for (const one of await page.getByRole("checkbox", { name: /^Combine (?:although|despite|across)/ }).all())
    await one.check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Name").fill("Strangers");
  await page.getByLabel(/^Minimum studies/).fill("1");
  await page.getByRole("button", { name: "Run meta-analysis" }).click();
  await page.waitForURL(/\/hermes\/ma\/(?!new)/);
  await expect(page.getByText("reproducible from inputs.json")).toBeVisible({ timeout: 60_000 });
}
