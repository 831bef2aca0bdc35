import type { Page } from "@playwright/test";
import { answerSignIn, signInByForm } from "./people";
import { refuseStorage } from "./refusing";
import { expect, test } from "./story";

/** Path and query of the page. */
const placeOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length);

test("a link to a report leads through the sign-in page and back to the report, query and all", async ({
  page,
  server,
}) => {
  await page.goto(`${server.base}/hermes/qc/x?run=1`);
  await expect(page.getByRole("heading", { name: "Sign in to HERMES" })).toBeVisible();
  const asked = new URL(page.url());
  expect(asked.pathname).toBe("/hermes/login");
  expect(asked.searchParams.get("redirect")).toMatch(/^\/hermes\/qc\/x\?run=/);

  await answerSignIn(page, "uploader1");
  await page.waitForURL(/\/hermes\/qc\/x\?run=/);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("404");
});

test("a wrong password is refused with a sentence; name and address are kept", async ({ page, server }) => {
  await page.goto(`${server.base}/hermes/login?redirect=%2Fhermes%2Fnew`);
  await answerSignIn(page, "uploader1", "not the pass phrase");
  await expect(page.getByRole("alert")).toHaveText(/name or password/i);
  await expect(page.getByLabel("User name")).toHaveValue("uploader1");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();

  await answerSignIn(page, "uploader1");
  await page.waitForURL(/\/hermes\/new$/);
});

test("signing out ends the session on the server, and Back shows nothing", async ({ page, server }) => {
  await signInByForm(page, server, "reviewer1");
  await expect(page.getByRole("heading", { name: "Submissions", level: 1 })).toBeVisible();
  const cookies = await page.context().cookies();
  await page.getByRole("button", { name: /account of reviewer1/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/hermes\/login/);

  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in to HERMES" })).toBeVisible();
  // A copy of the cookie is worth nothing any more.
  await page.context().addCookies(cookies);
  const known = await page.request.get(`${server.base}/api/is-logged-in`);
  expect(known.status()).toBe(401);
});

test("an unknown address is said to be unknown", async ({ page, server }) => {
  await signInByForm(page, server, "uploader1");
  for (const path of ["/nothing/here", "/hermes/nothing-here", "/datasets/not-an-id", "/sgc/view/not-an-id"]) {
    const answer = await page.goto(`${server.base}${path}`);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    await expect(page.getByText(`Page Not Found: ${path}`)).toBeVisible();
    await expect(page.getByText("404")).toBeVisible();
  }
  await page.getByRole("link", { name: "Go to the submissions" }).click();
  await expect(page.getByRole("heading", { name: "Submissions", level: 1 })).toBeVisible();
});

test("a page answers 200, and an address without one 404, before any script runs", async ({ page, server }) => {
  const statusOf = async (path: string) => (await page.request.get(`${server.base}${path}`)).status();
  for (const path of [
    "/",
    "/login",
    "/hermes/",
    "/hermes/ma/new",
    "/browse/gene/RP11-34P13.7",
    "/p/datasets",
    "/sgc",
  ]) {
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  }
  for (const path of ["/nothing", "/hermes/ma/new/x", "/hermes/qc/not-an-id", "/loginanything", "/p/pages/absent"]) {
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
});

test("an uploader finds no way to the meta-analyses, and the page says who may", async ({ page, server }) => {
  await signInByForm(page, server, "uploader1");
  await expect(page.getByRole("link", { name: "Meta-analyses" })).toBeHidden();
  for (const path of ["/hermes/ma", "/hermes/ma/new", "/hermes/ma/one"]) {
    await page.goto(`${server.base}${path}`);
    await expect(page.getByText(/^Results are for accounts that can see all/)).toBeVisible();
  }
});

const elsewhere = [
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "/\t/evil.example",
  "/hermes/../..//evil.example",
];

test("a forged link never leads to another site after signing in", async ({ page, server }) => {
  await signInByForm(page, server, "uploader1");
  for (const wanted of elsewhere) {
    await page.goto(`${server.base}/hermes/login?redirect=${encodeURIComponent(wanted)}`);
    await expect(page.getByRole("heading", { name: "Submissions", level: 1 })).toBeVisible();
    expect(page.url(), wanted).toMatch(`${server.base}/`);
    expect(placeOf(page), wanted).toBe("/hermes");
  }
  await page.context().clearCookies();
  await page.goto(`${server.base}/hermes/login?redirect=${encodeURIComponent("//evil.example")}`);
  await answerSignIn(page, "uploader1");
  await expect(page.getByRole("heading", { name: "Submissions", level: 1 })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(server.base);
});

test("a browser that blocks site data shows every kind of page, and signs in", async ({ page, context, server }) => {
  await refuseStorage(context);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  const first: [path: string, heading: string][] = [
    ["/login", "Sign in"],
    ["/sgc/login", "Sign in to SGC"],
    ["/p/datasets", "Public data"],
    ["/nothing/here", "404 Page Not Found"],
  ];
  for (const [path, name] of first) {
    await page.goto(`${server.base}${path}`);
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  }
  await signInByForm(page, server, "uploader1");
  await expect(page.getByRole("heading", { name: "Submissions", level: 1 })).toBeVisible();
  await page.goto(`${server.base}/hermes/new`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
});
