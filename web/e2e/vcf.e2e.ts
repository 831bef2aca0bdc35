import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { expect, test } from "./story";
import { tabix } from "./tabix";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in the open menu. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate<AxeResults>('axe.run("[role=menu]")');
  return found.violations.flatMap((fault) => fault.nodes.map((node) => `${fault.id}: ${node.html}`));
}

async function save(page: Page, item: RegExp, path: string): Promise<void> {
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item }).click();
  await (await saved).saveAs(path);
}

/** The rows of a packed table, as cells. */
const rowsOf = (path: string): string[][] =>
  gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("#") && !line.startsWith("chromosome"))
    .map((line) => line.split("\t"));

test("a result is downloaded as GWAS-VCF, and each row is the one of the table", async ({ page, demo }, info) => {
  test.setTimeout(240_000);
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes/ma/${await demo.first(page, "/api/hermes/meta-analyses")}`);

  await test.step("the menu says whose reference alleles they are and what is left out", async () => {
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await expect(page.getByRole("menuitem", { name: /^GWAS-VCF/ })).toContainText(
      /Reference alleles of demo-panel-.*invented.*; no variant left out/,
    );
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  const [table, vcf] = [info.outputPath("results.tsv.gz"), info.outputPath("results.vcf.gz")];
  await save(page, /^Full results/, table);
  await save(page, /^GWAS-VCF/, vcf);
  await save(page, /^Index of the GWAS-VCF/, `${vcf}.tbi`);

  const written = rowsOf(vcf);
  const effects = new Map(
    rowsOf(table).flatMap(([chromosome, position, effect, other, beta]) => {
      const at = `${chromosome === "23" ? "X" : chromosome}:${position}`;
      const turned = String(-Number(beta));
      return [
        [`${at}:${other}:${effect}`, String(Number(beta))],
        [`${at}:${effect}:${other}`, turned],
      ];
    }),
  );
  expect(written.length).toBeGreaterThan(1000);
  const wrong = written.filter(
    ([chromosome, position, , ref, alt, , , , , values]) =>
      String(Number(values?.split(":")[0])) !== effects.get(`${chromosome}:${position}:${ref}:${alt}`),
  );
  expect(wrong).toEqual([]);
  expect(tabix.contigs(vcf)).toContain("X");
  const region = written.filter(([chromosome, position]) => chromosome === "3" && Number(position) <= 60_000_000);
  expect(tabix.query(vcf, "3:1-60000000")).toHaveLength(region.length);
});
