import type { Page } from "@playwright/test";
import { acceptByCall } from "./accepting";
import type { Demo } from "./demo";
import { confirmDoubts, document } from "./freezing";
import { expect, test } from "./story";

const ready = /^Ready to publish/;

/** Runs QC of a submission again, so that it waits for review. */
async function runAgain(page: Page, { server }: Demo, id: string): Promise<void> {
  const at = `${server.base}/api/hermes/uploads/${id}`;
  const made = await page.request.post(`${at}/qc-runs?withdraw=true`, {
    headers: { Origin: server.base },
    data: { fd: 0.15, adj: "none", noind: false },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const status = async () => ((await (await page.request.get(at)).json()) as { status: string }).status;
  await expect.poll(status, { timeout: 60_000 }).toBe("READY FOR REVIEW");
}

/** Publishes the freeze that is open, under an address. */
async function publish(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Public address" }).fill(address);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("link", { name: "Public page" })).toBeVisible();
}

test("an open call waits for two late cohorts, becomes a cited release, and its second version names what changed", async ({
  demo,
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const { base } = demo.server;
  const uploader = await (await browser.newContext()).newPage();
  await demo.letIn(uploader, "uploader1");
  await demo.letIn(page, "reviewer1");
  const lakeland = await demo.first(page, "/api/hermes/uploads", "Lakeland DCM");
  const harbour = await demo.first(page, "/api/hermes/uploads", "Harbour NI-CM");
  await runAgain(uploader, demo, harbour);
  const today = new Date().toISOString().slice(0, 10);
  const created = await page.request.post(`${base}/api/hermes/freezes`, {
    data: {
      name: "Open call",
      release_version: "1.0",
      document: {
        ...document,
        deadline: today,
        phenotypes: ["DCM_Broad", "NI_CM"],
        options: { ...document.options, leave_one_out: true },
      },
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: string };
  const cell = (phenotype: string) =>
    page.getByRole("region", { name: "Cells", exact: true }).getByRole("row", { name: new RegExp(`^${phenotype}`) });

  await test.step("the open call shows what waits, and both late cohorts are accepted", async () => {
    await page.goto(`${base}/hermes/freezes/${id}`);
    await expect(cell("Non-ischaemic cardiomyopathy")).toContainText("Too few studies");
    await acceptByCall(page, demo.server, lakeland);
    await acceptByCall(page, demo.server, harbour);
    await page.reload();
    await expect(cell("Dilated cardiomyopathy")).toContainText("3 studies");
    await expect(cell("Non-ischaemic cardiomyopathy")).toContainText("2 studies");
  });

  await test.step("the release is made, looked at as one and published", async () => {
    await page.getByRole("button", { name: /^Start \d+ cells$/ }).click();
    await expect(page.getByText(ready)).toBeVisible({ timeout: 120_000 });
    const wall = page.getByRole("region", { name: "Manhattan wall" });
    await wall.scrollIntoViewIfNeeded();
    await expect(wall.getByRole("img", { name: /^Manhattan plot: Dilated cardiomyopathy/ })).toBeVisible();
    const influence = page.getByRole("region", { name: "Cohort influence", exact: true });
    await expect(influence.getByRole("row", { name: /^Lakeland/ })).toBeVisible();
    await publish(page, "open-call-1");
  });

  await test.step("a replaced cohort is the only difference of the second version", async () => {
    const replaced = await demo.first(page, "/api/hermes/uploads", "Harbour DCM");
    await runAgain(uploader, demo, replaced);
    await acceptByCall(page, demo.server, replaced);
    await page.reload();
    await expect(page.getByText("Published, but 1 cell is outdated.")).toBeVisible();
    await page.getByRole("button", { name: "More actions for Open call" }).click();
    await page.getByRole("menuitem", { name: "Copy to a new version" }).click();
    await page.getByRole("textbox", { name: "Version" }).fill("2.0");
    await confirmDoubts(page);
    await page.getByRole("button", { name: /^Start \d+ cells$/ }).click();
    await page.waitForURL(/\/hermes\/freezes\/(?!new)/);
    await expect(page.getByText(ready)).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole("region", { name: "Since Open call 1.0" })).toBeVisible();
    await page.getByRole("button", { name: "Release notes" }).click();
    await expect(page.getByRole("dialog")).toContainText("Harbour replaced its file.");
    await expect(page.getByRole("dialog")).toContainText("1 other cell has the same studies and options");
    await page.keyboard.press("Escape");
    await publish(page, "open-call-2");
  });

  await test.step("everyone reads and cites both versions, and the first leads to the second", async () => {
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${base}/p/freezes/open-call-1`);
    await visitor.getByRole("link", { name: "Open version 2.0" }).click();
    await expect(visitor.getByText(`${base}/p/freezes/open-call-2`)).toBeVisible();
    await expect(visitor.getByText("Harbour replaced its file.")).toBeVisible();
    const described = visitor.locator('script[type="application/ld+json"]');
    await expect.poll(() => described.last().textContent()).toContain("http://mlcommons.org/croissant/1.0");
    await visitor.context().close();
  });

  await test.step("a cohort withdraws: the published version is marked, a new one is made without it", async () => {
    await page.getByRole("button", { name: "More actions for Open call" }).click();
    await page.getByRole("menuitem", { name: "Withdraw a cohort…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Cohort" }).click();
    await page.getByRole("option", { name: "Lakeland" }).click();
    await dialog.getByRole("textbox", { name: "Version of the new release" }).fill("3.0");
    await expect(dialog.getByText("1 cell contains this cohort")).toBeVisible();
    await expect(dialog.getByText(/Open call 1\.0, Open call 2\.0/)).toBeVisible();
    await dialog.getByRole("button", { name: "Withdraw cohort" }).click();
    await expect(page.getByText("Version 3.0")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(ready)).toBeVisible({ timeout: 120_000 });
    await page.goto(`${base}/p/freezes/open-call-2`);
    await expect(page.getByText("This version contains cohorts that have withdrawn")).toBeVisible();
  });
});
