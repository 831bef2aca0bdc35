import type { Locator, Page } from "@playwright/test";
import { chooseInMenu, pressOn, tabTo, typeInto } from "./keyboard";
import { passwordOf } from "./people";
import { expect, test } from "./story";

test.use({ people: ["curator1"] });

/** Sixty genes, the first the strongest; one P is 0, which has no logarithm. */
const genes = Array.from({ length: 60 }, (_, at) => `GENE${String(at + 1).padStart(2, "0")}`);
const pOf = (at: number) => (at === 59 ? "0" : `1e-${60 - at}`);
const rows = genes.map((gene, at) => `${gene},${1 + (at % 22)},${1_000_000 + at},${at - 30},${pOf(at)}`);
const table = `gene,chrom,pos,beta,p_value\n${rows.join("\n")}\n`;
/** P is at most 1e-41 in the first twenty, and 0 in the last. */
const strong = "21 of 60 rows";

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole("button", { name, exact: true });
const steps = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const section = (page: Page, name: string) =>
  steps(page)
    .locator("button[aria-expanded]")
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
const saved = (page: Page) => expect(page.getByText(/^saved (?:just now|.* ago)/)).toBeVisible();

/** What was read aloud last. */
const hears = (page: Page, words: string | RegExp) =>
  expect(page.getByRole("status").filter({ hasText: words }).first()).toBeAttached();

/** The keyboard is somewhere, and where can be seen. */
async function expectReached(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  const ring = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(ring).not.toBe("none");
  await expect(target).toBeInViewport();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
}

/** Moves through the options of a list by typing letters. */
async function pick(page: Page, list: Locator, letters: string): Promise<void> {
  await typeInto(page, list, letters);
  await expect(list.locator("option:checked")).toHaveText(letters);
}

async function opens(page: Page, name: string): Promise<void> {
  await pressOn(page, section(page, name));
  await expect(section(page, name)).toHaveAttribute("aria-expanded", "true");
}

