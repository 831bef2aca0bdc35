import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expectDrawn } from "./figures";
import { root } from "./services";
import { settled } from "./settled";
import { expect, realFile, test } from "./story";
import { chooseFile, describeStudy, goNext, openUploadPage, waitUntilStored } from "./wizard";

// The pictures of the README, taken of the demo consortium. `make pictures` runs them; look at what they show before keeping them.

test.use({ reducedMotion: "reduce" });

/** Saves what the window shows once everything that was asked for is there. */
async function take(page: Page, name: string, height = 900): Promise<void> {
  await page.setViewportSize({ width: 1440, height });
  await page.mouse.move(0, 0);
  await settled(page);
  await page.screenshot({ path: join(root, "docs", `${name}.png`) });
}

const figure = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

test("a report, a meta-analysis and a region of it", async ({ page, demo }) => {
  await demo.signIn(page, "reviewer1", "/hermes/login");

  await page.goto(`${demo.server.base}/hermes/qc/${await demo.first(page, "/api/hermes/uploads", "Lakeland HF")}`);
  await expectDrawn(figure(page, "Manhattan"));
  await take(page, "qc-report", 1000);

  const meta = await demo.first(page, "/api/hermes/meta-analyses");
  await page.goto(`${demo.server.base}/hermes/ma/${meta}`);
  await expectDrawn(figure(page, "Manhattan"));
  await take(page, "meta-analysis", 1000);

  const file = await demo.first(page, "/api/hermes/uploads", "North Biobank HF");
  const results = encodeURIComponent(JSON.stringify([`ma:${meta}`, `upload:${file}`]));
  await page.goto(`${demo.server.base}/hermes/browse/region/4:111200000-112200000?results=${results}`);
  await expect(page.getByRole("img", { name: /variants?; .*genes?\./ })).toBeVisible();
  await take(page, "region");
});

test("the columns of a file that is sent", async ({ page, demo }) => {
  await demo.signIn(page, "uploader1", "/hermes/login");
  await openUploadPage(page, demo.server);
  await chooseFile(page, realFile("crohns_finngen_p1e-3_hg38.tsv.gz"));
  await waitUntilStored(page);
  await goNext(page);
  const [name, cohort, phenotype] = ["Crohn FinnGen", "FinnGen", "All heart failure"];
  await describeStudy(page, { name, cohort, phenotype, total: "412181", cases: "14262" });
  await goNext(page);
  await expect(page.getByRole("heading", { name: "Check the columns", level: 1 })).toBeVisible();
  await take(page, "upload", 1000);
});

test("a data set of the registry", async ({ page, demo }) => {
  await demo.signIn(page, "curator1", "/login");
  await page.goto(`${demo.server.base}/datasets/${await demo.first(page, "/api/datasets", "North-Biobank")}`);
  await expectDrawn(figure(page, "Manhattan"));
  await take(page, "data-set", 1000);
});

test("the builder of a page that is published", async ({ page, demo }) => {
  await demo.signIn(page, "curator1", "/login");
  await page.goto(`${demo.server.base}/configbuilder?page=${await demo.first(page, "/api/configurations")}`);
  await expect(figure(page, "Manhattan").getByRole("img")).toBeVisible({ timeout: 60_000 });
  await expectDrawn(figure(page, "Manhattan"));
  await take(page, "builder", 1000);
});
