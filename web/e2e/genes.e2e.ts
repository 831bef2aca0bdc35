import { expect, test } from "./story";
import { phone, widthBeyond } from "./watch";

test("a reviewer finds a gene, its best variant, and what every study says of it", async ({ page, demo }) => {
  test.slow();
  await demo.signIn(page, "reviewer1", "/hermes/login");
  await page.getByRole("button", { name: /^Search/ }).click();
  await page.getByRole("combobox", { name: "Search" }).fill("FTO");
  await page.getByRole("option", { name: /^FTO Gene · 16:53,735,604–54,192,424/ }).click();

  // The place of FTO on GRCh37 is that of Ensembl.
  await expect(page.getByRole("heading", { level: 1, name: "FTO" })).toBeVisible();
  await expect(page).toHaveURL(/\/hermes\/browse\/gene\/ENSG00000140718/);
  const hits = page.getByRole("region", { name: "Best variant of each result", exact: true });
  const first = hits.getByRole("row").nth(1);
  await expect(first).toContainText("All heart failure");
  await expect(page.getByText("2 of 22", { exact: true })).toBeVisible();

  await page.getByLabel("Best variants within").selectOption("0");
  await expect(page).toHaveURL(/flank=0/);
  await expect(hits.getByText(/^\d+ kb$/)).toHaveCount(0);

  await first.getByRole("link", { name: /^rs/ }).click();
  await expect(page).toHaveURL(/\/hermes\/browse\/variant\/16/);
  const forest = page.getByRole("region", { name: "HF all, European, demo", exact: true });
  const combined = forest.getByRole("row", { name: /All, as combined/ });
  const before = await combined.getByRole("cell").nth(4).textContent();

  // For the other allele, the odds ratio is the inverse.
  const alleles = page.getByLabel("Effects and frequencies of");
  const [one, other] = await alleles.locator("option").allTextContents();
  await alleles.selectOption((await alleles.inputValue()) === one ? (other ?? "") : (one ?? ""));
  await expect(combined.getByRole("cell").nth(4)).not.toHaveText(before ?? "");
  const after = await combined.getByRole("cell").nth(4).textContent();
  expect(Number.parseFloat(before ?? "") * Number.parseFloat(after ?? "")).toBeCloseTo(1, 1);

  await page.getByRole("link", { name: "FTO", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "FTO" })).toBeVisible();
});

test("a name that is nearly one is told, and what no result has", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes/browse/gene/FTOO`);
  await expect(page.getByText(/Did you mean FTO/)).toBeVisible();
  await page.goto(`${demo.server.base}/hermes/browse/variant/16:53800949:A:G?build=GRCh37`);
  await expect(page.getByText("No result has this variant")).toBeVisible();
  await page.goto(`${demo.server.base}/hermes/browse/variant/rs999999999`);
  await expect(page.getByRole("heading", { name: "There is no such variant here" })).toBeVisible();
  await page.getByRole("button", { name: "Search for another" }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("FTO");
  await expect(page.getByRole("option", { name: /FTO/ }).first()).toBeVisible();
});

test("on a phone a variant's effects stand on their axis without a step to the side", async ({ page, demo }) => {
  await page.setViewportSize(phone);
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes/browse/variant/4:111677041:A:T?build=GRCh37`);
  const forest = page.getByRole("region", { name: "HF all, European, demo", exact: true });
  const study = forest.getByRole("row", { name: /Lakeland HF release 3/ });
  await expect(study).toContainText("412,510");
  await study.scrollIntoViewIfNeeded();
  await expect(study.locator("svg")).toBeInViewport({ ratio: 1 });
  await expect(study.getByText(/^0\.89 \(/)).toBeInViewport({ ratio: 1 });
  expect(await widthBeyond(page)).toBeLessThanOrEqual(0);
});

test("results that are not accepted are left out, and included on request, each marked", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes/browse/gene/FTO`);
  const hits = page.getByRole("region", { name: "Best variant of each result", exact: true });
  await expect(hits.getByRole("row", { name: /Riverside HF/ })).toBeVisible();
  await expect(hits.getByText("Failed its check")).toHaveCount(0);
  await expect(page.getByText(/^Left out: .*1 result failed its check\./)).toBeVisible();

  await page.getByRole("button", { name: "Include them" }).click();
  await expect(hits.getByRole("row", { name: /Valley HF/ })).toContainText("Failed its check");
  await page.getByRole("button", { name: "Leave them out" }).click();
  await expect(hits.getByText("Failed its check")).toHaveCount(0);
});
