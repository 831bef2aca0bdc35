import { expect, test } from "./story";

test("a reviewer sees what waits and what is covered, and goes from a number to its files by the keyboard", async ({
  page,
  demo,
}) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes/dashboard`);

  const waiting = page.getByRole("region", { name: "Waiting on Reviewers" });
  await waiting.getByRole("link", { name: "2 files" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Submissions", exact: true })).toBeVisible();
  await expect(page.getByText("2 of 2")).toBeVisible();
  await page.goBack();

  const coverage = page.getByRole("region", { name: "Coverage" });
  const row = coverage.getByRole("row", { name: /^All heart failure/ });
  await row.getByRole("link", { name: "3 accepted files" }).first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 of 3")).toBeVisible();
  for (const name of ["North Biobank HF, both sexes", "Lakeland HF release 3", "Riverside HF"]) {
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await page.goBack();

  await coverage.getByText("By cohort").click();
  await expect(page).toHaveURL(/split=cohort/);
  const cohort = coverage.getByRole("row", { name: /^Lakeland/ }).first();
  await cohort.getByRole("link", { name: "1 accepted file" }).first().click();
  await expect(page.getByRole("link", { name: "Lakeland HF release 3" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Riverside HF" })).toBeHidden();
});
