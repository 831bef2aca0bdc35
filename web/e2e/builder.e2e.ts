import type { Page } from "@playwright/test";
import { letIn } from "./people";
import { expect, test } from "./story";

test.use({ people: ["curator1"] });

const steps = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const shown = (page: Page) => page.getByRole("region", { name: "The page" });

/** Opens a step, unless it is open. */
async function openStep(page: Page, name: string): Promise<void> {
  await steps(page)
    .locator("button[aria-expanded]")
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click();
}

async function add(page: Page, button: string, kind: RegExp): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("menuitem", { name: kind }).first().click();
}

/** Pastes a table and opens a page that shows it without filters and plots. */
async function paste(page: Page, base: string, text: string): Promise<void> {
  await page.goto(`${base}/configbuilder`);
  await page.getByLabel("Rows, the header first").fill(text, { timeout: 60_000 });
  await page.getByRole("button", { name: "Read table" }).click();
  await page.getByRole("radio", { name: "Table only" }).check();
  await page.getByRole("button", { name: "Build the page" }).click();
  await page.waitForURL(/configbuilder\?page=/);
  await expect(steps(page)).toBeVisible({ timeout: 60_000 });
}

/** What a column of the shown table holds, row by row. */
async function column(page: Page, title: string): Promise<string[]> {
  const rows = await shown(page).getByRole("table").last().getByRole("row").all();
  const cells = await Promise.all(
    rows.map((row) => row.getByRole("columnheader").or(row.getByRole("cell")).allInnerTexts()),
  );
  const at = cells[0]?.findIndex((head) => head.trim() === title) ?? -1;
  return cells.slice(1).map((row) => row[at]?.trim() ?? "");
}

const holds = (page: Page, title: string, cells: string[]) => expect.poll(() => column(page, title)).toEqual(cells);

/** With a mark of the order of bytes, tabs, quotes, and cells that are hard in one way each. */
const hard = `\ufeff"gene, symbol"\tchrom\tpos\tp\tzero\tcoding\textra
TTN\t2\t178525989\t5E-8\t0\tYes\t1.2345
BAG3\t10\t119651380\t0\t1\ttrue\t2.5
LMNA\t1\t\tNA\t2\t1\t
MYH7\t14\t23412740\t0.03\t-3\tno\t100
`;

test("steps, formats and filters make of hard cells what the words beside them say", async ({ page, server }) => {
  await letIn(page, server, "curator1");
  await paste(page, server.base, hard);
  await holds(page, "gene, symbol", ["TTN", "BAG3", "LMNA", "MYH7"]);

  await openStep(page, "Convert");
  await add(page, "Add a step", /^−log10/);
  await expect(page.getByText("1 cell could not be converted")).toBeVisible();
  await holds(page, "−log10 P", ["7.301", "—", "—", "1.523"]);
  await add(page, "Add a step", /^Score/);
  await steps(page).getByLabel("Column", { exact: true }).selectOption({ label: "coding" });
  await holds(page, "Score", ["1", "1", "1", "0"]);
  await add(page, "Add a step", /^Join columns/);
  await steps(page).locator("select").filter({ hasText: "Add a column" }).selectOption({ label: "pos" });
  await holds(page, "Joined", ["TTN:2:178525989", "BAG3:10:119651380", "—", "MYH7:14:23412740"]);
  await steps(page).getByLabel("If a part is missing").selectOption({ label: "skip it" });
  await holds(page, "Joined", ["TTN:2:178525989", "BAG3:10:119651380", "LMNA:1", "MYH7:14:23412740"]);
  await add(page, "Add a step", /^Split a column/);
  await steps(page).getByLabel("Split at").fill("");
  await expect(steps(page).getByText("1 problem").first()).toBeVisible();
  await page.getByRole("button", { name: /^Remove Part 1/ }).click();
  await expect(steps(page).getByText("1 problem")).toHaveCount(0);

  await openStep(page, "Format");
  await page.getByLabel("Format a column").selectOption({ label: "extra" });
  await page.getByLabel("Add a format to extra").selectOption("decimals");
  await holds(page, "extra", ["1.23", "2.50", "—", "100.00"]);

  await openStep(page, "Filters");
  for (const [kind, rows] of [
    [/^At most/, "2 of 4 rows"],
    [/^At least/, "1 of 4 rows"],
  ] as const) {
    await add(page, "Add a filter", kind);
    await steps(page).getByLabel("Column", { exact: true }).selectOption({ label: "zero" });
    await expect(steps(page).getByLabel("Label", { exact: true })).toHaveValue("zero");
    await steps(page).getByLabel("Initial value").fill("0");
    await expect(page.getByText(rows)).toBeVisible();
  }
  await holds(page, "gene, symbol", ["TTN"]);
});

const traits = `trait,group,gene,beta,p
my trait A,heart,TTN,0.5,5e-8
my trait B,heart,BAG3,-1.5,0.001
my trait C,liver,TTN,-2,0.2
`;

/** Without sizes, thresholds, circles and words for hovering, which other programs could not do without; one filter's column is gone. */
const older = {
  visualizers: [
    { type: "volcano plot", "x axis field": "beta", "y axis field": "p", "render by": "gene", "dot label score": 1 },
    {
      type: "heat map",
      "column field": "group",
      "row field": "gene",
      main: { field: "beta", low: -2, middle: 0, high: 2 },
    },
    { type: "phewas plot", "y axis field": "p", "render by": "trait", "group by": "group", "convert y -log10": "true" },
  ],
};
const asked = [
  { field: "beta", label: "Beta at most", type: "search less than" },
  { field: "Z", label: "Z at least", type: "search greater than" },
];

