import type { Page } from "@playwright/test";
import { expect, test } from "./story";

test("an analyst prepares a meta-analysis, a reviewer starts it, and another one is declined", async ({
  demo,
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  const reviewer = await (await browser.newContext()).newPage();
  await demo.letIn(page, "analyst1");
  await demo.letIn(reviewer, "reviewer1");
  const base = demo.server.base;

  const confirmAll = async (of: Page) => {
    await expect(of.getByRole("checkbox", { name: "Combine across ancestries" })).toBeVisible();
    for (const box of await of.getByRole("checkbox", { name: /^Combine / }).all()) await box.check();
  };
  const prepare = async (name: string, reason: string) => {
    await page.goto(`${base}/hermes/ma`);
    await page.getByRole("link", { name: "Prepare meta-analysis" }).click();
    await page.getByRole("radio").first().click();
    await page.getByRole("button", { name: "Next" }).click();
    await confirmAll(page);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Send to reviewers…" }).click();
    await page.getByRole("textbox", { name: /Reason for the choice/ }).fill(reason);
    await page.getByRole("button", { name: "Send to reviewers", exact: true }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  };

  await test.step("it is listed with its reason, and the reviewers are told", async () => {
    await prepare("Second freeze", "All cohorts of the second freeze.");
    await reviewer.goto(`${base}/hermes/notices`);
    await expect(reviewer.getByText("analyst1 prepared Second freeze for a reviewer to start.")).toBeVisible();
    await reviewer.goto(`${base}/hermes/ma`);
    const list = reviewer.getByRole("region", { name: "Prepared · 1 waits for a reviewer" });
    await expect(list).toContainText("All cohorts of the second freeze.");
    await list.getByRole("link", { name: "Second freeze" }).click();
  });

  await test.step("the reviewer confirms the warnings and starts it", async () => {
    await reviewer.getByRole("link", { name: "Check and start" }).click();
    await expect(reviewer.getByText("Prepared by analyst1")).toBeVisible();
    await confirmAll(reviewer);
    await reviewer.getByRole("button", { name: "Next" }).click();
    await reviewer.getByRole("button", { name: "Run meta-analysis" }).click();
    await expect(reviewer.getByRole("heading", { name: "Second freeze", level: 1 })).toBeVisible();
    await page.goto(`${base}/hermes/notices`);
    await page.getByRole("link", { name: "Second freeze" }).first().click();
    await expect(page.getByText(/^Started by reviewer1 on/)).toBeVisible();
    await page.getByRole("link", { name: "Open the meta-analysis Second freeze" }).click();
    await expect(page.getByRole("heading", { name: "Second freeze", level: 1 })).toBeVisible();
  });

  await test.step("a second one is declined with a reason, which its maker reads", async () => {
    await prepare("Pilot", "The pilot alone.");
    await reviewer.goto(page.url());
    await reviewer.getByRole("button", { name: "Decline…" }).click();
    await reviewer.getByRole("textbox", { name: "Reason for analyst1" }).fill("Wait for the second batch.");
    await reviewer.getByRole("button", { name: "Decline", exact: true }).click();
    await expect(reviewer.getByText("Wait for the second batch.")).toBeVisible();
    await page.goto(`${base}/hermes/notices`);
    await expect(page.getByText("declined Pilot: Wait for the second batch.")).toBeVisible();
  });
});
