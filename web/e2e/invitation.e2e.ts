import type { Browser, Page } from "@playwright/test";
import { fillInvitation, invite } from "./manage";
import { answerSignIn, chooseInAccountMenu, choosePassword, passwordOf, signInByForm } from "./people";
import { mailOf, type Services } from "./services";
import { expect, test } from "./story";

test.use({ people: ["reviewer1", "admin1", "uploader1"], services: ["mail"] });

const stranger = async (browser: Browser) => (await browser.newContext()).newPage();

/** Accepts an invitation on its page with a password of one's own. */
async function accept(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await choosePassword(page, "Password", passwordOf(email));
  await page.getByRole("button", { name: "Accept the invitation" }).click();
}

/** The link in the latest message to an address, as soon as it has arrived. */
async function linkMailedTo(services: Services, address: string, count = 1): Promise<string> {
  await expect.poll(async () => (await mailOf(services, address)).length).toBe(count);
  const message = (await mailOf(services, address)).at(-1);
  const link = message?.text.match(/http:\/\/\S+#\S+/)?.[0];
  expect(link, message?.text).toBeTruthy();
  return link ?? "";
}

test("without a mail server the page shows the link; it leads to an own password and into the area", async ({
  another,
  browser,
  page,
}) => {
  const quiet = await another({ people: ["reviewer1"] });
  await quiet.run();
  await signInByForm(page, quiet, "reviewer1");
  const email = "ada@example.org";
  const link = await invite(page, quiet, { email, type: "Uploader", firstName: "Ada", lastName: "Lee" });
  expect(link).toMatch(`${quiet.base}/register#invitation=`);
  await page.getByRole("link", { name: "Users" }).first().click();
  await expect(page.getByRole("row", { name: /Ada Lee/ })).toContainText("Invited");

  const ada = await stranger(browser);
  await ada.goto(link);
  await expect(ada.getByRole("heading", { name: "Welcome to HERMES" })).toBeVisible();
  // The token is in no address that could be copied, sent on or found in the history.
  await expect(ada).toHaveURL(`${quiet.base}/register`);
  await expect(ada.getByText("reviewer1")).toBeVisible();
  await expect(ada.getByLabel("First name")).toHaveValue("Ada");
  await choosePassword(ada, "Password", "too short");
  await ada.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(ada.getByText("A password needs at least 15 characters.")).toBeVisible();
  await choosePassword(ada, "Password", passwordOf(email));
  await ada.getByRole("button", { name: "Accept the invitation" }).click();
  await ada.waitForURL(/\/hermes$/);
  await expect(ada.getByRole("heading", { name: "No submissions yet" })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("row", { name: /Ada Lee/ })).toContainText("Active");

  const later = await stranger(browser);
  await later.goto(link);
  await expect(later.getByRole("heading", { name: "This invitation does not work" })).toBeVisible();
  await expect(later.getByRole("alert")).toContainText("used already");
});

test("an invitation arrives by mail; sent again, the older link is dead", async ({ browser, page, server }) => {
  const email = "mail@example.org";
  await signInByForm(page, server, "reviewer1");
  await fillInvitation(page, server, { email, type: "Analyst" });
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText(`The invitation was mailed to ${email}`)).toBeVisible();
  const first = await linkMailedTo(server.services, email);

  await page.getByRole("link", { name: "Users" }).first().click();
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Send the invitation again" }).click();
  await expect(page.getByText(`A link was mailed to ${email}.`)).toBeVisible();
  const second = await linkMailedTo(server.services, email, 2);

  const invited = await stranger(browser);
  await invited.goto(first);
  await expect(invited.getByRole("heading", { name: "This invitation does not work" })).toBeVisible();
  await accept(invited, second, email);
  await invited.waitForURL(/\/hermes$/);
  await expect(invited.getByRole("link", { name: "Meta-analyses" })).toBeVisible();
});

test("one invitation carries a role in two areas, and its mail and page name both", async ({
  browser,
  page,
  server,
}) => {
  const email = "both@example.org";
  await signInByForm(page, server, "admin1");
  await page.goto(`${server.base}/hermes/users/new`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("radio", { name: "Analyst" }).check();
  await page.getByLabel("Role in SGC").selectOption("Uploader");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText(`The invitation was mailed to ${email}`)).toBeVisible();
  const link = await linkMailedTo(server.services, email);
  const [message] = await mailOf(server.services, email);
  expect(message?.text.replace(/\s+/g, " ")).toContain("with the roles analyst, sgc-uploader.");

  const invited = await stranger(browser);
  await invited.goto(link);
  await expect(invited.getByRole("heading", { name: "Welcome to HERMES and SGC" })).toBeVisible();
  await accept(invited, link, email);
  await expect(invited.getByRole("link", { name: "Meta-analyses" })).toBeVisible();
  await invited.goto(`${server.base}/sgc`);
  await expect(invited.getByRole("heading", { level: 1 })).toBeVisible();
});

