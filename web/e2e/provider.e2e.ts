import type { Page } from "@playwright/test";
import { invite } from "./manage";
import { chooseInAccountMenu, letIn } from "./people";
import { providerName, type Server } from "./server";
import type { Outsider } from "./services";
import { expect, test } from "./story";

test.use({ people: ["reviewer1", "admin1"], services: ["provider"] });

/** One of the people who have an account at the provider. */
function outsider(server: Server, userName: string): Outsider {
  const found = server.services.oidc?.people.find((person) => person.user_name === userName);
  if (!found) throw new Error(`the provider does not know ${userName}`);
  return found;
}

/** The form of the provider. */
async function signInThere(page: Page, { user_name, password }: Outsider): Promise<void> {
  await expect(page.getByRole("heading", { name: "Test provider" })).toBeVisible();
  await page.getByLabel("User name").fill(user_name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
}

const signInButton = (page: Page) => page.getByRole("button", { name: `Sign in with ${providerName}` });

test("an invited person accepts with the provider, without a password, and signs in with it from then on", async ({
  browser,
  page,
  server,
}) => {
  const one = outsider(server, "person-one");
  await letIn(page, server, "reviewer1");
  const link = await invite(page, server, { email: one.email, type: "Uploader" });

  const invited = await (await browser.newContext()).newPage();
  await invited.goto(link);
  await invited.getByRole("button", { name: `Continue with ${providerName}` }).click();
  await signInThere(invited, one);
  await invited.waitForURL(/\/hermes$/);
  await expect(invited.getByRole("heading", { name: "No submissions yet" })).toBeVisible();

  await chooseInAccountMenu(invited, "Profile");
  await expect(invited.getByText("This account has no password")).toBeVisible();
  await expect(invited.getByText(one.email).first()).toBeVisible();
  await chooseInAccountMenu(invited, "Sign out");
  await invited.waitForURL(/\/hermes\/login$/);

  await invited.goto(`${server.base}/hermes/new?from=mail`);
  await signInButton(invited).click();
  await signInThere(invited, one);
  await invited.waitForURL(/\/hermes\/new\?from=mail$/);
});

test("an account at the provider that nobody here knows gets a sentence, at the door where it began", async ({
  page,
  server,
}) => {
  await page.goto(`${server.base}/login?redirect=%2Ftools`);
  await signInButton(page).click();
  await signInThere(page, outsider(server, "person-two"));
  await page.waitForURL(/\/login\?redirect=%2Ftools$/);
  await expect(page.getByRole("alert")).toContainText("account");
  const known = await page.request.get(`${server.base}/api/is-logged-in`);
  expect(known.status()).toBe(401);
});

test("who says no at the provider is back at the sign-in page, with the reason", async ({ page, server }) => {
  await page.goto(`${server.base}/hermes/login?redirect=%2Fhermes%2Fnew`);
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().includes("/authorize?")),
    signInButton(page).click(),
  ]);
  const state = new URL(asked.url()).searchParams.get("state");
  // The provider's form is there before the refusal is played.
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await page.goto(
    `${server.base}/login/callback?${new URLSearchParams({ error: "access_denied", state: `${state}` })}`,
  );
  await page.waitForURL(/\/hermes\/login\?redirect=%2Fhermes%2Fnew$/);
  await expect(page.getByRole("alert")).toContainText(`${providerName} did not sign you in`);
});

test("a forged or second way back signs nobody in", async ({ page, server }) => {
  await page.goto(`${server.base}/login/callback?code=stolen&state=forged`);
  await page.waitForURL(/\/login$/);
  await expect(page.getByRole("alert")).toBeVisible();
  await page.goto(`${server.base}/login/callback`);
  await expect(page.getByRole("alert")).toContainText("Start here");
});

test("where strangers may ask, an account whose address is confirmed becomes a request that a manager invites", async ({
  another,
  browser,
  page,
}) => {
  const open = await another({ people: ["admin1"], services: ["provider"] });
  await open.run("--registration");
  const one = outsider(open, "person-one");
  await page.goto(`${open.base}/login`);
  await signInButton(page).click();
  await signInThere(page, one);
  await page.waitForURL(/\/login$/);
  await expect(page.getByRole("alert")).toContainText(/request/i);

  const manager = await (await browser.newContext()).newPage();
  await letIn(manager, open, "admin1");
  await manager.goto(`${open.base}/admin/users`);
  await expect(manager.getByRole("heading", { name: "1 person asks for access" })).toBeVisible();
  await manager.getByRole("button", { name: "Invite Person One" }).click();
  const dialog = manager.getByRole("dialog", { name: "Invite Person One" });
  await dialog.getByRole("radio", { name: "Curator" }).check();
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await manager.getByLabel(`Link for ${one.email}`).inputValue();

  await page.goto(link);
  await page.getByRole("button", { name: `Continue with ${providerName}` }).click();
  await signInThere(page, one);
  await page.waitForURL(/\/datasets$/);
  await expect(page.getByRole("button", { name: /account of Person One/ })).toBeVisible();
});
