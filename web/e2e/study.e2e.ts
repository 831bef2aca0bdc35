import type { Page } from "@playwright/test";
import { packed, realLines, saved } from "./files";
import { letIn } from "./people";
import { expect, test } from "./story";
import {
  answerQuestions,
  chooseFile,
  confirmColumns,
  describeStudy,
  goNext,
  openUploadPage,
  submit,
  waitForQc,
} from "./wizard";

/** The real rows with their effects as odds ratios too, two frequencies and two names of each variant. */
function withOddsRatios(): Buffer {
  const [header = "", ...rows] = realLines();
  const names = header.split("\t");
  const columns = "ID CHR BP OA EA EAF BETA SE P EUR_EAF SNP ODDS_RATIO ODDS_RATIO_LB ODDS_RATIO_UB N".split(" ");
  const lines = rows.map((row) => {
    const cells = row.split("\t");
    const cell = (name: string) => cells[names.indexOf(name)] ?? "";
    const [beta, se] = [Number(cell("BETA")), Number(cell("SE"))];
    const ratio = (z: number) => Math.exp(beta + z * se).toPrecision(6);
    const id = `${cell("CHR")}:${cell("POS")}`;
    const p = (10 ** -Number(cell("MLOG10P"))).toPrecision(6);
    const [oa, ea, eaf] = [cell("NEA"), cell("EA"), cell("EAF")];
    return [
      id,
      cell("CHR"),
      cell("POS"),
      oa,
      ea,
      eaf,
      beta,
      se,
      p,
      eaf,
      cell("rsID"),
      ratio(0),
      ratio(-1.959964),
      ratio(1.959964),
      cell("N"),
    ];
  });
  return packed([columns, ...lines].map((cells) => cells.join("\t")));
}

const ages = {
  meanAgeControl: ["Mean age, controls", 57.25],
  sdAgeControls: ["SD of age, controls", 8.1],
  maleProportionControls: ["Share of men, controls", 0.45],
  meanAgeCases: ["Mean age, cases", 62.5],
  sdAgeCases: ["SD of age, cases", 6.75],
  maleProportionCases: ["Share of men, cases", 0.63],
} as const;

/** Every field that a study may state beside what every one states. */
async function tellMore(page: Page): Promise<void> {
  await page.getByText("Dates, contact, references, case definition").click();
  await page.getByLabel("Data collection started").fill("2006-01-31");
  await page.getByLabel("Data collection ended").fill("2010-10-01");
  await page.getByRole("combobox", { name: "Contact person" }).fill("Ada, ada@example.org");
  await page.getByText("Filters that were applied before the analysis").click();
  await page.getByLabel("Variant call rate").fill("0.95");
  await page.getByLabel("Hardy-Weinberg P").fill("1e-6");
  await page.getByText("Means, standard deviations and share of men").click();
  await page.getByLabel("Mean age, all").fill("58");
}

async function tellAges(page: Page): Promise<void> {
  for (const [label, value] of Object.values(ages)) await page.getByLabel(label).fill(String(value));
}

test("a file with effects and odds ratios is described in full, and listed with its numbers", async ({
  page,
  server,
}, info) => {
  const file = saved(info, "sample gwas expanded.csv.gz", withOddsRatios());
  const of = async (id: string) => (await page.request.get(`${server.base}/api/hermes/uploads/${id}`)).json();
  await letIn(page, server, "uploader1");

  const [name, cases] = ["With cases", "44000"];
  await test.step("it is described and submitted", async () => {
    await openUploadPage(page, server);
    await chooseFile(page, file);
    await answerQuestions(page);
    await goNext(page);
    await describeStudy(page, { name, cohort: "Expanded", phenotype: "All heart failure", total: "361194", cases });
    // One question about the build, and none about another assembly to refer to.
    await expect(page.getByLabel(/build|assembly|reference genome/i)).toHaveCount(1);
    await tellMore(page);
    await tellAges(page);
    await goNext(page);
    await confirmColumns(page);
    await goNext(page);
    const id = await submit(page);
    await waitForQc(page, /Passed QC/);

    const stored = await of(id);
    expect(stored.file_name).toBe("sample gwas expanded.csv.gz");
    expect(stored.mapping).toMatchObject({
      beta: "BETA",
      standard_error: "SE",
      p_value: "P",
      effect_allele: "EA",
      rsid: "SNP",
      odds_ratio: "ODDS_RATIO",
    });
    expect(stored.metadata).toMatchObject({
      totalSampleSize: 361194,
      dataCollectionStart: "2006-01-31",
      dataCollectionEnd: "2010-10-01",
      variantCallRate: 0.95,
      hwePValue: 1e-6,
      meanAgeCohort: 58,
    });
    const numbers = Object.fromEntries(Object.entries(ages).map(([key, [, value]]) => [key, value]));
    expect(stored.metadata).toMatchObject({ cases: 44000, ...numbers });

    await page.goto(`${server.base}/hermes`);
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  });

  await test.step("the list fits on a desk, and on a small screen shows fewer columns", async () => {
    const table = page.getByRole("table");
    const hidden = () =>
      table.evaluate((e) => Number(e.parentElement && e.parentElement.scrollWidth - e.parentElement.clientWidth));
    const columns = ["Build", "Variants", "Cases", "Controls", "N eff", "λ", "Status", "Waiting on"];
    for (const name of columns) await expect(table.getByRole("columnheader", { name, exact: true })).toBeVisible();
    const row = page.getByRole("row", { name: /With cases/ });
    // 4 / (1/44,000 + 1/317,194)
    for (const text of ["GRCh38", "44,000", "317,194", "154,560"])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    expect(await hidden()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(table.getByRole("columnheader", { name: "Variants" })).toBeHidden();
    await expect(table.getByRole("columnheader", { name: "N eff" })).toBeVisible();
    expect(await hidden()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("opened again, the form holds all of it, also the phenotype and the build", async () => {
    await page.getByRole("link", { name: "With cases", exact: true }).click();
    await page.waitForURL(/\/hermes\/qc\//);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    await page.goto(`${server.base}/hermes/new?id=${id}&step=study`);
    await expect(page.getByRole("combobox", { name: "Phenotype" })).toHaveValue(/All heart failure/);
    await expect(page.getByLabel("Genome build")).toHaveValue("grch38");
    await expect(page.getByLabel("Data collection started")).toHaveValue("01/31/2006");
    await expect(page.getByLabel("Mean age, cases")).toHaveValue("62.5");
  });
});

test("every door shows the sign of the product and the name of its area; a page behind it leads there first", async ({
  page,
  server,
}) => {
  for (const [door, title] of [
    ["/login", "Sign in"],
    ["/hermes/login", "Sign in to HERMES"],
    ["/sgc/login", "Sign in to SGC"],
  ] as const) {
    await page.goto(`${server.base}${door}`);
    await expect(page.getByRole("heading", { name: title, exact: true, level: 1 })).toBeVisible();
    await expect(page.getByText("Cohortium", { exact: true })).toBeVisible();
    const sign = await page.locator("svg[viewBox='0 0 32 32']").first().boundingBox();
    expect(sign?.width).toBeGreaterThan(16);
  }
  await page.goto(`${server.base}/datasets`);
  await page.waitForURL(/\/login\?redirect=%2Fdatasets/);
  await expect(page.getByLabel("User name")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
});
