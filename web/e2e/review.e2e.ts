import type { Page } from "@playwright/test";
import { acceptByKeyboard, acceptInDialog, accepting } from "./accepting";
import { pressOn, tabTo } from "./keyboard";
import { letIn } from "./people";
import type { Server } from "./server";
import { expect, realFile, test } from "./story";
import { chooseFile, confirmColumns, describeStudy, goNext, openUploadPage, submit, waitForQc } from "./wizard";

const files = [
  ["Lungs", "ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"],
  ["Spine", "ukb_d_shared/ukb-d-XIII_MUSCULOSKELET.gwaslab.tsv.gz"],
  ["Stomach", "ukb-d-XI_DIGESTIVE.gwaslab.tsv.gz"],
] as const;

async function upload(page: Page, server: Server, name: string, file: string): Promise<string> {
  await openUploadPage(page, server);
  await chooseFile(page, realFile(file));
  await goNext(page);
  await page.getByLabel("Genome build").selectOption("grch38");
  await describeStudy(page, { name, cohort: name, phenotype: "All heart failure", total: "361194", cases: "44000" });
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  const id = await submit(page);
  await waitForQc(page, /Passed QC/);
  return id;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const checklist = ["N agrees with the paper", "The ancestry is plausible"];

async function acceptWithChecklist(page: Page): Promise<void> {
  await button(page, "Accept").click();
  const dialog = accepting(page);
  await button(page, "Accept submission").click();
  await expect(dialog).toContainText(/\d lines are not ticked/);
  for (const line of checklist) await expect(dialog.getByLabel(line)).not.toBeChecked();
  await acceptInDialog(page);
  await expect(dialog).toBeHidden();
}

test("changes are asked for, answered and accepted by two reviewers; several files are assigned at once; a reviewer works without a mouse", async ({
  browser,
  another,
}) => {
  test.slow(); // three files walk through the wizard
  const server = await another({ people: ["uploader1", "reviewer1", "reviewer2", "admin1"] });
  await server.run();
  const open = async (who: "uploader1" | "reviewer1" | "reviewer2" | "admin1") => {
    const page = await (await browser.newContext()).newPage();
    await letIn(page, server, who);
    return page;
  };
  const [admin, uploader, reviewer, second] = [
    await open("admin1"),
    await open("uploader1"),
    await open("reviewer1"),
    await open("reviewer2"),
  ];
  const ids: string[] = [];
  for (const [name, file] of files) ids.push(await upload(uploader, server, name, file));
  const [lungs = ""] = ids;
  const report = `${server.base}/hermes/qc/${lungs}`;

  await test.step("an administrator wants two reviewers and a checklist", async () => {
    await admin.goto(`${server.base}/hermes/settings`);
    await admin.getByLabel("Two reviewers").check();
    await admin.getByLabel("Checklist").fill(checklist.join("\n"));
    await button(admin, "Save settings").click();
    await expect(admin.getByText("admin1 · settings changed")).toBeVisible();
    await reviewer.goto(`${server.base}/hermes/settings`);
    await expect(reviewer.getByText("An administrator can change these settings.")).toBeVisible();
  });

  await test.step("a reviewer asks for changes of a field and of the file", async () => {
    await reviewer.goto(report);
    await button(reviewer, "Request changes…").click();
    const dialog = reviewer.getByRole("dialog", { name: "Request changes of Lungs" });
    await dialog.getByRole("combobox", { name: "About" }).click();
    await reviewer.getByRole("option", { name: "Ancestry", exact: true }).click();
    await dialog.getByLabel("Change or explanation needed").fill("Is it all European?");
    await button(reviewer, "Request changes").click();
    await expect(reviewer.getByText(/a reviewer asked for changes, waiting for the uploader/)).toBeVisible();
  });

  await test.step("the uploader is told, answers, and sends it back", async () => {
    await uploader.goto(`${server.base}/hermes/notices`);
    await expect(uploader.getByText("reviewer1 asks for changes of Lungs: 1 comment to answer.")).toBeVisible();
    await uploader.getByRole("link", { name: "Lungs" }).first().click();
    const card = uploader.getByRole("region", { name: "A reviewer asks for a change" });
    await expect(card).toContainText("Is it all European?");
    await card.getByRole("link", { name: "Change it" }).click();
    await expect(uploader.getByLabel("Ancestry")).toHaveAccessibleDescription(/A reviewer asks: Is it all European\?/);
    await uploader.goBack();
    await button(uploader, "Send back to review").click();
    await expect(card).toContainText("State what you changed, or why no change is needed.");
    await card.getByLabel("Your answer about Ancestry").fill("Yes, by principal components.");
    await button(uploader, "Send back to review").click();
    await expect(uploader.getByText(/Passed QC; waiting for a reviewer/)).toBeVisible();
  });

  await test.step("two people accept it with the checklist, each for herself", async () => {
    await reviewer.reload();
    await expect(reviewer.getByText("Yes, by principal components.")).toBeVisible();
    await acceptWithChecklist(reviewer);
    await expect(reviewer.getByText(/accepted by one reviewer, waiting for a second/)).toBeVisible();
    await expect(
      reviewer.getByText("You accepted this submission already. It can be reviewed by: reviewer2."),
    ).toBeVisible();
    await second.goto(report);
    await expect(second.getByText(/by reviewer1, .*; a second reviewer decides/)).toBeVisible();
    await acceptWithChecklist(second);
    await expect(second.getByText(/^Accepted by reviewer2/).first()).toBeVisible();
  });

  await test.step("the others are assigned at once; the accepted one says why not, and stays chosen", async () => {
    await reviewer.goto(`${server.base}/hermes`);
    await reviewer.getByLabel("Choose all 3 files of this page").check();
    await button(reviewer, "Assign ▾").click();
    await reviewer.getByRole("menuitem", { name: "reviewer1" }).click();
    const chosen = reviewer.getByRole("region", { name: "Chosen files" });
    await expect(chosen).toContainText("2 of 3 files assigned to reviewer1. The others are still chosen:");
    await expect(chosen).toContainText("Lungs: This submission is accepted.");
    await expect(chosen).toContainText("1 file chosen");
    await expect(reviewer.getByText("2 wait for you", { exact: true })).toBeVisible();
  });

  await test.step("without a mouse: the queue, a comment, the next file, accepted", async () => {
    await reviewer.goto(`${server.base}/hermes`);
    await pressOn(reviewer, button(reviewer, "2 wait for you"));
    await expect(reviewer.getByRole("link", { name: "Lungs" })).toHaveCount(0);
    await pressOn(reviewer, reviewer.getByRole("link", { name: "Stomach" }));
    await pressOn(reviewer, button(reviewer, "Request changes…"));
    const dialog = reviewer.getByRole("dialog", { name: "Request changes of Stomach" });
    await tabTo(reviewer, dialog.getByRole("combobox", { name: "About" }));
    await reviewer.keyboard.type("The file");
    await reviewer.keyboard.press("ArrowDown");
    await reviewer.keyboard.press("Enter");
    await tabTo(reviewer, dialog.getByLabel("Change or explanation needed"));
    await reviewer.keyboard.type("Send the file of all chromosomes.");
    await pressOn(reviewer, button(reviewer, "Request changes"));
    await expect(reviewer.getByText(/a reviewer asked for changes/)).toBeVisible();
    await pressOn(reviewer, reviewer.getByText(/^1 other waits for you/).getByRole("link", { name: "Spine" }));
    await expect(reviewer.getByRole("heading", { level: 1 })).toHaveText("Spine");
    await pressOn(reviewer, button(reviewer, "Accept"));
    await acceptByKeyboard(reviewer);
    await expect(reviewer.getByText(/accepted by one reviewer, waiting for a second/)).toBeVisible();
  });
});