test("several at once: good rows are invited, the bad one stays in the box with its reason", async ({
  page,
  server,
}) => {
  await signInByForm(page, server, "reviewer1");
  await page.goto(`${server.base}/hermes/users/new?by=several`);
  const box = page.getByLabel("One person per line");
  await box.fill(
    "email\ttype\tfirst name\nbo@example.org\treviewer\tBo\nno-address\tuploader\tNobody\ncy@example.org\tjanitor\tCy\ndi@example.org\t\tDi",
  );
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByRole("heading", { name: "2 of 4 rows can be sent" })).toBeVisible();
  await expect(page.getByRole("row", { name: /no-address/ })).toContainText(/e-mail address/);
  await expect(page.getByRole("row", { name: /cy@example.org/ })).toContainText(/type/);
  await page.getByRole("button", { name: "Send 2 invitations" }).click();
  await expect(page.getByText("2 people done")).toBeVisible();
  await expect(box).toHaveValue(/no-address[\s\S]*cy@example\.org/);
  await expect(box).not.toHaveValue(/bo@example\.org/);
  await linkMailedTo(server.services, "di@example.org");
  expect(await mailOf(server.services, "no-address")).toEqual([]);
});

test("a temporary password opens nothing but the page where it is changed", async ({ browser, page, server }) => {
  const email = "temporary@example.org";
  await signInByForm(page, server, "reviewer1");
  await page.goto(`${server.base}/hermes/users/new?by=password`);
  await page.getByLabel("E-mail").fill(email);
  await choosePassword(page, "Temporary password", "handed over by telephone");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`The account ${email} was made`)).toBeVisible();

  const person = await stranger(browser);
  await person.goto(`${server.base}/hermes/new?from=mail`);
  await answerSignIn(person, email, "handed over by telephone");
  await person.waitForURL(/\/profile\/duties\?redirect=/);
  await expect(person.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await person.goto(`${server.base}/hermes`);
  await expect(person.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  const refused = await person.request.get(`${server.base}/api/hermes/uploads`);
  expect(await refused.json()).toMatchObject({ code: "password_change_required" });

  await choosePassword(person, "New password", passwordOf(email));
  await person.getByRole("button", { name: "Change password" }).click();
  await person.waitForURL(/\/hermes$/);
  await expect(person.getByRole("heading", { name: "No submissions yet" })).toBeVisible();
});

test("a forgotten password: the link comes by mail, works once, and ends every session", async ({
  browser,
  page,
  server,
}) => {
  const email = "forgetful@example.org";
  await signInByForm(page, server, "reviewer1");
  await fillInvitation(page, server, { email, type: "Uploader" });
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const elsewhere = await stranger(browser);
  await accept(elsewhere, await linkMailedTo(server.services, email), email);
  await elsewhere.waitForURL(/\/hermes$/);

  const person = await stranger(browser);
  await person.goto(`${server.base}/hermes/login`);
  await person.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(person.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await person.getByLabel("User name or e-mail").fill(email);
  await person.getByRole("button", { name: "Send me a link" }).click();
  await expect(person.getByText("Check your mail")).toBeVisible();
  const link = await linkMailedTo(server.services, email, 2);

  await person.goto(link);
  await expect(person).toHaveURL(`${server.base}/login/reset`);
  await choosePassword(person, "New password", "another pass phrase of mine");
  await person.getByRole("button", { name: "Change password" }).click();
  await person.waitForURL(/\/hermes\/login$/);
  await expect(person.getByRole("alert")).toContainText("Your password is changed.");
  await answerSignIn(person, email);
  await expect(person.getByText("User name or password is wrong.")).toBeVisible();
  await answerSignIn(person, email, "another pass phrase of mine");
  await person.waitForURL(/\/hermes$/);

  const known = await elsewhere.request.get(`${server.base}/api/is-logged-in`);
  expect(known.status()).toBe(401);
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole("alert")).toContainText("used already");
  await elsewhere.getByRole("button", { name: "Ask for a new link" }).click();
  await expect(elsewhere.getByRole("button", { name: "Send me a link" })).toBeVisible();
});

test("an unknown name gets the same answer and no mail", async ({ page, server }) => {
  await page.goto(`${server.base}/login/reset`);
  await page.getByLabel("User name or e-mail").fill("nobody@example.org");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("Check your mail")).toBeVisible();
  expect(await mailOf(server.services, "nobody@example.org")).toEqual([]);
});

test("on an empty folder the server prints where the first administrator begins", async ({ another, page }) => {
  const empty = await another({});
  await empty.run();
  await expect.poll(() => empty.said()).toContain("#invitation=");
  const [link = ""] = empty.said().match(/http:\/\/\S+#invitation=\S+/) ?? [];
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "The first administrator" })).toBeVisible();
  await page.getByLabel("User name", { exact: true }).fill("chief@example.org");
  await choosePassword(page, "Password", passwordOf("chief@example.org"));
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.waitForURL(/\/admin$/);
  await page.getByRole("button", { name: "Administration" }).click();
  await page.getByRole("menuitem", { name: "Users" }).click();
  await expect(page.getByRole("row", { name: /chief@example.org/ })).toContainText("Administrator");

  await chooseInAccountMenu(page, "Sign out");
  await page.waitForURL(/\/login$/);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This invitation does not work" })).toBeVisible();
});
