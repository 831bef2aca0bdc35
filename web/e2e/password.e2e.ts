import { answerSignIn, chooseInAccountMenu, choosePassword, passwordOf, signInByForm } from "./people";
import { expect, test } from "./story";

test.use({ people: ["uploader1", "uploader2", "reviewer1", "member1"] });

const fresh = "a new pass phrase of my own";

test("a changed password ends the other sessions and opens the account from then on", async ({
  browser,
  page,
  server,
}) => {
  const other = await (await browser.newContext()).newPage();
  await signInByForm(other, server, "uploader1");
  await signInByForm(page, server, "uploader1");
  await chooseInAccountMenu(page, "Change password");

  await page.getByLabel("Current password").fill("not the one");
  await choosePassword(page, "New password", fresh);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This is not your current password.")).toBeVisible();
  await page.getByLabel("Current password").fill(passwordOf("uploader1"));
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password was changed")).toBeVisible();
  await page.getByRole("link", { name: "Go to the submissions" }).click();
  await expect(page.getByRole("heading", { name: "No submissions yet" })).toBeVisible();

  await other.reload();
  await expect(other.getByRole("heading", { name: "Sign in to HERMES" })).toBeVisible();
  await answerSignIn(other, "uploader1");
  await expect(other.getByRole("alert")).toContainText("User name or password is wrong.");
  await answerSignIn(other, "uploader1", fresh);
  await other.waitForURL(/\/hermes$/);
});

test("one session after the other can be ended from the profile", async ({ browser, page, server }) => {
  const phone = await (await browser.newContext({ userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" })).newPage();
  await signInByForm(phone, server, "uploader2");
  await signInByForm(page, server, "uploader2");
  await chooseInAccountMenu(page, "Profile");
  const end = page.getByRole("button", { name: /^End the session of/ });
  await expect(end).toHaveCount(1);
  await end.click();
  await expect(end).toHaveCount(0);
  const known = await phone.request.get(`${server.base}/api/is-logged-in`);
  expect(known.status()).toBe(401);
});

test("an API token is shown once, opens what it was made for, and nothing after it was revoked", async ({
  page,
  playwright,
  server,
}) => {
  await signInByForm(page, server, "reviewer1");
  await chooseInAccountMenu(page, "Profile");
  await page.getByRole("button", { name: "New token…" }).click();
  const form = page.getByRole("dialog", { name: "New API token" });
  await form.getByLabel("Name").fill("nightly script");
  await form.getByRole("button", { name: "Create token" }).click();
  const made = page.getByRole("dialog", { name: "Token nightly script" });
  const text = await made.getByLabel("Token", { exact: true }).inputValue();
  expect(text).toMatch(/^coh_/);
  await made.getByRole("button", { name: "I have copied it" }).click();
  await page.reload();
  await expect(page.getByText("nightly script")).toBeVisible();
  await expect(page.getByText(text)).toHaveCount(0);

  // As a script calls: no cookie, no header of the page.
  const script = await playwright.request.newContext({
    baseURL: server.base,
    extraHTTPHeaders: { Authorization: `Bearer ${text}` },
  });
  expect((await script.get("/api/hermes/uploads")).status()).toBe(200);
  const written = await script.post("/api/areas/hermes/invitations", { data: { dry_run: true, items: [] } });
  expect(written.status()).toBe(403);
  expect(await written.json()).toMatchObject({ code: "wrong_scope" });
  expect((await script.get("/api/profile")).status()).toBe(403);

  await page.reload();
  await expect(page.getByText(/last used .* from 127\.0\.0\.1/)).toBeVisible();
  await page.getByRole("button", { name: "Revoke nightly script" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("nightly script was revoked.")).toBeVisible();
  expect((await script.get("/api/hermes/uploads")).status()).toBe(401);
  await script.dispose();
});

test("names and address are kept on the profile", async ({ page, server }) => {
  await signInByForm(page, server, "member1");
  await page.goto(`${server.base}/profile`);
  await page.getByLabel("First name").fill("Mia");
  await page.getByLabel("Last name").fill("Member");
  await page.getByLabel("E-mail").fill("mia");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: /e-mail address/ })).toBeVisible();
  await page.getByLabel("E-mail").fill("mia@example.org");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /account of Mia Member/ })).toBeVisible();
});
