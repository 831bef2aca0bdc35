import { readFileSync } from "node:fs";
import { answerSignIn, signInByForm } from "./people";
import { expect, test } from "./story";

test.use({ people: ["admin1", "uploader1"] });

test("an administrator finds who signed in and who failed to, checks the chain, and exports what was found", async ({
  browser,
  page,
  server,
}) => {
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${server.base}/hermes/login`);
  await answerSignIn(other, "uploader1", "not the pass phrase");
  await expect(other.getByRole("alert")).toBeVisible();
  await answerSignIn(other, "uploader1");
  await other.waitForURL(/\/hermes$/);

  await signInByForm(page, server, "admin1", "/login");
  await page.getByRole("button", { name: "Administration" }).click();
  await page.getByRole("menuitem", { name: "Audit trail" }).click();
  const rows = page.getByRole("table").getByRole("row");

  await test.step("filters narrow the list, and stand in the address", async () => {
    await expect(rows.nth(1)).toContainText("admin1");
    await page.getByLabel("Exact user name").fill("uploader1");
    await expect(page).toHaveURL(/actor=uploader1/);
    await page.getByRole("button", { name: "Action" }).click();
    await page.getByRole("checkbox", { name: "Failed to sign in" }).check();
    await expect(rows).toHaveCount(2);
    await page.getByRole("checkbox", { name: "Signed in" }).check();
    await expect(rows).toHaveCount(3);
    await page.getByRole("checkbox", { name: "Signed in" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText("127.0.0.1");
    await page.reload();
    await expect(rows).toHaveCount(2);
  });

  await test.step("an entry says everything that is known", async () => {
    await page.getByRole("button", { name: /^Details of entry/ }).click();
    await expect(page.getByText(/^Hash [0-9a-f]{64}$/)).toBeVisible();
  });

  await test.step("what was found is exported", async () => {
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /^CSV/ }).click(),
    ]);
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("sign-in-failed");
    expect(lines[1]).toContain("uploader1");
  });

  await test.step("the chain is unbroken", async () => {
    await page.getByRole("button", { name: "Check the chain" }).click();
    await expect(page.getByRole("alert")).toContainText(/The trail is unbroken: \d+ entries/);
  });
});
