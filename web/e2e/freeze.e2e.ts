import { createHash } from "node:crypto";
import { confirmDoubts } from "./freezing";
import { expect, test } from "./story";

const ready = /^Ready to publish/;

test("a reviewer plans a release, runs it, leaves out a cohort, runs what became outdated and publishes it for everyone", async ({
  demo,
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes/freezes`);
  await page.getByRole("link", { name: "New freeze" }).click();

  await test.step("the plan shows what each cell holds and lacks", async () => {
    await page.getByRole("textbox", { name: "Name of the release" }).fill("Story release");
    const plan = page.getByRole("region", { name: "What each cell holds and lacks" });
    const european = page.getByRole("checkbox", { name: /heart failure.*, European$/i });
    await expect(european).toBeVisible({ timeout: 30_000 });
    await expect(plan.getByRole("cell").filter({ has: european })).toContainText("3 studies");
    await confirmDoubts(page);
    await expect(european).toBeChecked();
  });

  await test.step("it runs, and each cell leads to its meta-analysis", async () => {
    await page.getByRole("button", { name: /^Start \d+ cells?$/ }).click();
    await page.waitForURL(/\/hermes\/freezes\/(?!new)/);
    await expect(page.getByText(ready)).toBeVisible({ timeout: 120_000 });
    const cells = page.getByRole("region", { name: "Cells", exact: true });
    await expect(cells.getByRole("link", { name: /European: \d+ loc/ }).first()).toHaveAttribute(
      "href",
      /\/hermes\/ma\//,
    );
    await expect(page.getByRole("img", { name: /^Submitted: \d+ cohorts/ })).toBeVisible();
  });

  await test.step("a cohort is left out: what had it is outdated, and only that is run again", async () => {
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Leave out a cohort" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Cohort" }).fill("Riverside");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("consent withdrawn");
    await dialog.getByRole("button", { name: "Leave out" }).click();
    await confirmDoubts(page);
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByText(/^Not ready to publish: .*outdated/)).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "Run 1 outdated" }).click();
    await expect(page.getByText(ready)).toBeVisible({ timeout: 120_000 });
    await page.getByRole("button", { name: "Cohorts", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("row", { name: /^North Biobank/ })).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("row", { name: /^Riverside/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("everyone reads the published release, and its files have the stated checksums", async () => {
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Public address" }).fill("story-release");
    await dialog.getByRole("textbox", { name: "Terms of use" }).fill("Free for research.");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("link", { name: "Public page" })).toBeVisible();

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${demo.server.base}/p/freezes/story-release`);
    await expect(visitor.getByRole("heading", { level: 1, name: "Story release" })).toBeVisible();
    await expect(visitor.getByText("Free for research.")).toBeVisible();
    const files = visitor.getByRole("region", { name: "Files", exact: true });
    const row = files.getByRole("row").nth(1);
    const address = (await row.getByRole("link").getAttribute("href")) ?? "";
    const file = await (await visitor.request.get(`${demo.server.base}${address}`)).body();
    await expect(row.getByRole("cell").last()).toHaveText(createHash("sha256").update(file).digest("hex"));
    await visitor.context().close();
  });

  await test.step("a withdrawn release is not public any more", async () => {
    await page.getByRole("button", { name: "More actions for Story release" }).click();
    await page.getByRole("menuitem", { name: "Withdraw the page…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(page.getByRole("link", { name: "Public page" })).toHaveCount(0);
    const gone = await page.request.get(`${demo.server.base}/api/public/freezes/story-release`);
    expect(gone.status()).toBe(404);
  });
});
