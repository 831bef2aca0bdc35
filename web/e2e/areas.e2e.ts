import type { Page } from "@playwright/test";
import { type Account, accounts, answerSignIn, chooseInAccountMenu, letIn, signInByForm } from "./people";
import { settled } from "./settled";
import { expect, test } from "./story";

test.use({ people: Object.keys(accounts) as Account[] });

/** Pages of ours, each once, whatever its search. */
const local = (links: (string | null)[]) =>
  new Set(
    links
      .filter((link): link is string => link?.startsWith("/") === true && !/^\/(api|examples)\//.test(link))
      .map((link) => link.replace(/[?#].*/, "")),
  );

/** One account of each type: those of the same roles and groups may the same. */
const types = Object.entries(accounts).filter(
  ([, made], at, all) => all.findIndex(([, other]) => JSON.stringify(other) === JSON.stringify(made)) === at,
);

/** Where the menus of the open page lead, those behind buttons as well, and the links of the page itself. */
async function offeredBy(page: Page): Promise<Set<string>> {
  const found: (string | null)[] = [];
  const hrefs = (selector: string) =>
    page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  found.push(...(await hrefs("a[href]")));
  for (const opener of await page.locator("header [aria-haspopup=menu]").all()) {
    await opener.click();
    await expect(page.getByRole("menu")).toBeVisible();
    found.push(...(await hrefs("[role=menu] a[href]")));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
  return local(found);
}

/**
 * Pages outside of the areas: users without access see a message, and users with access find no
 * dead end.
 */
const common = ["/create", "/tools", "/minibioindex", "/byor", "/configbuilder"];

for (const [name] of types) {
  test(`no menu and no link of its first page leads ${name} to what it may not`, async ({ page, server }) => {
    test.setTimeout(120_000);
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() === 403) refused.push(`${new URL(page.url()).pathname} asks ${answer.url()}`);
    });
    const forbidden = page.getByRole("heading", { name: "403 Forbidden" });
    await letIn(page, server, name);
    await page.goto(server.base);
    // The page leads on to the area of the account.
    await expect(page.getByRole("banner").getByRole("navigation").getByRole("link").first()).toBeVisible();
    await settled(page);
    const paths = await offeredBy(page);
    expect(paths.size).toBeGreaterThan(2);
    for (const path of common) {
      await page.goto(`${server.base}${path}`);
      await settled(page);
      if ((await forbidden.count()) === 0) for (const link of await offeredBy(page)) paths.add(link);
    }
    for (const path of paths) {
      await page.goto(`${server.base}${path}`);
      await settled(page);
      await expect(forbidden, path).toHaveCount(0);
    }
    expect(refused).toEqual([]);
  });
}

test("an account of HERMES alone is told so everywhere else, and finds the way back", async ({ page, server }) => {
  await signInByForm(page, server, "uploader1");
  await expect(page.getByRole("button", { name: /^Area/ })).toHaveCount(0);
  await page.goto(server.base);
  await expect(page).toHaveURL(/\/hermes$/);
  for (const path of ["/datasets", "/profile", "/tools", "/admin/users"]) {
    await page.goto(`${server.base}${path}`);
    await expect(page.getByRole("heading", { name: "403 Forbidden" }), path).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("Your account is for HERMES only");
  }
  await page.getByRole("link", { name: "Go to the submissions" }).click();
  await page.waitForURL(/\/hermes$/);
  // The server refuses the same without a page.
  const answer = await page.request.get(`${server.base}/api/areas/all/users`);
  expect(answer.status()).toBe(403);
});

test("a curator finds no list of HERMES, but the way to the data sets", async ({ page, server }) => {
  await signInByForm(page, server, "curator1", "/login");
  for (const path of ["/hermes", "/hermes/ma"]) {
    await page.goto(`${server.base}${path}`);
    await expect(page.getByRole("heading", { name: "403 Forbidden" }), path).toBeVisible();
  }
  await page.getByRole("link", { name: "Go to the data sets" }).click();
  await page.waitForURL(/\/datasets$/);
});

test("the pages of administrators refuse everybody else", async ({ page, server }) => {
  await signInByForm(page, server, "curator1", "/login");
  await expect(page.getByRole("button", { name: "Administration" })).toHaveCount(0);
  for (const path of ["/admin/users", "/admin/audit", "/admin/reference", "/admin/setup"]) {
    await page.goto(`${server.base}${path}`);
    await expect(page.getByRole("heading", { name: "403 Forbidden" }), path).toBeVisible();
  }
});

test("an uploader finds no user administration, a reviewer invites", async ({ page, server }) => {
  const menu = page.getByRole("link", { name: "Users" });
  await signInByForm(page, server, "uploader1");
  await expect(page.getByRole("link", { name: "Phenotypes" }).first()).toBeVisible();
  await expect(menu).toHaveCount(0);
  for (const path of ["/hermes/users", "/hermes/users/new"]) {
    await page.goto(`${server.base}${path}`);
    await expect(page.getByRole("heading", { name: "403 Forbidden" }), path).toBeVisible();
  }
  await chooseInAccountMenu(page, "Sign out");
  await page.waitForURL(/\/login/);
  await signInByForm(page, server, "reviewer1");
  await menu.first().click();
  await page.goto(`${server.base}/hermes/users/new`);
  await expect(page.getByRole("heading", { name: "Add users" })).toBeVisible();
});

test("a visitor at an unknown address reads that it is unknown, without signing in", async ({ page, server }) => {
  for (const path of ["/nothing/here", "/hermes/nothing-here", "/sgc/view", "/loginanything", "/datasets/no~id"]) {
    await page.goto(`${server.base}${path}`);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await expect(page.getByText(`Page Not Found: ${path}`)).toBeVisible();
    await expect(page).toHaveTitle(/Page Not Found/);
  }
});

test("whoever is signed in keeps the bar at an unknown address, and goes on from there", async ({ page, server }) => {
  await signInByForm(page, server, "curator1", "/login");
  await page.goto(`${server.base}/nothing/here`);
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await page.getByRole("navigation", { name: "Registry" }).getByRole("link", { name: "Data sets" }).click();
  await expect(page.getByRole("heading", { name: "Data sets", level: 1 })).toBeVisible();
});

test("an administrator goes through all areas with one sign-in, whichever door it was", async ({ browser, server }) => {
  for (const door of ["/login", "/hermes/login", "/sgc/login"] as const) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${server.base}${door}`);
    await answerSignIn(page, "admin1");
    await expect(page.getByRole("button", { name: /^Area/ })).toBeVisible();
    for (const [area, path] of Object.entries({ SGC: "/sgc", HERMES: "/hermes", Registry: "/datasets" })) {
      await page.getByRole("button", { name: /^Area/ }).click();
      await page.getByRole("menuitem", { name: area }).click();
      await page.waitForURL(new RegExp(`${path}$`));
      await expect(page.getByRole("navigation", { name: area })).toBeVisible();
    }
    for (const path of ["/admin/users", "/admin/audit", "/sgc/users", "/hermes/users"]) {
      await page.goto(`${server.base}${path}`);
      await expect(page.getByRole("row").nth(1), `${path} from ${door}`).toBeVisible();
    }
    // Signing out anywhere is signing out everywhere.
    await page.goto(`${server.base}/sgc`);
    const menu = page.getByRole("button", { name: /account of admin1/ });
    const button = page.getByRole("button", { name: "Sign out", exact: true });
    await expect(menu).toBeVisible();
    if (await button.isVisible()) await button.click();
    else await chooseInAccountMenu(page, "Sign out");
    await page.waitForURL(/\/sgc\/login$/);
    for (const path of ["/sgc", "/hermes", "/datasets"]) {
      await page.goto(`${server.base}${path}`);
      await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
    }
  }
});

test("search engines and programs that preview links get nothing to show", async ({ browser, server }) => {
  const context = await browser.newContext({ userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1)" });
  const page = await context.newPage();
  const logged = page.waitForEvent("console", (message) => message.text().includes("Page Not Found: /nothing/here"));
  await page.goto(`${server.base}/nothing/here`);
  expect((await logged).type()).toBe("error");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator("body")).toHaveText("");
  await context.close();
});

test("a part of the page is gone after a new build: the page is loaded again, once, and then says so", async ({
  page,
  server,
}) => {
  await signInByForm(page, server, "reviewer1");
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route("**/builds/latest.json", (route) => route.fulfill({ json: { id: "another" } }));
  await page.route(/\/assets\/ma\.index-/, (route) =>
    route.fulfill({ status: 404, body: "no such file in this build" }),
  );
  await page.getByRole("link", { name: "Meta-analyses" }).click();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await expect(page.getByText("A new version was installed.")).toBeVisible();
  await page.waitForTimeout(500);
  expect(loads).toBe(1);

  await page.unrouteAll();
  await page.getByRole("button", { name: "Load the new version" }).click();
  await expect(page.getByRole("heading", { name: "Meta-analyses", level: 1 })).toBeVisible();
});

test("a page of an older build says that a newer one is served, and leaves the choice", async ({ page, server }) => {
  await page.route("**/builds/meta/*.json", (route) => route.fulfill({ status: 404, body: "" }));
  await page.route("**/builds/latest.json", (route) => route.fulfill({ json: { id: "another" } }));
  await page.goto(`${server.base}/hermes/login`);
  const notice = page.getByRole("status").filter({ hasText: "A new version is ready" });
  await expect(notice).toBeVisible();
  await page.getByLabel("User name").fill("half typed");
  await notice.getByRole("button", { name: "Later" }).click();
  await expect(page.getByText("A new version is ready")).toHaveCount(0);
  await expect(page.getByLabel("User name")).toHaveValue("half typed");
});
