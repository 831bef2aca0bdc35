import type { Page } from "@playwright/test";
import { answerSignIn, signIn } from "./people";
import { expect, test } from "./story";

test.use({ people: ["contact1", "coordinator1"] });

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem("sgcAuthToken"));

const bearer = (token: string | null) => ({ headers: { Authorization: `Bearer ${token}` } });

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/sgc\/login$/);
}

test("a cohort contact signs in at the door of SGC, is led back, and signs out for good", async ({ page, server }) => {
  await page.goto(`${server.base}/sgc/phenotypes?q=heart`);
  await expect(page.getByRole("heading", { name: "Sign in to SGC" })).toBeVisible();
  const asked = new URL(page.url());
  expect(asked.pathname).toBe("/sgc/login");
  expect(asked.searchParams.get("redirect")).toBe("/sgc/phenotypes?q=heart");
  expect(asked.searchParams.has("expired")).toBe(false);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeDisabled();

  await answerSignIn(page, "contact1");
  await page.waitForURL(/\/sgc\/phenotypes\?q=heart$/);
  const token = await tokenOf(page);
  expect(token).toBeTruthy();
  const menu = page.getByRole("navigation", { name: "SGC" });
  await expect(menu.getByRole("link", { name: "Cohorts" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Phenotypes" })).toBeVisible();
  await expect(menu.getByRole("button", { name: "More" })).toHaveCount(0);
  await page.goto(`${server.base}/sgc/users`);
  await expect(page.getByRole("heading", { name: "403 Forbidden" })).toBeVisible();

  await signOut(page);
  expect(await tokenOf(page)).toBeNull();
  const replayed = await page.request.get(`${server.base}/api/auth/verify/?group=sgc`, bearer(token));
  expect(replayed.status()).toBe(401);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in to SGC" })).toBeVisible();
});

test("a wrong password is refused in words, and no token is kept", async ({ page, server }) => {
  await page.goto(`${server.base}/sgc/login`);
  await answerSignIn(page, "contact1", "not the pass phrase");
  await expect(page.getByRole("alert")).toHaveText("User name or password is wrong.");
  expect(await tokenOf(page)).toBeNull();
});

test("a coordinator finds totals and users in the menu", async ({ page, server }) => {
  await signIn(page, server, "coordinator1", "/sgc/login");
  const menu = page.getByRole("navigation", { name: "SGC" });
  await menu.getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("row", { name: /contact1/ })).toContainText("Uploader");
  await menu.getByRole("link", { name: "Case totals" }).click();
  await page.waitForURL(/\/sgc\/phenotype-case-totals$/);
});

test("the token ends during work: signing in over the page loses nothing", async ({ page, server }) => {
  await signIn(page, server, "coordinator1", "/sgc/login");
  await page.goto(`${server.base}/sgc/users?new=1`);
  await page.getByLabel("E-mail").fill("new-contact@example.org");
  await page.getByLabel("First name").fill("New");
  const ended = await page.request.post(`${server.base}/api/auth/logout/`, bearer(await tokenOf(page)));
  expect(ended.ok()).toBe(true);

  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog.getByLabel("User name")).toHaveValue("coordinator1");
  await answerSignIn(dialog, "coordinator1");
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("First name")).toHaveValue("New");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByLabel("Link for new-contact@example.org")).toHaveValue(/\/register#invitation=/);
});

test("a token that is not good any more is removed, and the door says that the sign-in has expired", async ({
  page,
  server,
}) => {
  await signIn(page, server, "contact1", "/sgc/login");
  await page.request.post(`${server.base}/api/auth/logout/`, bearer(await tokenOf(page)));
  await page.context().clearCookies(); // its session would open the area as well
  await page.goto(`${server.base}/sgc/new?from=mail`);
  await expect(page.getByText("Your sign-in has expired.")).toBeVisible();
  const asked = new URL(page.url());
  expect(asked.searchParams.get("expired")).toBe("1");
  expect(asked.searchParams.get("redirect")).toBe("/sgc/new?from=mail");
  expect(await tokenOf(page)).toBeNull();
  await answerSignIn(page, "contact1");
  await page.waitForURL(/\/sgc\/new\?from=mail$/);
});

test("a server without a user service says that none is configured", async ({ another, page }) => {
  const without = await another({});
  await without.run("--user-service-url", "none");
  await page.goto(`${without.base}/sgc`);
  await expect(page.getByText("User service URL not configured").first()).toBeVisible();
  await answerSignIn(page, "contact1");
  await expect(page.getByRole("alert")).toHaveText("User service URL not configured");
});

test("the user service runs elsewhere: it signs people in, and what it keeps survives that it is down", async ({
  another,
  page,
}) => {
  const service = await another({ people: ["contact1", "coordinator1"] });
  const pages = await another({});
  await service.run("--only", "user-service", "--allowed-origins", pages.base);
  await pages.run("--user-service-url", service.base);

  await test.step("its own words refuse a wrong password", async () => {
    await page.goto(`${pages.base}/sgc/login`);
    await answerSignIn(page, "coordinator1", "not the pass phrase");
    await expect(page.getByRole("alert")).toHaveText("User name or password is wrong.");
  });

  await test.step("its accounts come in, and the server of the pages believes its tokens", async () => {
    await signIn(page, pages, "coordinator1", "/sgc/login");
    await page.goto(`${pages.base}/sgc/phenotype-case-totals`);
    await expect(page.getByRole("heading", { name: "Phenotype case totals", level: 1 })).toBeVisible();
    expect(await page.request.get(`${service.base}/login`).then((answer) => answer.status())).toBe(404);
  });

  await test.step("while it is down, the page says so and keeps the sign-in", async () => {
    const token = await tokenOf(page);
    await service.kill();
    await page.goto(`${pages.base}/sgc`);
    await expect(page.getByRole("alert")).toContainText("The user service cannot be reached. Your sign-in is kept");
    expect(await tokenOf(page)).toBe(token);
    await service.run("--only", "user-service", "--allowed-origins", pages.base);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Cohorts", level: 1 })).toBeVisible();
  });

  await test.step("signing out ends the token over there", async () => {
    const token = await tokenOf(page);
    await signOut(page);
    const verified = await page.request.get(`${service.base}/api/auth/verify/?group=sgc`, bearer(token));
    expect(verified.status()).toBe(401);
  });
});

test("nobody can sign in while the user service is down, and the page says why", async ({ another, page }) => {
  const gone = await another({});
  const pages = await another({});
  await pages.run("--user-service-url", gone.base);
  await page.goto(`${pages.base}/sgc/login`);
  await answerSignIn(page, "contact1");
  await expect(page.getByRole("alert")).toContainText(
    "The user service cannot be reached. Nothing was lost. Try again in a moment",
  );
  await expect(page.getByLabel("User name")).toHaveValue("contact1");
});