test("an older configuration comes in; what names a column that is gone is kept, counted and mended", async ({
  page,
  server,
}) => {
  await letIn(page, server, "curator1");
  await paste(page, server.base, traits);
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByRole("button", { name: "Texts of older builders…" }).click();
  const dialog = page.getByRole("dialog", { name: "Texts of older builders" });
  await dialog.getByRole("textbox", { name: "Filters" }).fill(JSON.stringify(asked));
  await dialog.getByRole("textbox", { name: "Plot" }).fill(JSON.stringify(older));
  await expect(dialog.getByText("The filter “Z at least” names “Z”, which the table does not have.")).toBeVisible();
  await dialog.getByRole("button", { name: "Import the texts" }).click();
  await page.getByRole("button", { name: "Page", exact: true }).click();

  const drawn = { Volcano: /3 rows/, "Heat map": /2 rows by 2 columns, 3 cells/, PheWAS: /3 rows in 2 groups/ };
  for (const [name, words] of Object.entries(drawn)) {
    await shown(page).getByRole("tab", { name }).click();
    await expect(shown(page).getByText(words).first()).toBeVisible();
  }

  await expect(page.getByRole("button", { name: /^Publish/ })).toBeVisible();
  await openStep(page, "Columns");
  const gone = page.getByRole("list", { name: "Missing columns" }).getByRole("listitem");
  await expect(gone).toHaveCount(1);
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(page.getByRole("dialog", { name: "Publish the page" })).toContainText("1 problem");
  await page.keyboard.press("Escape");
  await gone.getByLabel("Another column for Z").selectOption("beta");
  await expect(gone).toHaveCount(0);
  await expect(steps(page).getByText(/problem/)).toHaveCount(0);
});

test("a letter far below the first rows makes a column text, and the page begins without a problem", async ({
  page,
  server,
}) => {
  await letIn(page, server, "curator1");
  const rows = Array.from({ length: 1500 }, (_, at) => `${at},${1 + (at % 22)}`);
  await paste(page, server.base, `row,where\n${rows.join("\n")}\n1500,X\n`);
  await openStep(page, "Columns");
  await page.getByRole("button", { name: "More of where" }).click();
  await expect(page.getByText("In the table: where, text")).toBeVisible();
  await expect(page.getByRole("list", { name: "Content of where" })).toContainText("23 different: 1, 2, 3…");
  await expect(page.getByRole("list", { name: "Missing columns" })).toHaveCount(0);
  await expect(steps(page).getByText(/problem/)).toHaveCount(0);
});

test("what is typed is not lost when the builder is left before it is saved: by a link, backwards, or read anew", async ({
  page,
  server,
}) => {
  await letIn(page, server, "curator1");
  await paste(page, server.base, traits);
  const built = page.url();
  const title = steps(page).getByLabel("Title", { exact: true });
  for (const [typed, leave] of [
    ["Left by a link", () => page.getByRole("link", { name: "Data sets", exact: true }).first().click()],
    ["Left backwards", () => page.goBack()],
    ["Read anew", () => page.reload()],
  ] as const) {
    await openStep(page, "Source");
    // Nothing reaches the server before the page is left.
    await page.route("**/api/configurations/*/draft", (route) => route.abort());
    await title.fill(typed);
    await leave();
    await page.unroute("**/api/configurations/*/draft");
    await page.goto(built);
    await expect(page.getByRole("heading", { level: 1, name: typed })).toBeVisible();
    await expect(page.getByText(/^saved (?:just now|.* ago)/)).toBeVisible();
  }
});

test("a version that was kept is compared in words and restored, and what was before can be had back", async ({
  page,
  server,
}) => {
  await letIn(page, server, "curator1");
  await paste(page, server.base, traits);
  const title = page.getByRole("heading", { level: 1 });
  const first = (await title.textContent())?.trim() ?? "";
  const saved = page.getByText(/^saved (?:just now|.* ago)/);
  await expect(saved).toBeVisible();
  await page.getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions" });
  await dialog.getByLabel("Save the current page as").fill("before the review");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: /1\. before the review/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await openStep(page, "Source");
  await steps(page).getByLabel("Title", { exact: true }).fill("After the review");
  await expect(saved).toBeHidden();
  await expect(saved).toBeVisible();
  await page.getByRole("button", { name: "Versions" }).click();
  await dialog.getByRole("button", { name: /1\. before the review/ }).click();
  const difference = dialog
    .getByRole("listitem")
    .filter({ has: page.getByText("In this version") })
    .last();
  await expect(difference).toContainText(`NowAfter the reviewIn this version${first}`);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(title).toHaveText(first);
  // The automatically saved draft replaces what was restored, without a conflict message.
  await steps(page).getByLabel("Title", { exact: true }).fill("And on");
  await expect(saved).toBeHidden();
  await expect(saved).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();
  await expect(title).toHaveText("And on");
  await page.getByRole("button", { name: "Versions" }).click();
  await expect(dialog.getByRole("button", { name: /2\. / })).toBeVisible();
});
