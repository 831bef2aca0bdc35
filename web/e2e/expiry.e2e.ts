import type { Browser, Page } from "@playwright/test";
import { real } from "./files";
import { fillInvitation } from "./manage";
import { type Account, answerSignIn, chooseInAccountMenu, signInByForm } from "./people";
import type { Server } from "./server";
import { expect, test } from "./story";
import {
  chooseFile,
  confirmColumns,
  describeStudy,
  goNext,
  openUploadPage,
  type Study,
  submit,
  waitForQc,
  waitUntilStored,
} from "./wizard";

test.use({ people: ["uploader1", "reviewer1", "uploader2", "curator1"] });

const study: Study = {
  name: "Through a session that was ended elsewhere",
  cohort: "Airways",
  phenotype: "All heart failure",
  total: "361194",
  cases: "44000",
};

/** The same person, at another place, ends all other sessions. */
async function endElsewhere(browser: Browser, server: Server, account: Account): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  await signInByForm(page, server, account);
  await chooseInAccountMenu(page, "Profile");
  await page.getByRole("button", { name: "Sign out everywhere else…" }).click();
  await page.getByRole("button", { name: "Sign out everywhere else", exact: true }).click();
  await expect(page.getByText("You are signed out everywhere else.")).toBeVisible();
  await page.context().close();
}

const signInDialog = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

async function signInAgain(page: Page, account: Account): Promise<void> {
  const dialog = signInDialog(page);
  await expect(dialog.getByLabel("User name")).toHaveValue(account);
  await answerSignIn(dialog, account);
  await expect(dialog).toBeHidden();
}

test("the session is ended from another place while a study is described: nothing typed is lost", async ({
  browser,
  page,
  server,
}) => {
  await signInByForm(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, real);
  await waitUntilStored(page);
  await goNext(page);
  await describeStudy(page, study);
  await endElsewhere(browser, server, "uploader1");
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  await page.getByRole("button", { name: "Submit and start QC" }).first().click();
  await signInAgain(page, "uploader1");
  await expect(page.getByText(study.name)).toBeVisible();
  await submit(page);
  await waitForQc(page, /Passed QC/);
  await expect(page.getByRole("heading", { name: study.name, level: 1 })).toBeVisible();
});

test("a half-typed invitation outlives the session", async ({ browser, page, server }) => {
  await signInByForm(page, server, "reviewer1");
  await fillInvitation(page, server, { email: "late@example.org", type: "Analyst", firstName: "Late" });
  await endElsewhere(browser, server, "reviewer1");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await signInAgain(page, "reviewer1");
  await expect(page.getByLabel("First name")).toHaveValue("Late");
  await expect(page.getByRole("radio", { name: "Analyst" })).toBeChecked();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText("late@example.org is invited")).toBeVisible();
});

test("a session that was left alone ends by itself; who does not sign in again comes back later", async ({
  another,
  page,
}) => {
  const brief = await another({ people: ["reviewer1"] });
  await brief.run("--session-idle", "2s");
  await signInByForm(page, brief, "reviewer1");
  await page.goto(`${brief.base}/hermes/users/new`);
  await page.getByLabel("First name").fill("Half typed");
  await page.getByRole("textbox", { name: "E-mail", exact: true }).fill("later@example.org");
  // The server answers 401 by itself once the session was left alone long enough.
  await expect
    .poll(async () => (await page.request.get(`${brief.base}/api/is-logged-in`)).status(), { timeout: 20_000 })
    .toBe(401);
  // The page may have asked something by itself in between, and then it knows already.
  if (!(await signInDialog(page).isVisible())) await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(signInDialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/hermes\/login\?redirect=%2Fhermes%2Fusers%2Fnew$/);
  await expect(signInDialog(page)).toBeHidden(); // its fields have the same names while it fades
  await answerSignIn(page, "reviewer1");
  await page.waitForURL(/\/hermes\/users\/new$/);
  await expect(page.getByLabel("First name")).toHaveValue("Half typed");
});

test("another user signs in over the page: what the first person saw is gone", async ({ browser, page, server }) => {
  await signInByForm(page, server, "reviewer1");
  await page.goto(`${server.base}/hermes/users`);
  await expect(page.getByRole("row", { name: /uploader1/ })).toBeVisible();
  await endElsewhere(browser, server, "reviewer1");
  await page.getByRole("searchbox", { name: "Search name, e-mail" }).fill("uploader");
  await answerSignIn(signInDialog(page), "uploader2");
  await expect(signInDialog(page)).toBeHidden();
  await expect(page.getByRole("row", { name: /uploader1/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /account of uploader2/ })).toBeVisible();
});
