import type { Page } from "@playwright/test";
import { saved } from "./files";
import { signIn } from "./people";
import { expect, realFile, test } from "./story";

const names = ["X_RESPIRATORY", "XI_DIGESTIVE", "XIII_MUSCULOSKELET"].map((trait) => `ukb-d-${trait}.gwaslab.tsv.gz`);
const [lungs = "", gut = "", bones = ""] = names;
const paths = names.map((name) => realFile(`ukb_d_shared/${name}`));

// A separate server, because other stories start with an empty list.
test.use({ people: ["uploader1"] });

/** The row of a file. */
const rowOf = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });

/**
 * A sheet as saved by a spreadsheet program; one sex is misspelt, and one line is about an unknown
 * file.
 */
const sheet = [
  "file;dataSetName;phenotype;sex;totalSampleSize;cases;Colour",
  `${lungs};Lungs, women;ALL_HF;Female only;361,194;21,000;red`,
  `${gut};Gut, women;All heart failure;female-only;361194;21000;`,
  `${bones};Bones, women;ALL_HF;Femal only;361194;21000;`,
  "nobody.tsv.gz;Nobody;ALL_HF;Female only;2;1;",
].join("\n");

test("three real files and a sheet with one mistake: two are registered, the third is mended and registered", async ({
  page,
  server,
}, info) => {
  await signIn(page, server, "uploader1");
  const main = page.getByRole("main");

  await test.step("several files chosen in the wizard go to a page of their own", async () => {
    await page.getByRole("link", { name: "Upload the first file" }).click();
    await page.getByLabel("Choose a file").setInputFiles(paths);
    await expect(page.getByRole("heading", { name: "Upload several files", level: 1 })).toBeVisible();
    for (const name of names) await expect(rowOf(page, name)).toContainText("looks like gwaslab output");
  });

  await test.step("what is the same for all is typed once", async () => {
    const all = page.getByRole("region", { name: "For all files" });
    await all.getByRole("combobox", { name: "Cohort" }).fill("UK Biobank");
    await all.getByLabel("Ancestry").selectOption("European");
  });

  await test.step("what is said of the columns of one file is offered to those with the same columns", async () => {
    const row = rowOf(page, gut);
    await row.getByRole("button", { name: "Details" }).click();
    for (const column of ["Z", "BETA"]) {
      await row.getByRole("combobox", { name: "Beta" }).selectOption(column);
      await row.getByRole("button", { name: "Read all 2 the same way" }).click();
      await expect(row.getByText("the same columns")).toBeHidden();
    }
    await row.getByRole("button", { name: `Close ${gut}` }).click();
  });

  await test.step("the sheet says what is wrong, by line, column and value", async () => {
    await page.getByLabel("Choose a sheet").setInputFiles(saved(info, "metadata.csv", Buffer.from(sheet)));
    await expect(main.getByText("3 files described, 1 value to correct.")).toBeVisible();
    await expect(main.getByText("Line 5, nobody.tsv.gz: No file of this name was chosen.")).toBeVisible();
    await expect(main.getByText("The column “Colour” is unknown and was ignored.")).toBeVisible();
    const problems = rowOf(page, bones).getByRole("list", { name: `Problems of ${bones}` });
    await expect(problems.getByRole("listitem")).toHaveText([
      "Sex “Femal only”: Choose one of: Not sex stratified, Male only, Female only. Did you mean Female only?",
    ]);
  });

  await test.step("the two that are complete are registered, the third stays", async () => {
    await expect(rowOf(page, lungs)).toContainText("Ready to submit");
    await expect(rowOf(page, gut)).toContainText("Ready to submit");
    await page.getByRole("button", { name: "Submit 2 of 3 files" }).click();
    await expect(rowOf(page, lungs)).toContainText("Submitted");
    await expect(rowOf(page, gut)).toContainText("Submitted");
    await expect(rowOf(page, bones)).toContainText("Needs an answer");
  });

  await test.step("the tab is loaded again and nothing is lost; the third is mended with what was meant, and registered", async () => {
    await page.reload();
    await expect(rowOf(page, bones)).toContainText("“Femal only”");
    await rowOf(page, bones).getByRole("button", { name: "Female only" }).click();
    await expect(rowOf(page, bones)).toContainText("Ready to submit");
    await page.getByRole("button", { name: "Submit all" }).click();
    await expect(rowOf(page, bones)).toContainText("Submitted");
  });

  await test.step("each is a submission of its own, and its report is one click away", async () => {
    const list = await page.request.get(`${server.base}/api/hermes/uploads?sort=dataset_name`);
    const { items } = (await list.json()) as { items: { dataset_name: string; file_name: string; sex: string }[] };
    expect(items.map(({ dataset_name, file_name, sex }) => [dataset_name, file_name, sex])).toEqual([
      ["Bones, women", bones, "Female only"],
      ["Gut, women", gut, "Female only"],
      ["Lungs, women", lungs, "Female only"],
    ]);
    await rowOf(page, gut).getByRole("link", { name: "Report" }).click();
    await expect(page.getByRole("heading", { name: "Gut, women", level: 1 })).toBeVisible();
  });
});
