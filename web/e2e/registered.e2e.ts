import { expect, test } from "./story";

test("a result becomes a data set of the registry with one click, and stays while it has one", async ({
  page,
  demo,
}) => {
  test.setTimeout(120_000);
  await demo.letIn(page, "admin1");
  const id = await demo.first(page, "/api/hermes/meta-analyses");
  const result = `${demo.server.base}/hermes/ma/${id}`;
  const name = "HF all, European, demo";

  await test.step("one click registers the result, and its file is checked like any other", async () => {
    await page.goto(result);
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Register as a data set" }).click();
    await page.waitForURL(/\/datasets\/[^/]+$/);
    await expect(page.getByText("is registered. Only you see it until you share it.")).toBeVisible();
    await expect(page.getByRole("heading", { name: /Meta-analyses of HERMES/ })).toBeVisible();
    await expect(page.getByText(/^Meta-analysis of \d+ studies of /)).toBeVisible();
    await expect(page.getByRole("img", { name: /Manhattan/ }).first()).toBeVisible({ timeout: 60_000 });
  });
  const dataset = page.url();

  await test.step("each leads to the other, and nothing is registered twice", async () => {
    await page.getByRole("link", { name: "a meta-analysis of HERMES" }).click();
    await expect(page.getByRole("button", { name: "Register as a data set" })).toBeHidden();
    await page.getByRole("link", { name: "Open data set" }).click();
    await expect(page).toHaveURL(dataset);
  });

  const remove = async () => {
    await page.getByRole("button", { name: /^More actions for / }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete meta-analysis" }).click();
  };
  await test.step("the result is not deleted while a data set was made of it", async () => {
    await page.goto(result);
    await remove();
    await expect(page.getByText(/A data set of the registry was made of this meta-analysis/)).toBeVisible();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  });

  await test.step("without the data set it can be deleted, and is gone from the list", async () => {
    const base = `${demo.server.base}/api/datasets/${new URL(dataset).pathname.split("/").at(-1)}`;
    for (const address of [base, `${base}?forever=true`]) {
      expect((await page.request.delete(address, { headers: { Origin: demo.server.base } })).status()).toBe(204);
    }
    await page.goto(result);
    await remove();
    await page.waitForURL(/\/hermes\/ma$/);
    await expect(page.getByText("was deleted.")).toBeVisible();
    await page.goto(result);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  });
});
