import { readFileSync } from "node:fs";
import { createServer, type Server as Site } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { letIn } from "./people";
import { refuseStorage } from "./refusing";
import { root } from "./services";
import { expect, test } from "./story";

test.use({ people: ["curator1"] });

/** Results around FTO on GRCh37, one variant per line, P in the last column. */
const example = join(root, "web", "public", "examples", "fto_bmi_hg19.tsv");
const strengths = readFileSync(example, "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => Number(line.split("\t").at(-1)));
/** The variant of the smallest P, 1.589e-15. */
const strongest = "rs62033413";
const all = strengths.length.toLocaleString("en-US");
const strong = `${strengths.filter((p) => p <= 5e-8).length} of ${all} rows`;

const steps = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const openStep = (page: Page, name: string) =>
  steps(page)
    .getByRole("button", { name: new RegExp(name) })
    .click();
const saved = (page: Page) => expect(page.getByText(/^saved (?:just now|.* ago)/)).toBeVisible();

/** From a file to a page that is open in the builder. */
async function build(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel("Choose a file").setInputFiles(file);
  await page.getByRole("button", { name: "Build the page" }).click();
  await page.waitForURL(/configbuilder\?page=/);
  await expect(steps(page)).toBeVisible({ timeout: 60_000 });
}

const table = (text: string) => ({ name: "burden.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
const burden = "gene,mask,or,p_value\nTTN,pLoF,5.91,2.0e-84\nBAG3,pLoF,9.4,7.1e-12\nLMNA,missense,2.88,0.04\n";

/** Publishes the open page at an address. */
async function publish(page: Page, slug: string): Promise<void> {
  await saved(page);
  await page.getByRole("button", { name: /^Publish/ }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the page" });
  await dialog.getByLabel("Address").fill(slug);
  await dialog.getByRole("radio", { name: "Public" }).check();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("link", { name: `/p/pages/${slug}` })).toBeVisible();
}

test("a dropped file becomes a page with formats, filters and plots, is published, and opens signed out", async ({
  page,
  browser,
  server,
}) => {
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/byor`);
  await page.getByRole("link", { name: "New page" }).first().click();
  await build(page, example);
  await expect(page.getByText(`${all} rows`).first()).toBeVisible();

  await openStep(page, "Plots");
  await expect(steps(page).getByRole("button", { name: /^Manhattan/ })).toBeVisible();
  await page.getByRole("button", { name: "Add a plot" }).click();
  await page.getByRole("menuitem", { name: /^Region/ }).click();
  await expect(steps(page).getByRole("button", { name: /^Region/ })).toBeVisible();

  await openStep(page, "Format");
  await page.getByLabel("Format a column").selectOption("eaf");
  await page.getByLabel("Add a format to eaf").selectOption("decimals");
  await expect(page.getByRole("textbox", { name: "Decimals" })).toHaveValue("2");

  await openStep(page, "Filters");
  await steps(page)
    .getByRole("button", { name: /^P value/ })
    .click();
  await steps(page).getByLabel("Initial value").fill("5e-8");
  await expect(page.getByText(strong)).toBeVisible();

  await publish(page, "fto-and-body-mass");
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${server.base}/p/pages/fto-and-body-mass`);
  await expect(visitor.getByText(strong)).toBeVisible();
  const rows = visitor.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(1 + 20);
  await expect(rows.nth(1)).toContainText(strongest);
  await expect(visitor.getByRole("img", { name: /^Manhattan/ })).toBeVisible();
  await visitor.getByRole("tab", { name: "Region" }).click();
  await expect(visitor.getByRole("region", { name: /^Region 16:53/ })).toBeVisible();
  const map = await visitor.request.get(`${server.base}/sitemap.xml`);
  expect(await map.text()).toContain("/p/pages/fto-and-body-mass</loc>");
  await visitor.goto(`${server.base}/p/pages/absent-page`);
  await expect(visitor.getByText(strong)).toBeHidden();
  await visitor.context().close();

  await page.goto(`${server.base}/byor`);
  const card = page.getByRole("article").filter({ has: page.getByRole("link", { name: "fto bmi hg19" }) });
  const picture = card.locator("img");
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(500);
});

test("ten edits are undone one by one and come back, and what was saved is what is shown", async ({ page, server }) => {
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/configbuilder`);
  await build(page, table(burden));
  await openStep(page, "Columns");
  const shown = page.getByRole("list", { name: "Columns shown, in order" }).getByRole("listitem");
  const titles = () =>
    shown.getByRole("textbox").evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));
  const first = await titles();
  expect(first).toHaveLength(4);
  // The first column moves to the end, three steps each time.
  for (const title of ["gene", "mask", "or"]) {
    for (let step = 0; step < 3; step++) await page.getByRole("button", { name: `Move ${title} down` }).click();
  }
  await page.getByRole("button", { name: "Move gene up" }).click();
  const end = ["gene", "p_value", "mask", "or"];
  expect(await titles()).toEqual(end);
  for (let edit = 0; edit < 10; edit++) await page.getByRole("button", { name: "Undo" }).click();
  expect(await titles()).toEqual(first);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("heading", { level: 1 }).click();
  for (let edit = 0; edit < 10; edit++) await page.keyboard.press("Control+Shift+Z");
  expect(await titles()).toEqual(end);
  await saved(page);
  await page.reload();
  await expect(shown.first()).toBeVisible();
  expect(await titles()).toEqual(end);
});

test("a formula that is changed is seen in the table at once", async ({ page, server }) => {
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/configbuilder`);
  await build(page, table(burden));
  await openStep(page, "Convert");
  await page.getByRole("button", { name: "Add a step" }).click();
  await page.getByRole("menuitem", { name: /^Formula/ }).click();
  const formula = page.getByRole("textbox", { name: "Formula" });
  for (const [text, shown] of [
    ["or * 2", "11.82"],
    ["or * 3", "17.73"],
  ] as const) {
    await formula.fill(text);
    await expect(page.getByRole("group", { name: /^burden, / }).getByRole("cell", { name: shown })).toBeVisible();
  }
});

test("a column that another table lacks is named, and mended with one click", async ({ page, server }) => {
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/configbuilder`);
  await build(page, table(burden));
  await saved(page);
  await openStep(page, "Source");
  await page.getByRole("link", { name: "Show another table" }).click();
  await page.getByLabel("Choose a file").setInputFiles(table(burden.replace("p_value", "p_values")));
  await page.getByRole("button", { name: "Show this table" }).click();
  await page.waitForURL(/configbuilder\?page=/);
  // A plot that cannot be drawn leads to its form.
  await expect(page.getByText("The column for P value, “p_value”, is missing: choose another.")).toBeVisible();
  await page.getByRole("button", { name: "Choose its columns" }).click();
  await expect(steps(page).getByRole("combobox", { name: "Strength" })).toBeVisible();
  await openStep(page, "Columns");
  const gone = page.getByRole("list", { name: "Missing columns" });
  await expect(gone).toContainText("p_value");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("dialog", { name: "Publish the page" })).toContainText("problem");
  await page.keyboard.press("Escape");
  await gone.getByRole("button", { name: /^Use p_values/ }).click();
  await expect(gone).toBeHidden();
});

/** Another site with our page in a frame. */
async function siteWith(frame: string): Promise<Site> {
  const site = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(
      `<!doctype html><title>A portal</title><iframe src="${frame}" title="Results" width="900" height="600"></iframe>`,
    );
  });
  await new Promise<void>((ready) => site.listen(0, "localhost", ready));
  return site;
}

test("a page stands in a frame of the sites that are named, and of no other", async ({ browser, page, server }) => {
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/configbuilder`);
  await build(page, table(burden));
  await publish(page, "burden-in-a-frame");

  const framed = `${server.base}/p/pages/burden-in-a-frame/embed`;
  const site = await siteWith(framed);
  // Another site than the server's, not only another port of it.
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  expect(new URL(server.base).hostname).toBe("127.0.0.1");
  const mayFrame = async () => {
    const policy = (await page.request.get(framed)).headers()["content-security-policy"] ?? "";
    return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
  };
  expect(await mayFrame()).toBe("'none'");

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Embed…" }).click();
  const dialog = page.getByRole("dialog", { name: "Embed the page" });
  await dialog.getByLabel("Allowed websites").fill(`${origin}/some/page`);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Save sites" }).click();
  await expect(page.getByText("The sites are saved.")).toBeVisible();
  expect(await mayFrame()).toBe(origin);
  const portal = await page.context().newPage();
  await portal.goto(origin);
  await expect(portal.frameLocator("iframe").getByText("TTN").first()).toBeVisible();
  await portal.close();

  // The page also works in a browser that gives frames of other sites no storage.
  const stranger = await browser.newContext();
  await refuseStorage(stranger);
  const visit = await stranger.newPage();
  await visit.goto(origin);
  await expect(visit.frameLocator("iframe").getByText("TTN").first()).toBeVisible();
  await stranger.close();
  site.close();
});
