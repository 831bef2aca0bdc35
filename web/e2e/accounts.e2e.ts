import type { BrowserContext, Page } from "@playwright/test";
import { answerSignIn, chooseInAccountMenu, signInByForm } from "./people";
import { expect, test } from "./story";

test.use({ people: ["admin1", "curator1", "member1"] });

const signedIn = (page: Page, base: string) =>
  page.request.get(`${base}/api/is-logged-in`).then((answer) => answer.status());

test("a link with filters leads through the common sign-in page and back, filters and all", async ({
  page,
  server,
}) => {
  await page.goto(`${server.base}/admin/audit?action=sign-in-failed`);
  await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  const asked = new URL(page.url());
  expect(asked.pathname).toBe("/login");
  expect(asked.searchParams.get("redirect")).toBe("/admin/audit?action=sign-in-failed");

  await answerSignIn(page, "admin1");
  await page.waitForURL(/\/admin\/audit\?/);
  await expect(page.getByRole("button", { name: /^Action:\s*Failed to sign in$/ })).toBeVisible();
});

test("the door of HERMES leads to the page that was asked for", async ({ page, server }) => {
  await page.goto(`${server.base}/hermes/new?from=mail`);
  await expect(page.getByRole("heading", { name: "Sign in to HERMES" })).toBeVisible();
  await answerSignIn(page, "member1");
  await page.waitForURL(/\/hermes\/new\?from=mail$/);
  await expect(page.getByRole("heading", { name: "Upload a file", level: 1 })).toBeVisible();
});

test("a wrong password and an unknown name get the same sentence, and nobody is signed in", async ({
  page,
  server,
}) => {
  await page.goto(`${server.base}/login`);
  for (const name of ["curator1", "nobody-of-this-name"]) {
    await answerSignIn(page, name, "not the pass phrase of anybody");
    await expect(page.getByRole("alert")).toHaveText("User name or password is wrong.");
    await expect(page.getByLabel("User name")).toHaveValue(name);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    expect(await signedIn(page, server.base)).toBe(401);
  }
  await page.getByLabel("Password", { exact: true }).fill("");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Type your password.")).toBeVisible();
});

test("who asked to be remembered is still signed in after the browser was closed; others are not", async ({
  playwright,
  launchOptions,
  server,
  watch,
}, info) => {
  async function browserOf(name: string, work: (page: Page, context: BrowserContext) => Promise<void>) {
    const context = await playwright.chromium.launchPersistentContext(info.outputPath(name), launchOptions);
    watch.look(context);
    await work(await context.newPage(), context);
    await context.close();
  }
  async function visit(page: Page, remember: boolean) {
    await page.goto(`${server.base}/login`);
    if (remember) await page.getByLabel("Remember me").check();
    await answerSignIn(page, "curator1");
    await page.waitForURL(/\/datasets$/);
  }

  await browserOf("own", (page) => visit(page, true));
  await browserOf("own", async (page) => {
    await page.goto(`${server.base}/datasets`);
    await expect(page.getByRole("button", { name: /account of curator1/ })).toBeVisible();
  });

  await browserOf("shared", (page) => visit(page, false));
  await browserOf("shared", async (page) => {
    await page.goto(`${server.base}/datasets`);
    await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
  });
});

test("signing out ends the session and the token of SGC, here and on the server", async ({ page, server }) => {
  await signInByForm(page, server, "member1", "/sgc/login");
  // The same proof opened HERMES as well.
  await page.goto(`${server.base}/hermes/login`);
  await page.waitForURL(/\/hermes$/);
  const cookies = await page.context().cookies();
  const token = await page.evaluate(() => localStorage.getItem("sgcAuthToken"));
  const verify = () =>
    page.request.get(`${server.base}/api/auth/verify/?group=sgc`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await verify()).status()).toBe(200);

  await chooseInAccountMenu(page, "Sign out");
  await page.waitForURL(/\/hermes\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("sgcAuthToken"))).toBeNull();
  expect(await signedIn(page, server.base)).toBe(401);

  // Copies of both are worth nothing any more.
  await page.context().addCookies(cookies);
  expect(await signedIn(page, server.base)).toBe(401);
  expect((await verify()).status()).toBe(401);
  await page.goto(`${server.base}/sgc`);
  await expect(page.getByRole("heading", { name: "Sign in to SGC" })).toBeVisible();
});
