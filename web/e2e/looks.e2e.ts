import { settled } from "./settled";
import { expect, test } from "./story";
import { phone } from "./watch";

test("on a phone the decision takes an eighth of the screen, and the search is beside the menu", async ({
  page,
  demo,
}) => {
  await page.setViewportSize(phone);
  await demo.letIn(page, "reviewer1");
  const id = await demo.first(page, "/api/hermes/uploads?status=READY+FOR+REVIEW&");
  await page.goto(`${demo.server.base}/hermes/qc/${id}`);
  const accept = page.getByRole("button", { name: "Accept", exact: true });
  const bar = page.locator("section", { has: accept }).last();
  await expect(accept).toBeInViewport({ ratio: 1 });
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(phone.height * 0.12);
  await page.getByRole("button", { name: "Add a comment" }).click();
  await expect(page.getByLabel("Comment to the uploader")).toBeFocused();

  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test("a number heading sorts, columns that need room can be shown at 1024 px, and the choice is remembered", async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes`);
  await page.getByRole("columnheader", { name: "N eff" }).getByRole("button").click();
  await settled(page);
  const sizes = await page.locator("tbody td:nth-child(6)").allInnerTexts();
  const numbers = sizes.map((text) => Number(text.replaceAll(",", "")));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));

  await expect(page.getByText(/columns hidden/)).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Cases" })).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByLabel("Cases").check();
  await page.keyboard.press("Escape");
  await page.goto(`${demo.server.base}/hermes`);
  await expect(page.getByRole("columnheader", { name: "Cases" })).toBeVisible();
});

test("the box of a row takes a finger", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes`);
  await settled(page);
  const targets = await page
    .locator("table input[type=checkbox]")
    .evaluateAll((boxes) => boxes.map((box) => box.closest("label")?.getBoundingClientRect().width ?? 0));
  expect(Math.min(...targets)).toBeGreaterThanOrEqual(24);
});

test("a page that the search opens begins at its heading", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes`);
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("PITX2");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
