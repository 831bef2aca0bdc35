import { expect, test } from "./story";

test("a newcomer follows the tour of the demo, leaves it, and takes it again", async ({ demo, page }) => {
  await demo.letIn(page, "reviewer1", { tour: true });
  await page.goto(`${demo.server.base}/hermes`);
  const tour = page.getByRole("region", { name: "Guided tour" });
  const next = () => tour.getByRole("button", { name: "Next step" }).click();

  await expect(tour).toContainText("step 1 of 5");

  await test.step("each step leads to the thing that it speaks of", async () => {
    await next();
    await tour.getByRole("link", { name: "Find Valley HF" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Valley HF" })).toContainText("Failed QC", {
      ignoreCase: true,
    });
    await next();
    await tour.getByRole("link", { name: "Find Lakeland DCM" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Lakeland DCM" })).toContainText("Ready for review", {
      ignoreCase: true,
    });
    await next();
    await tour.getByRole("link", { name: "Start a meta-analysis" }).click();
    await page
      .getByRole("radio", { name: /All heart failure/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("checkbox", { name: "Combine across ancestries" }).check();
    for (const name of ["Bayside HF", "Highland HF", "Delta HF", "North Biobank HF", "Lakeland HF", "Riverside HF"]) {
      await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
    }
    await next();
    await tour.getByRole("link", { name: "Open the meta-analyses" }).click();
    await page.getByRole("link", { name: "HF all, European, demo" }).click();
    await expect(page.getByRole("img", { name: /Manhattan/ }).first()).toBeVisible();
  });

  await test.step("it stays at its step after a reload, ends, and can be taken again", async () => {
    await page.reload();
    await expect(tour).toContainText("step 5 of 5");
    await tour.getByRole("button", { name: "Finish the tour" }).click();
    await page.reload();
    await tour.getByRole("button", { name: "Take the guided tour" }).click();
    await expect(tour).toContainText("step 1 of 5");
    await tour.getByRole("button", { name: "Leave the tour" }).click();
    await expect(tour).not.toContainText("step");
  });
});

test("a step that the account may not do names the account of the demo that may", async ({ demo, page }) => {
  await demo.letIn(page, "uploader1", { tour: true });
  await page.goto(`${demo.server.base}/hermes`);
  const tour = page.getByRole("region", { name: "Guided tour" });
  await expect(tour.getByRole("link", { name: "Open the upload page" })).toBeVisible();
  for (const _ of [1, 2]) await tour.getByRole("button", { name: "Next step" }).click();
  await expect(tour).toContainText("This needs another account of the demo: reviewer1.");
  await expect(tour.getByRole("link")).toHaveCount(0);
});
