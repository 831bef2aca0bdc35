import { letIn, signIn } from "./people";
import { expect, realFile, test } from "./story";
import { phone } from "./watch";
import { chooseFile, confirmColumns, goNext, openUploadPage, submit, waitUntilStored } from "./wizard";

const respiratory = realFile("ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz");

test("an uploader asks for a phenotype, a reviewer grants it, and the kept draft is submitted with it", async ({
  browser,
  server,
}, info) => {
  const uploader = await (await browser.newContext()).newPage();
  const reviewer = await (await browser.newContext()).newPage();
  await letIn(uploader, server, "uploader1");
  await signIn(reviewer, server, "reviewer1");

  await test.step("one that is misspelled is found, one that is not there is asked for", async () => {
    await openUploadPage(uploader, server);
    await chooseFile(uploader, respiratory);
    await waitUntilStored(uploader);
    await goNext(uploader);
    await uploader.getByLabel("Submission name").fill("Respiratory, asked for");
    await uploader.getByRole("combobox", { name: "Cohort" }).fill("Airways");
    await uploader.getByLabel("Ancestry").selectOption("European");
    await uploader.getByLabel("Sex", { exact: false }).selectOption("Not sex stratified");
    await uploader.getByLabel("Total sample size").fill("361194");
    await uploader.getByLabel("Number of cases").fill("44000");
    const field = uploader.getByRole("combobox", { name: "Phenotype" });
    await field.fill("ischemic hart failure");
    await expect(uploader.getByText("No match. Did you mean:")).toBeVisible();
    await expect(uploader.getByRole("option", { name: /^Ischaemic heart failure/ })).toBeVisible();
    await field.fill("Respiratory disease");
    await expect(uploader.getByRole("option", { name: /Ask for “Respiratory disease”/ })).toBeVisible();
    await uploader.screenshot({ path: info.outputPath("search.png") });
    await uploader.keyboard.press("ArrowDown");
    await uploader.keyboard.press("Enter");
    const dialog = uploader.getByRole("dialog", { name: "Ask for a phenotype" });
    await expect(dialog.getByLabel("Phenotype")).toHaveValue("Respiratory disease");
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByRole("link", { name: /Enter its purpose/ })).toBeVisible();
    await dialog.getByLabel("Purpose").fill("Chapter X of ICD-10, any code.");
    await dialog.getByLabel(/^Cases and controls/).check();
    await uploader.screenshot({ path: info.outputPath("ask.png") });
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(uploader.getByText("You asked for “Respiratory disease”. A reviewer decides.").last()).toBeVisible();
  });

  await test.step("nothing can be submitted meanwhile, and everything is kept", async () => {
    await goNext(uploader);
    await expect(uploader.getByRole("link", { name: /a reviewer decides, and your draft is kept/ })).toBeVisible();
    await uploader.reload();
    await expect(uploader.getByLabel("Submission name")).toHaveValue("Respiratory, asked for");
    await expect(uploader.getByText("You asked for “Respiratory disease”. A reviewer decides.")).toBeVisible();
    await uploader.screenshot({ path: info.outputPath("waiting.png"), fullPage: true });
  });

  await test.step("the reviewer sees it in the menu and grants it", async () => {
    await reviewer.goto(`${server.base}/hermes`);
    await reviewer.getByRole("link", { name: /^Phenotypes 1 request waits/ }).click();
    await expect(reviewer.getByRole("heading", { name: "1 phenotype is asked for" })).toBeVisible();
    await expect(reviewer.getByRole("row", { name: /All heart failure/ })).toBeVisible();
    await reviewer.screenshot({ path: info.outputPath("page.png") });
    await reviewer.getByRole("button", { name: "Decide on Respiratory disease" }).click();
    const dialog = reviewer.getByRole("dialog", { name: /^Decide on/ });
    await expect(dialog.getByLabel("Code")).toHaveValue("RESPIRATORY_DISEASE");
    await dialog.getByLabel("Code").fill("RESP");
    await dialog.getByRole("combobox", { name: "Ontology terms" }).fill("mondo_0005087");
    await reviewer.keyboard.press("Enter");
    await reviewer.screenshot({ path: info.outputPath("decide.png") });
    await dialog.getByRole("button", { name: "Add phenotype" }).click();
    await expect(reviewer.getByRole("row", { name: /Respiratory disease/ })).toContainText("MONDO:0005087");
    await expect(reviewer.getByRole("heading", { name: /asked for/ })).toHaveCount(0);
  });

  await test.step("the draft goes on by itself and is submitted", async () => {
    const field = uploader.getByRole("combobox", { name: "Phenotype" });
    await expect(field).toHaveValue("Respiratory disease (RESP)", { timeout: 30_000 });
    await expect(uploader.getByText("reviewer1 added “Respiratory disease” as RESP.")).toBeVisible();
    await goNext(uploader);
    await confirmColumns(uploader);
    await goNext(uploader);
    await submit(uploader);
    await expect(uploader.getByText(/Respiratory disease/).first()).toBeVisible();
  });

  await test.step("in use, it is retired and not deleted; the submission keeps it and says so", async () => {
    await reviewer.reload();
    const row = reviewer.getByRole("row", { name: /Respiratory disease/ });
    await expect(row.getByRole("link", { name: "1" })).toHaveAttribute("href", /phenotype=.*RESP/);
    await row.getByRole("button", { name: "Actions for RESP" }).click();
    await expect(reviewer.getByRole("menuitem", { name: /^Delete/ })).toContainText("1 submission uses it");
    await reviewer.screenshot({ path: info.outputPath("menu.png") });
    await reviewer.getByRole("menuitem", { name: "Retire…" }).click();
    await reviewer.getByRole("button", { name: "Retire", exact: true }).click();
    await expect(row).toContainText("Retired");
    await uploader.reload();
    await expect(uploader.getByText(/Respiratory disease \(retired\)/)).toBeVisible();
    await reviewer.setViewportSize(phone);
    await reviewer.screenshot({ path: info.outputPath("phone.png"), fullPage: true });
  });
});
