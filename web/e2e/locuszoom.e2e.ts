import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { binary } from "./server";
import { expect, test } from "./story";

const { resolve } = createRequire(import.meta.url);
const d3 = join(dirname(resolve("d3/package.json")), "dist", "d3.min.js");
const locusZoom = join(dirname(resolve("locuszoom/package.json")), "dist", "locuszoom.app.min.js");

const region = { chr: "4", start: 111_300_000, end: 112_100_000 };
const build = "GRCh37";

/** The globals of the LocusZoom page; the adapters are its own, with the addresses of our calls. */
declare const LocusZoom: {
  DataSources: new () => { add(name: string, adapter: [string, object]): void };
  Layouts: { get(kind: string, name: string, change?: object): object };
  Adapters: { get(name: string): new (config: object) => { getData(...of: object[]): Promise<object[]> } };
  populate(where: string, sources: object, layout: object): object;
};

/** A page of another author on the same origin, served next to the registry. */
async function openLocusZoom(page: Page, base: string): Promise<void> {
  await page.route(`${base}/beside`, (route) =>
    route.fulfill({ contentType: "text/html", body: '<!doctype html><title>LocusZoom</title><div id="plot"></div>' }),
  );
  await page.goto(`${base}/beside`);
  await page.addScriptTag({ path: d3 });
  await page.addScriptTag({ path: locusZoom });
}

/** The records that an adapter of LocusZoom makes of our answer, without the name of the adapter before each field. */
function read(page: Page, adapter: string, config: object, ...of: object[]): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    async ([name, config, of]) => {
      const found = await new (LocusZoom.Adapters.get(name))(config).getData(...of);
      const bare = (record: object) => Object.entries(record).map(([field, value]) => [field.split(":").at(-1), value]);
      return found.map((record) => Object.fromEntries(bare(record)));
    },
    [adapter, config, of] as const,
  );
}

/** Installs LD of the lead with its neighbour, and a map of recombination of the region. */
function install(data: string, lead: string, neighbour: string): void {
  const at = (variant: string) => Number(variant.split(/[:_]/)[1]);
  const pair = [lead, neighbour].sort((a, b) => at(a) - at(b)).map((variant) => `4 ${at(variant)} ${variant}`);
  const files = {
    ld: `CHR_A BP_A SNP_A CHR_B BP_B SNP_B R2\n${pair.join(" ")} 0.7\n`,
    recombination:
      "Chromosome Position(bp) Rate(cM/Mb) Map(cM)\nchr4 111000000 1 0\nchr4 111700000 30 0.7\nchr4 113000000 0 40\n",
  };
  for (const [type, text] of Object.entries(files)) {
    const path = join(data, `story-${type}.txt`);
    writeFileSync(path, text);
    const which = ["--type", type, "--build", build, ...(type === "ld" ? ["--ancestry", "EUR"] : [])];
    execFileSync(binary, ["reference", "add", path, "--data", data, "--release", "1", "--licence", "CC0", ...which]);
  }
}

test("LocusZoom's own adapters read and draw a region from our calls", async ({ page, demo }) => {
  test.setTimeout(180_000);
  await demo.letIn(page, "reviewer1");
  const source = `ma:${await demo.first(page, "/api/hermes/meta-analyses")}`;
  await openLocusZoom(page, demo.server.base);
  const url = "/api/portaldev/v1/";
  const assoc = { url: `${url}statistic/single/`, source };

  const points = await read(page, "AssociationLZ", assoc, region);
  const ranked = points
    .map((p) => ({ variant: String(p.variant), logP: Number(p.log_pvalue), at: Number(p.position) }))
    .sort((a, b) => b.logP - a.logP);
  const [lead, neighbour] = ranked;
  if (!lead || !neighbour) throw new Error("The region has no points.");
  expect(lead.logP).toBeGreaterThan(-Math.log10(5e-8));
  expect(ranked.every(({ at }) => at >= region.start && at <= region.end)).toBe(true);
  install(demo.server.data, lead.variant, neighbour.variant);

  const ld = { url: `${url}ld/`, source: "installed", population: "ALL", build };
  const state = { ...region, genome_build: build, ldrefvar: lead.variant };
  const linked = await test.step("LDServer finds the lead and joins its neighbour", () =>
    read(page, "LDServer", ld, state, [{ "assoc:variant": lead.variant, "assoc:log_pvalue": lead.logP }]));
  expect(Object.fromEntries(linked.map((l) => [l.variant2, l.correlation]))).toEqual({
    [lead.variant]: 1,
    [neighbour.variant]: 0.7,
  });
  const genes = await read(page, "GeneLZ", { url: `${url}annotation/genes/`, build }, region);
  expect(genes.map((gene) => gene.gene_name)).toContain("PITX2");
  const rates = await read(page, "RecombLZ", { url: `${url}annotation/recomb/results/`, build }, region);
  expect(rates.map((rate) => [rate.position, rate.recomb_rate])).toContainEqual([111_700_000, 30]);

  await test.step("the figure of LocusZoom has every point, the genes and the recombination rate", async () => {
    await page.evaluate(
      ([assoc, ld, url, state, build]) => {
        const sources = new LocusZoom.DataSources();
        sources.add("assoc", ["AssociationLZ", assoc]);
        sources.add("ld", ["LDServer", ld]);
        sources.add("gene", ["GeneLZ", { url: `${url}annotation/genes/`, build }]);
        sources.add("constraint", ["StaticJSON", { data: [] }]); // of gnomAD, which is not asked here
        sources.add("recomb", ["RecombLZ", { url: `${url}annotation/recomb/results/`, build }]);
        LocusZoom.populate("#plot", sources, LocusZoom.Layouts.get("plot", "standard_association", { state }));
      },
      [assoc, ld, url, state, build] as const,
    );
    const drawn = page.locator("#plot path.lz-data_layer-scatter");
    await expect(drawn).toHaveCount(points.length);
    await expect(
      page
        .locator("#plot")
        .getByText(/^[←→ ]*PITX2/)
        .first(),
    ).toBeVisible();
    await expect(page.locator("#plot path.lz-data_layer-line").first()).toHaveAttribute("d", /^M/);
  });
});
