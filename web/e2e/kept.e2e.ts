import type { Page } from "@playwright/test";
import { letIn, signIn } from "./people";
import { Registry } from "./registry";
import type { Server } from "./server";
import { expect, realFile, test } from "./story";
import { chooseFile, confirmColumns, describeStudy, goNext, openUploadPage, submit, waitForQc } from "./wizard";

test.use({ people: ["uploader1", "reviewer1", "contributor1"] });

const study = {
  name: "Respiratory",
  cohort: "Airways",
  phenotype: "All heart failure",
  total: "361194",
  cases: "44000",
};

async function uploadChecked(page: Page, server: Server): Promise<string> {
  await letIn(page, server, "uploader1");
  await openUploadPage(page, server);
  await chooseFile(page, realFile("ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"));
  await goNext(page);
  await describeStudy(page, study);
  await goNext(page);
  await confirmColumns(page);
  await goNext(page);
  const id = await submit(page);
  await waitForQc(page, /Passed QC/);
  return id;
}

/** Every read of the page fails from now on; writes go on. Ends with the function that it answers. */
async function failReads(page: Page): Promise<() => Promise<void>> {
  const refuse = {
    status: 500,
    json: { detail: "The database does not answer.", code: "internal", fields: [], request_id: "req-9" },
  };
  await page.route("**/api/hermes/**", (route) =>
    route.request().method() === "GET" ? route.fulfill(refuse) : route.fallback(),
  );
  return () => page.unroute("**/api/hermes/**");
}

/** Does what a browser does when its tab is visible again: old data are read again. */
async function comeBack(page: Page): Promise<void> {
  await page.waitForTimeout(10_100); // an answer holds for ten seconds
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

test("a report that cannot be read again stays, and so does the comment of the reviewer", async ({
  browser,
  server,
}) => {
  const uploader = await (await browser.newContext()).newPage();
  const id = await uploadChecked(uploader, server);
  const page = await (await browser.newContext()).newPage();
  await letIn(page, server, "reviewer1");
  await page.goto(`${server.base}/hermes/qc/${id}`);
  const comment = page.getByLabel("Comment to the uploader");
  const words = "λ is not explained; say which adjustment was made.";
  await comment.fill(words);

  await test.step("reading fails: everything stands as it was, and says that it is old", async () => {
    const mend = await failReads(page);
    await comeBack(page);
    const line = page.getByRole("status").filter({ hasText: "The submission could not be refreshed" });
    await expect(line).toContainText(/The data shown are old. Last updated on .*The database does not answer\./);
    await expect(page.getByRole("heading", { name: "Respiratory", level: 1 })).toBeVisible();
    await expect(page.getByRole("region", { name: "Manhattan", exact: true })).toBeVisible();
    await expect(comment).toHaveValue(words);
    await mend();
    await line.getByRole("button", { name: "Try again" }).click();
    await expect(line).toBeHidden();
  });

  await test.step("the page is closed: the comment is a draft", async () => {
    await page.waitForTimeout(1000);
    await page.reload();
    await expect(comment).toHaveValue(words);
  });

  await test.step("what a control opens in a dialog lies above it", async () => {
    await page.getByRole("button", { name: "Run QC again…" }).click();
    const dialog = page.getByRole("dialog", { name: "Run QC again" });
    await dialog.getByRole("combobox").first().click();
    const option = page.getByRole("option").last();
    const chosen = await option.textContent();
    await option.click(); // fails when the dialog is in front of it
    await expect(dialog.getByRole("combobox").first()).toHaveValue(chosen ?? "");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await page.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText(/^Rejected by reviewer1/).first()).toBeVisible();
  await expect(page.getByText(words).first()).toBeVisible();
});

test("what is typed while a submission is saved stays, and is saved next", async ({ page, server }) => {
  const registry = await Registry.as(server, "contributor1");
  const held = await registry.register("Typed meanwhile");
  await letIn(page, server, "contributor1");
  await page.goto(`${server.base}/datasets/${held.id}?edit=true`);
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("First");

  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.route(`**/api/datasets/${held.id}`, async (route) => {
    if (route.request().method() === "PUT") await gate;
    await route.fallback();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await sent;
  await description.pressSequentially(" and second");
  release();
  await expect(page.getByText("Typed meanwhile was saved. Later input is not saved yet.")).toBeVisible();
  await expect(description).toHaveValue("First and second");
  expect((await registry.dataset(held.id)).description).toBe("First");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  expect((await registry.dataset(held.id)).description).toBe("First and second");
});

test("going back during a save: it is saved once, and no word is lost whether it succeeds or fails", async ({
  page,
  server,
}) => {
  const registry = await Registry.as(server, "contributor1");
  const held = await registry.register("Left meanwhile");
  await letIn(page, server, "contributor1");
  await page.goto(`${server.base}/datasets/${held.id}`);
  const description = page.getByRole("textbox", { name: "Description" });
  const edit = async () => {
    await page.getByRole("link", { name: "Edit", exact: true }).first().click();
    await expect(description).toBeVisible();
  };
  const leave = async () => {
    await page.goBack();
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await expect(description).toBeHidden();
  };
  let puts = 0;
  let fails = false;
  let release = () => {};
  let gate = Promise.resolve();
  const hold = () => {
    gate = new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  await page.route(`**/api/datasets/${held.id}`, async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    puts++;
    await gate;
    const detail = "The database is read-only at present.";
    return fails
      ? route.fulfill({ status: 503, json: { detail, code: "read_only", fields: [], request_id: "req-1" } })
      : route.fallback();
  });

  await test.step("the save succeeds after the page was left", async () => {
    await edit();
    await description.fill("First");
    hold();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => puts).toBe(1);
    await description.pressSequentially(" and second");
    await leave();
    release();
    await expect.poll(async () => (await registry.dataset(held.id)).description).toBe("First");
    await expect(page.getByText("First", { exact: true }).first()).toBeVisible();
    await edit();
    await expect(description).toHaveValue("First and second");
    expect(puts).toBe(1);
  });

  await test.step("the save fails after the page was left", async () => {
    fails = true;
    hold();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => puts).toBe(2);
    await leave();
    const refused = page.waitForResponse((r) => r.status() === 503);
    release();
    await refused;
    fails = false;
    expect((await registry.dataset(held.id)).description).toBe("First");
    await edit();
    await expect(description).toHaveValue("First and second");
  });

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  const saved = await registry.dataset(held.id);
  expect(saved.description).toBe("First and second");
  expect(saved.version).toBe(held.version + 2);
  expect(puts).toBe(3);
});

test("a search box keeps a space that is typed after a pause", async ({ page, server }) => {
  const registry = await Registry.as(server, "contributor1");
  await registry.register("Lakeland heart failure");
  await registry.register("Lakeland height");
  await signIn(page, server, "contributor1", "/login");
  const box = page.getByRole("searchbox", { name: "Search name, study, phenotype" });
  await box.pressSequentially("heart");
  await expect(page).toHaveURL(/[?&]q=heart(&|$)/);
  await box.pressSequentially(" ");
  await page.waitForTimeout(1000);
  await expect(box).toHaveValue("heart ");
  await box.pressSequentially("failure");
  await expect(box).toHaveValue("heart failure");
  await expect(page).toHaveURL(/q=heart(\+|%20)failure/);
  await expect(page.getByRole("link", { name: "Lakeland heart failure" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Lakeland height" })).toBeHidden();
});
