import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { letIn } from "./people";
import { root } from "./services";
import { expect, test } from "./story";

test.use({ people: ["curator1", "contributor1"] });

/** Results around FTO on GRCh37, one variant per line. */
const example = join(root, "web", "public", "examples", "fto_bmi_hg19.tsv");
const lines = readFileSync(example, "utf8").trimEnd().split("\n");
const header = (lines[0] ?? "").split("\t");
const cells = lines.slice(1).map((line) => line.split("\t"));

/** The lines from a position up to, but not with, another: what a region of the BioIndex holds. */
const linesIn = (start: number, end: number) =>
  cells.filter(([, position]) => Number(position) >= start && Number(position) < end);

/** The rows that the page shows. */
async function shown(page: Page): Promise<string[][]> {
  const rows = page.getByRole("group", { name: "Rows" }).locator("tbody tr");
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "")),
  );
}

async function ask(page: Page, place: string): Promise<void> {
  await page.getByRole("textbox", { name: "Region, gene or position" }).fill(place);
  await page.getByRole("button", { name: "Query" }).click();
}

test("a dropped file is recognised, indexed, asked by region and gene, exported, and shared", async ({
  page,
  browser,
  server,
}) => {
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/tools`);
  await page.getByLabel("Choose a file").setInputFiles(example);
  await expect(page.getByRole("region", { name: "Recognised" })).toContainText("Position");
  await page.getByRole("link", { name: "Index", exact: true }).click();

  await expect(page.getByRole("radio", { name: "By region, gene or position" })).toBeChecked();
  await page.getByRole("combobox", { name: "Genome build" }).selectOption("GRCh37");
  await page.getByRole("textbox", { name: "Name" }).fill("FTO and body mass");
  await page.getByRole("button", { name: "Build the index" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "FTO and body mass" })).toBeVisible();
  const proof = page.getByRole("region", { name: "Build proof" });
  await expect(proof).toContainText("equal the scan", { timeout: 30_000 });

  const region = linesIn(53_800_000, 53_801_000);
  expect(region.length).toBeGreaterThan(10);
  await ask(page, "chr16:53,800,000-53,801,000");
  await expect(page.getByText(`${region.length} rows`)).toBeVisible();
  expect(await shown(page)).toEqual(region);
  expect(page.url()).toContain("53800000");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: `Export all ${region.length}` }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv.trimEnd().split("\r\n")).toEqual([header, ...region].map((row) => row.join(",")));

  // On GRCh37 FTO begins before the first line of the file and ends behind the last.
  await ask(page, "FTO");
  await expect(page.getByText(`${cells.length.toLocaleString("en-US")} rows`)).toBeVisible();
  await expect(page.getByText("16:53735604-54192424 on GRCh37 (hg19)")).toBeVisible();
  await ask(page, "FTOO");
  await expect(page.getByRole("alert")).toContainText("FTO");

  // Other users find it only after it is shared.
  const address = `${server.base}/api/bio/query/${new URL(page.url()).pathname.split("/").at(-1)}?q=16:53800000-53801000`;
  const stranger = await browser.newContext();
  expect((await stranger.request.get(address)).status()).toBe(404);
  await page.getByRole("button", { name: "Change…" }).click();
  await page.getByRole("radio", { name: "Public" }).check();
  await page.getByRole("button", { name: "Save sharing" }).click();
  await expect(page.getByRole("button", { name: "Save sharing" })).toBeHidden();
  await expect(page.getByText("Anyone with the address")).toBeVisible();
  const answer = await stranger.request.get(address);
  expect(((await answer.json()) as { count: number }).count).toBe(region.length);
  await stranger.close();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete index" }).click();
  await expect(page.getByText("No index yet")).toBeVisible();
});
