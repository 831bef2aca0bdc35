import type { Page } from "@playwright/test";
import { useEveryList } from "./layers";
import { signIn } from "./people";
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
  await signIn(page, server, "uploader1");
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
      await page.getByRole("button", { name: "Re-run QC…" }).click();
      const dialog = page.getByRole("dialog", { name: "Run QC again" });
      await expect(dialog).toBeVisible();
      expect(await useEveryList(page, dialog)).toEqual([
        "LDSC intercept (needs installed LD scores)",
        "None: nothing is compared",
      ]);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
    });
  }
});

test("without a panel the steps that need one say that they measured nothing", async ({ page, server }) => {
  await signIn(page, server, "uploader2");
  await uploadChecked(page, server, "Compared with nothing");
  const steps = page.getByRole("navigation", { name: "Steps of the check" });
  for (const name of ["Alleles", "Frequency"]) {
    const step = steps.getByRole("button", { name: new RegExp(`^${name}`) });
    await expect(step).toHaveText(new RegExp(`^–${name}not measured$`));
  }
  await expect(
    page.getByText("No reference panel was there for this build and ancestry, so frequencies were not compared."),
  ).toBeVisible();
});

test("on a phone the decision stays in reach, and what passed is folded", async ({ browser, page, server }) => {
  await signIn(page, server, "uploader1");
  const id = await uploadChecked(page, server, "Decided on the way");
  const reader = await (await browser.newContext({ viewport: phone })).newPage();
  await signIn(reader, server, "reviewer1");
  await reader.goto(`${server.base}/hermes/qc/${id}`);
  await expect(reader.getByText(/steps? passed/).first()).toBeVisible();
  const accept = reader.getByRole("button", { name: "Accept" });
  await expect(accept).toBeInViewport({ ratio: 1 });
  await reader.getByRole("heading", { name: "Settings and versions" }).scrollIntoViewIfNeeded();
  await expect(accept).toBeInViewport({ ratio: 1 });
});
