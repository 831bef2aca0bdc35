import type { Page } from "@playwright/test";
import { Authenticator } from "./authenticator";
import { answerSignIn, chooseInAccountMenu, choosePassword, passwordOf, signInByForm } from "./people";
import { expect, test } from "./story";

test.use({ people: ["uploader1", "reviewer1", "coordinator1"] });

/** Sets up an app where the page asks for it; answers the app and the recovery codes. */
async function setUp(page: Page): Promise<{ app: Authenticator; codes: string[] }> {
  const picture = page.getByRole("img", { name: "QR code of the key below" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
  const address = await page.getByRole("link", { name: "Open it in an app on this device" }).getAttribute("href");
  const secret = new URL(address ?? "").searchParams.get("secret") ?? "";
  await expect(page.getByText(secret.replace(/(.{4})(?=.)/g, "$1 "))).toBeVisible();
  const app = new Authenticator(secret);
  await page.getByLabel("Code").fill(app.code());
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
  const codes = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
  await page.getByRole("button", { name: "I have saved them" }).click();
  return { app, codes };
}

async function answerCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await chooseInAccountMenu(page, "Sign out");
  await page.waitForURL(/\/login$/);
}

test("who set up an app is asked for its code; a recovery code replaces it once", async ({ page, server }) => {
  await signInByForm(page, server, "uploader1");
  await chooseInAccountMenu(page, "Profile");
  await page.getByRole("button", { name: "Set up…" }).click();
  const { app, codes } = await setUp(page);
  await expect(page.getByText("Your second factor is set up.")).toBeVisible();
  await expect(page.getByText(`${codes.length} unused recovery codes left`)).toBeVisible();

  await test.step("the password alone is not enough, nor is a wrong code", async () => {
    await signOut(page);
    await answerSignIn(page, "uploader1");
    await answerCode(page, "000000");
    await expect(page.getByText("This code is wrong or was used already.")).toBeVisible();
    const known = await page.request.get(`${server.base}/api/is-logged-in`);
    expect(known.status()).toBe(401);
  });

  await test.step("the code of the app lets in", async () => {
    await answerCode(page, app.code());
    await page.waitForURL(/\/hermes$/);
  });

  await test.step("a recovery code lets in once", async () => {
    const [recovery = ""] = codes;
    await signOut(page);
    await answerSignIn(page, "uploader1");
    await answerCode(page, recovery);
    await page.waitForURL(/\/hermes$/);
    await chooseInAccountMenu(page, "Profile");
    await expect(page.getByText(`${codes.length - 1} unused recovery codes left`)).toBeVisible();
    await signOut(page);
    await answerSignIn(page, "uploader1");
    await answerCode(page, recovery);
    await expect(page.getByText("This code is wrong or was used already.")).toBeVisible();
    await answerCode(page, app.code());
    await page.waitForURL(/\/hermes$/);
  });

  await test.step("it can be removed, and the password opens the account again", async () => {
    await chooseInAccountMenu(page, "Profile");
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("button", { name: "Remove second factor" }).click();
    const question = page.getByRole("dialog", { name: "Enter your password" });
    await question.getByLabel("Current password").fill(passwordOf("uploader1"));
    await question.getByRole("button", { name: "Go on" }).click();
    await expect(page.getByText("Your second factor was removed.")).toBeVisible();
    await signOut(page);
    await answerSignIn(page, "uploader1");
    await page.waitForURL(/\/hermes$/);
  });
});

test("a role that needs a second factor opens nothing before there is one, in each area", async ({ another, page }) => {
  const strict = await another({ people: ["reviewer1", "coordinator1"] });
  await strict.start("serve", "--require-second-factor", "reviewer,sgc-reviewer");
  await page.goto(`${strict.base}/hermes/users?q=coordinator`);
  await answerSignIn(page, "reviewer1");
  await page.waitForURL(/\/profile\/duties\?redirect=/);
  await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  const refused = await page.request.get(`${strict.base}/api/areas/hermes/users`);
  expect(await refused.json()).toMatchObject({ code: "second_factor_required" });
  await setUp(page);
  await page.waitForURL(/\/hermes\/users\?q=coordinator$/);
  await page.goto(`${strict.base}/hermes/profile`);
  await expect(page.getByRole("button", { name: "Remove…" })).toHaveAttribute("aria-disabled", "true");

  await page.goto(`${strict.base}/sgc/users`);
  await answerSignIn(page, "coordinator1");
  await page.waitForURL(/\/profile\/duties\?redirect=/);
  await setUp(page);
  await page.waitForURL(/\/sgc\/users$/);
  await expect(page.getByRole("row", { name: /coordinator1/ })).toBeVisible();
});

test("by default the first administrator is asked once for a second factor", async ({ another, page }) => {
  const empty = await another({});
  await empty.start("serve");
  await expect.poll(() => empty.said()).toContain("#invitation=");
  await page.goto(empty.said().match(/http:\/\/\S+#invitation=\S+/)?.[0] ?? "");
  await page.getByLabel("User name", { exact: true }).fill("chief@example.org");
  await choosePassword(page, "Password", passwordOf("chief@example.org"));
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByRole("heading", { name: "A second factor?" })).toBeVisible();
  await page.getByRole("button", { name: "Set it up" }).click();
  await setUp(page);
  await expect(page.getByRole("button", { name: "Administration" })).toBeVisible();
});