async function startsPage(page: Page): Promise<void> {
  await pressOn(page, page.getByRole("link", { name: "New page" }).first());
  await tabTo(page, page.getByLabel("Rows, the header first"));
  await page.keyboard.insertText(table);
  await pressOn(page, button(page, "Read table"));
  await expect(page.getByText("CSV, not compressed, 5 columns")).toBeVisible();
  await expectReached(page, page.getByRole("heading", { level: 1 }));
  await pressOn(page, button(page, "Another table"));
  await expectReached(page, page.getByRole("heading", { level: 1 }));
  await pressOn(page, button(page, "Read table"));
  await tabTo(page, page.getByRole("radio", { name: "Automatic" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Table only" })).toBeChecked();
  await pressOn(page, button(page, "Build the page"));
  await page.waitForURL(/configbuilder\?page=/);
  await expectReached(page, page.getByRole("heading", { level: 1, name: "Pasted table" }));
}

async function makesColumns(page: Page): Promise<void> {
  await opens(page, "Convert");
  await chooseInMenu(page, button(page, "Add a step"), /^−log10/);
  await expectReached(page, button(steps(page), /^−log10 P/));
  await expect(page.getByText("1 cell could not be converted")).toBeVisible();
  await pressOn(page, page.getByText("1 cell could not be converted"));
  await expect(page.getByText("Row 60, p_value, “0”")).toBeVisible();
  await chooseInMenu(page, button(page, "Add a step"), /^Formula/);
  const formula = page.getByRole("textbox", { name: "Formula" });
  await tabTo(page, formula);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("be");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" * 2");
  await expect(formula).toHaveValue("beta * 2");
  await pressOn(page, button(page, "Move Calculated up"));
  await hears(page, "Calculated: 1 of 2");
  await expectReached(page, button(page, "Move Calculated up"));
  const switched = page.getByRole("switch", { name: "Switched on" });
  await pressOn(page, switched, "Space");
  await expect(switched).not.toBeChecked();
  await page.keyboard.press("ControlOrMeta+z");
  await hears(page, "Undone: Converted columns");
  await expect(switched).toBeChecked();
  await expectReached(page, switched);
  await pressOn(page, button(page, "Remove Calculated"));
  await hears(page, "Calculated is removed");
  await expectReached(page, button(steps(page), /^−log10 P/));
}

async function addsFilterAndColumns(page: Page): Promise<void> {
  await opens(page, "Filters");
  await chooseInMenu(page, button(page, "Add a filter"), /^At most/);
  await pick(page, steps(page).getByLabel("Column", { exact: true }), "p_value");
  await opens(page, "Columns");
  await pressOn(page, page.getByRole("checkbox", { name: "Show chrom" }), "Space");
  await hears(page, "chrom is not shown");
  await expectReached(page, page.getByRole("checkbox", { name: "Show pos" }));
  await pressOn(page, button(page, "Move pos down"));
  await hears(page, "pos: 3 of 5");
  await pressOn(page, button(page, "More of p_value"));
  await pressOn(page, button(page, "Remove from the page"));
  const dialog = page.getByRole("dialog", { name: "Remove p_value from the page?" });
  await pressOn(page, button(dialog, "Remove"));
  await hears(page, "p_value is removed");
  await expect(dialog).toHaveCount(0);
  await expectReached(page, page.getByRole("checkbox", { name: "Show −log10 P" }));
  await expect(steps(page).getByText("1 problem").first()).toBeAttached();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(steps(page).getByText(/problem/)).toHaveCount(0);
}

async function addsPlots(page: Page): Promise<void> {
  await opens(page, "Plots");
  await chooseInMenu(page, button(page, "Add a plot"), /^QQ/);
  await expectReached(page, button(steps(page), /^QQ/));
  await chooseInMenu(page, button(page, "Add a plot"), /^Manhattan/);
  await pressOn(page, button(page, "Move Manhattan up"));
  await hears(page, "Manhattan: 1 of 2");
}

async function editsDocument(page: Page): Promise<void> {
  await pressOn(page, button(page, "JSON"));
  const text = page.getByRole("textbox", { name: "Document of the page" });
  await tabTo(page, text);
  await page.keyboard.press("ControlOrMeta+Home");
  for (const key of ["ArrowDown", "ArrowDown", "End", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await page.keyboard.type(" without a mouse");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pasted table without a mouse");
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription(/^Tab and Shift\+Tab leave the text/);
  await page.keyboard.press("Shift+Tab");
  await expectReached(page, button(page, "Texts of older builders…"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(text).not.toBeFocused();
  await pressOn(page, button(page, "Page"));
}

async function keepsAndPublishes(page: Page, slug: string): Promise<void> {
  await saved(page);
  await pressOn(page, button(page, "Versions"));
  const versions = page.getByRole("dialog", { name: "Versions" });
  await typeInto(page, versions.getByLabel("Save the current page as"), "by hand");
  await page.keyboard.press("Enter");
  await expect(button(versions, /1\. by hand/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(versions).toHaveCount(0);
  await expectReached(page, button(page, "Versions"));
  await pressOn(page, button(page, "Share"));
  const sharing = page.getByRole("dialog", { name: "Access to the page" });
  await tabTo(page, sharing.getByRole("radio", { name: "Private" }));
  await page.keyboard.press("ArrowUp");
  await expect(sharing.getByRole("radio", { name: "Public" })).toBeChecked();
  await pressOn(page, button(sharing, "Save sharing"));
  await expect(sharing).toHaveCount(0);
  await expectReached(page, button(page, "Share"));
  await pressOn(page, button(page, "Publish"));
  const publishing = page.getByRole("dialog", { name: "Publish the page" });
  await tabTo(page, publishing.getByLabel("Address"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(slug);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: `/p/pages/${slug}` })).toBeVisible();
  await expect(publishing).toHaveCount(0);
  await expectReached(page, button(page, "Publish again"));
}

async function readsPage(page: Page): Promise<void> {
  const filters = page.getByRole("group", { name: "Filters" });
  const gene = (name: string) => page.getByRole("cell", { name, exact: true });
  await test.step("a filter, and how many rows are left", async () => {
    await pressOn(page, button(filters, "p_value"));
    await expectReached(page, page.getByLabel("p_value at most"));
    await page.keyboard.type("1e-41");
    await page.keyboard.press("Enter");
    await expect(page.getByText(strong)).toBeVisible();
    await page.keyboard.press("Escape");
    await expectReached(page, button(filters, "p_value: ≤ 1e-41"));
    await pressOn(page, button(filters, "Clear p_value"));
    await expect(page.getByText("60 of 60 rows")).toBeVisible();
    await expectReached(page, button(filters, "p_value"));
  });
  await test.step("the points of a plot, its table, and nearer and back", async () => {
    const points = page.getByRole("group", { name: /^Labelled points of/ }).getByRole("button");
    await tabTo(page, points.first());
    await page.keyboard.press("ArrowRight");
    await expectReached(page, points.nth(1));
    await expect(page.getByText(/^Arrow keys go through the labelled points/)).toBeVisible();
    await page.keyboard.press("+");
    await expect(page.getByText("60 of 60 rows")).toHaveCount(0);
    await pressOn(page, button(page, "Zoom out"));
    await expectReached(page, button(page, "Zoom out"));
    await expect(page.getByText("60 of 60 rows")).toBeVisible();
    await pressOn(page, button(page, "Table"));
    await expect(page.getByRole("table").first()).toContainText("GENE01");
    await page.keyboard.press("Enter");
    await expect(points.first()).toBeVisible();
    await tabTo(page, page.getByRole("tab", { name: "Manhattan" }));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tabpanel", { name: "QQ" })).toBeVisible();
  });
  await test.step("the table sorted, its next page, and its rows in a file", async () => {
    const head = page.getByRole("columnheader", { name: "beta" });
    await pressOn(page, head.getByRole("button"));
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(gene("GENE60")).toBeVisible();
    await pressOn(page, button(page, "Next page"));
    await expect(gene("GENE40")).toBeVisible();
    await expectReached(page, button(page, "Next page"));
    const download = page.waitForEvent("download");
    await chooseInMenu(page, button(page, "Export"), "Table (CSV)");
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });
}

test("a page is made, kept, published and read by people who have no mouse", async ({ page, browser, server }) => {
  test.setTimeout(300_000);
  const slug = "without-a-mouse";
  await test.step("sign in", async () => {
    await page.goto(`${server.base}/login`);
    await typeInto(page, page.getByLabel("User name"), "curator1");
    await typeInto(page, page.getByLabel("Password", { exact: true }), passwordOf("curator1"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/datasets$/);
    await page.goto(`${server.base}/byor`);
  });
  await test.step("from a table to a page", () => startsPage(page));
  await test.step("columns that are made of others, in order, off, undone, removed", () => makesColumns(page));
  await test.step("a filter; a column that is hidden, moved, removed and had back", () => addsFilterAndColumns(page));
  await test.step("plots, in another order", () => addsPlots(page));
  await test.step("the document, and out of it again", () => editsDocument(page));
  await test.step("a version, who may see it, an address", () => keepsAndPublishes(page, slug));
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${server.base}/p/pages/${slug}`);
  await expect(visitor.getByText("60 of 60 rows")).toBeVisible();
  await readsPage(visitor);
});
