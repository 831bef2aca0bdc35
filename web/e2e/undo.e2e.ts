import type { Page } from "@playwright/test";
import { acceptInDialog, accepting } from "./accepting";
import { letIn } from "./people";
import type { Server } from "./server";
import { expect, realFile, test } from "./story";
import { chooseFile, confirmColumns, describeStudy, goNext, openUploadPage, submit, waitForQc } from "./wizard";

const respiratory = realFile("ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz");
const skeletal = realFile("ukb_d_shared/ukb-d-XIII_MUSCULOSKELET.gwaslab.tsv.gz");
/** Drawn by itself from its study: 20 of its 1,000 variants are in the others. */
const digestive = realFile("ukb-d-XI_DIGESTIVE.gwaslab.tsv.gz");

async function upload(page: Page, server: Server, file: string, name: string): Promise<string> {
  await openUploadPage(page, server);
  await chooseFile(page, file);
  await goNext(page);
  // A thousand rows do not reveal the build, so it must be chosen.
  await page.getByLabel("Genome build").selectOption("grch38");
  const phenotype = "Dilated cardiomyopathy"; // of no other story on this server
  await describeStudy(page, { name, cohort: name, phenotype, total: "361194", cases: "44000" });
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  const id = await submit(page);
  await waitForQc(page, /Passed QC/);
  return id;
}

async function accept(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(accepting(page)).toContainText("You can undo this until a meta-analysis uses it.");
  await acceptInDialog(page);
  await expect(page.getByText(/^Accepted by reviewer1/).first()).toBeVisible();
}

test("a decision is undone until a meta-analysis uses it; a file of other variants is named before it is combined", async ({
  browser,
  server,
}) => {
  test.slow(); // three files walk through the wizard
  const uploader = await (await browser.newContext()).newPage();
  const reviewer = await (await browser.newContext()).newPage();
  await letIn(uploader, server, "uploader1");
  await letIn(reviewer, server, "reviewer1");
  const ids: string[] = [];
  for (const [file, name] of [
    [respiratory, "Lungs"],
    [skeletal, "Spine"],
    [digestive, "Stomach"],
  ] as const) {
    ids.push(await upload(uploader, server, file, name));
  }
  const [lungs = "", ...others] = ids;

  await test.step("accepted, undone by one click, accepted again", async () => {
    await reviewer.goto(`${server.base}/hermes/qc/${lungs}`);
    await reviewer.getByLabel("Comment to the uploader").fill("λ is that of a linear model.");
    await accept(reviewer);
    await reviewer.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(reviewer.getByText(/^Passed QC; waiting for a reviewer/).first()).toBeVisible();
    await expect(reviewer.getByLabel("Comment to the uploader")).toHaveValue("λ is that of a linear model.");
    await expect(reviewer.getByText("reviewer1 · approval undone")).toBeVisible(); // in the history
    await accept(reviewer);
  });

  await test.step("the others are accepted", async () => {
    for (const id of others) {
      await reviewer.goto(`${server.base}/hermes/qc/${id}`);
      await accept(reviewer);
    }
  });

  await test.step("the file of other variants is named while one chooses, and it takes a word to go on", async () => {
    await reviewer.goto(`${server.base}/hermes/ma/new`);
    await reviewer.getByRole("radio", { name: /Dilated cardiomyopathy/ }).click();
    await reviewer.getByRole("button", { name: "Next" }).click();
    const sentence = "Stomach shares 2.0 % of its variants with the others";
    await expect(reviewer.getByText(sentence)).toBeVisible();
    await reviewer.getByRole("button", { name: "Next" }).click();
    await expect(reviewer.getByRole("alert")).toContainText("Tick “Combine despite few shared variants”");
    await reviewer.getByRole("checkbox", { name: "Stomach" }).uncheck();
    await expect(reviewer.getByText(sentence)).toBeHidden();
    await reviewer.getByRole("checkbox", { name: "Stomach" }).check();
    await reviewer.getByRole("checkbox", { name: "Combine despite few shared variants" }).check();
    await reviewer
      .getByRole("checkbox", { name: "Combine despite standard errors that do not fit the sample size" })
      .check();
    await reviewer.getByRole("button", { name: "Next" }).click();
    await reviewer.getByLabel("Name").fill("Hearts");
    await reviewer.getByRole("radio", { name: "Random effects" }).check();
    await reviewer.getByRole("radio", { name: "REML" }).check();
    await reviewer.getByLabel("Males on chromosome X", { exact: true }).selectOption("0/2");
    // Who asks the server past the page is refused in the same words.
    const options = { scheme: "ivw", genomic_control: true, min_studies: 2, maf: 0, info: 0, palindromic: "frequency" };
    const refused = await reviewer.request.post(`${server.base}/api/hermes/meta-analyses`, {
      data: { name: "Hearts", phenotype: "DCM_Broad", datasets: ids, options: { ...options, multi_ancestry: false } },
    });
    expect(refused.status()).toBe(422);
    expect(await refused.text()).toContain(sentence);
    await reviewer.getByRole("button", { name: "Run meta-analysis" }).click();
    await reviewer.waitForURL(/\/hermes\/ma\/(?!new)/);
    await expect(reviewer.getByText("reproducible from inputs.json")).toBeVisible({ timeout: 60_000 });
    await expect(reviewer.getByText("Random effects (REML)", { exact: true })).toBeVisible();
    await expect(reviewer.getByText("0/2 in 3 submissions")).toBeVisible();
  });

  await test.step("the decision stands now, and says on what", async () => {
    await reviewer.goto(`${server.base}/hermes/qc/${lungs}`);
    const undo = reviewer.getByRole("button", { name: "Undo", exact: true });
    await expect(undo).toHaveAttribute("aria-disabled", "true");
    await undo.focus();
    await expect(
      reviewer.getByText("The decision is final. The meta-analysis Hearts uses this submission."),
    ).toBeVisible();
    const { version } = await (await reviewer.request.get(`${server.base}/api/hermes/uploads/${lungs}`)).json();
    const refused = await reviewer.request.delete(`${server.base}/api/hermes/uploads/${lungs}/review`, {
      headers: { "If-Match": `"${version}"` },
    });
    expect(refused.status()).toBe(409);
  });
});
