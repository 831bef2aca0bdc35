import type { Page } from "@playwright/test";
import { answerSignIn, letIn, signIn } from "./people";
import { Registry } from "./registry";
import { expect, test } from "./story";

const banner = (page: Page) => page.getByRole("status").filter({ hasText: "Cannot reach the server." });
const words = /^Cannot reach the server\. Your draft is kept; trying again (in \d+ s|now)\./;

/** Only one banner reports that the server cannot be reached. */
async function expectBannerAlone(page: Page): Promise<void> {
  await expect(banner(page)).toHaveText(words);
  await expect(banner(page)).toHaveCount(1);
  await expect(page.getByText("A part of it did not arrive")).toHaveCount(0);
  await expect(page.getByText("This page failed")).toHaveCount(0);
}

test("the server ends while a form is filled in, and comes back: nothing typed is lost, and it is saved", async ({
  another,
  page,
}) => {
  const server = await another({ people: ["contributor1"] });
  await server.run();
  const registry = await Registry.as(server, "contributor1");
  const held = await registry.register("Through an outage");
  await letIn(page, server, "contributor1");
  await page.goto(`${server.base}/datasets/${held.id}?edit=true`);
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("Typed before");

  await server.kill();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expectBannerAlone(page);
  await description.pressSequentially(" and while the server was away");
  await server.run();
  await expect(banner(page)).toBeHidden({ timeout: 30_000 });
  await expect(description).toHaveValue("Typed before and while the server was away");
  await save.click();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  expect((await registry.dataset(held.id)).description).toBe("Typed before and while the server was away");
});

test("a page whose code cannot be had waits under the same banner, and comes by itself", async ({ another, page }) => {
  const server = await another({ people: ["admin1"] });
  await server.run();
  await signIn(page, server, "admin1", "/login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await server.kill();
  const bar = page.getByRole("navigation", { name: "Registry" });
  await bar.getByRole("button", { name: "Administration" }).click();
  await page.getByRole("menuitem", { name: "Audit trail" }).click();
  await expectBannerAlone(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(bar).toBeVisible();
  await server.run();
  await page.getByRole("button", { name: "Try now" }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(banner(page)).toBeHidden();

  // The code of another layout: there is no bar before it has come.
  await server.kill();
  await bar.getByRole("link", { name: "Create" }).click();
  await expectBannerAlone(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await server.run();
  await expect(page.getByText("Choose what to create.")).toBeVisible({ timeout: 30_000 });
  await expect(banner(page)).toBeHidden();
});

test("a visitor reads the same banner at the door, and signs in when it is gone", async ({ another, page }) => {
  const server = await another({ people: ["reviewer1"] });
  await server.run();
  await page.goto(`${server.base}/hermes/login`);
  await expect(page.getByLabel("User name")).toBeVisible();
  await server.kill();
  await answerSignIn(page, "reviewer1");
  await expectBannerAlone(page);
  await server.run();
  await page.getByRole("button", { name: "Try now" }).click();
  await expect(banner(page)).toBeHidden();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/hermes$/);
});

test("what a list could not read is read again by itself", async ({ another, page }) => {
  const server = await another({ people: ["reviewer1"] });
  await server.run();
  await signIn(page, server, "reviewer1");
  // The address changes before the page does.
  await expect(page.getByRole("heading", { level: 1, name: "Submissions" })).toBeVisible();
  await server.kill();
  // The page notices the end of the job stream by itself.
  await expectBannerAlone(page);
  await page.getByRole("link", { name: "Phenotypes" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await server.run();
  await expect(banner(page)).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});
