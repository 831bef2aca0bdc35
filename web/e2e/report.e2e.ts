import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { useEveryList } from "./layers";
import { letIn } from "./people";
import type { Server } from "./server";
import { expect, realFile, test } from "./story";
import { phone } from "./watch";
import { chooseFile, confirmColumns, describeStudy, goNext, openUploadPage, submit, waitForQc } from "./wizard";

const study = {
  name: "Looked at closely",
  cohort: "Airways",
  phenotype: "All heart failure",
  total: "361194",
  cases: "44000",
};

async function uploadChecked(page: Page, server: Server, name: string, ends = /Passed QC/): Promise<string> {
  await openUploadPage(page, server);
  await chooseFile(page, realFile("ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"));
  await goNext(page);
  await describeStudy(page, { ...study, name });
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  const id = await submit(page);
  await waitForQc(page, ends);
  return id;
}

test("what a report and a list call the mapping opens at the columns, and a dialog's lists lie above it", async ({
  page,
  server,
}) => {
  await letIn(page, server, "uploader1");
  const id = await uploadChecked(page, server, study.name);
  const report = `${server.base}/hermes/qc/${id}`;
  const atColumns = page.getByRole("heading", { name: "Check the columns", level: 1 });

  await test.step("from the menu of the report", async () => {
    await page.getByRole("button", { name: "Report", exact: true }).click();
    await page.getByRole("menuitem", { name: "Change mapping" }).click();
    await expect(atColumns).toBeVisible();
    await page.reload();
    await expect(atColumns).toBeVisible();
  });

  await test.step("from the list", async () => {
    await page.goto(`${server.base}/hermes`);
    await page.getByRole("button", { name: `Actions for ${study.name}` }).click();
    await page.getByRole("menuitem", { name: "Change mapping" }).click();
    await expect(atColumns).toBeVisible();
    await page.goto(`${server.base}/hermes`);
    await page.getByRole("button", { name: `Actions for ${study.name}` }).click();
    await page.getByRole("menuitem", { name: "Edit metadata" }).click();
    await expect(page.getByRole("heading", { name: "About the study", level: 1 })).toBeVisible();
  });

  for (const size of [{ width: 1440, height: 900 }, phone]) {
    await test.step(`the settings of another run, ${size.width} px wide`, async () => {
      await page.setViewportSize(size);
      await page.goto(report);
      await page.getByRole("button", { name: "Run QC again…" }).click();
      const dialog = page.getByRole("dialog", { name: "Run QC again" });
      await expect(dialog).toBeVisible();
      expect(await useEveryList(page, dialog)).toEqual(["LDSC intercept (needs installed LD scores)", "None"]);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
    });
  }
});

test("without a panel the steps that need one say that they measured nothing", async ({ page, server }) => {
  await letIn(page, server, "uploader2");
  await uploadChecked(page, server, "Compared with nothing");
  const steps = page.getByRole("navigation", { name: "Steps of the check" });
  for (const name of ["Alleles", "Frequency"]) {
    const step = steps.getByRole("button", { name: new RegExp(`^${name}`) });
    await expect(step).toHaveText(new RegExp(`^–${name}not measured$`));
  }
  await expect(
    page.getByText("No reference panel is installed for this build and ancestry, so frequencies were not compared."),
  ).toBeVisible();
});

test("on a phone the decision stays in reach, and what passed is folded", async ({ browser, page, server }) => {
  await letIn(page, server, "uploader1");
  const id = await uploadChecked(page, server, "Decided on the way");
  const reader = await (await browser.newContext({ viewport: phone })).newPage();
  await letIn(reader, server, "reviewer1");
  await reader.goto(`${server.base}/hermes/qc/${id}`);
  await expect(reader.getByText(/steps? passed/).first()).toBeVisible();
  const accept = reader.getByRole("button", { name: "Accept" });
  await expect(accept).toBeInViewport({ ratio: 1 });
  await reader.getByRole("heading", { name: "Settings and versions" }).scrollIntoViewIfNeeded();
  await expect(accept).toBeInViewport({ ratio: 1 });
});

/** Installs a panel of the file's build and ancestry that has none of its variants: sites at the ends of chromosomes. */
function installStrangePanel(server: Server): void {
  const sites = Array.from({ length: 22 * 200 }, (_, i) => {
    const [chromosome, at] = [1 + Math.floor(i / 200), 10_000 + (i % 200)];
    return `${chromosome}\t${at}\t.\tA\tG\t.\t.\tAF=0.${1 + (i % 8)}`;
  });
  const head = ["##fileformat=VCFv4.2", "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO"];
  const bytes = gzipSync(`${[...head, ...sites].join("\n")}\n`);
  const folder = join(server.data, "reference", "panels");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "strange.vcf.gz"), bytes);
  const note = {
    name: "strange",
    build: "grch38",
    ancestry: "EUR",
    file: "strange.vcf.gz",
    column: "AF",
    version: "1",
    rows: sites.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  writeFileSync(join(folder, "strange.json"), JSON.stringify(note));
}

test("a panel that does not fit is set aside with one sentence, and nothing is said of what it would have told", async ({
  another,
  page,
}) => {
  const server = await another({ people: ["uploader1"] });
  installStrangePanel(server);
  await server.run();
  await letIn(page, server, "uploader1");
  await uploadChecked(page, server, "Beside a strange panel");
  const main = page.getByRole("main");
  await expect(main.getByText(/^Reference panel strange not used: /).first()).toBeVisible();
  const steps = page.getByRole("navigation", { name: "Steps of the check" });
  for (const name of ["Alleles", "Frequency"]) {
    await expect(steps.getByRole("button", { name: new RegExp(`^${name}`) })).toHaveText(`–${name}not measured`);
  }
  await expect(main.getByText("strange, not used: frequencies and strands were not compared")).toBeVisible();
  await expect(
    main.getByText("The reference panel was not used, so frequencies were not compared.", { exact: true }),
  ).toBeVisible();
  await expect(main.getByText(/not in the panel/)).toHaveCount(0);
});
