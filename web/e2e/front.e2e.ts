import { signIn } from "./people";
import { fileOf, Registry } from "./registry";
import { expect, realFile, test } from "./story";

test.use({ people: ["contributor1", "admin1", "reviewer1"] });

test("a stranger finds a gene's region from the front door and takes its SVG in four clicks", async ({
  page,
  server,
}) => {
  const registry = await Registry.as(server, "contributor1");
  const file = realFile("sle_bentham_3loci_hg19.tsv.gz");
  const held = await registry.addPhenotype(await registry.register("Lupus"), "Lupus of the front door", file);
  await expect
    .poll(async () => fileOf(await registry.dataset(held.id)).check?.status, { timeout: 60_000 })
    .toMatch(/passed|warned/);
  await registry.share(held, "public");

  let clicks = 0;
  const click = async (target: ReturnType<typeof page.getByRole>) => {
    await target.click();
    clicks++;
  };
  await page.goto(`${server.base}/p`);
  await expect(page.getByRole("link", { name: /Lupus of the front door/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search public results" }).fill("STAT4");
  const found = page.getByRole("region", { name: "Genes, variants and regions" });
  await click(found.getByRole("link", { name: /STAT4/ }).first());
  await expect(page.getByRole("heading", { level: 1, name: /STAT4/ })).toBeVisible();
  await click(page.getByRole("link", { name: /region/i }).first());
  await expect(page).toHaveURL(/\/p\/browse\/region\//);
  await click(page.getByRole("button", { name: /Export|PNG/ }).first());
  const download = page.waitForEvent("download");
  await click(page.getByRole("menuitem", { name: /SVG/ }).first());
  expect((await download).suggestedFilename()).toMatch(/\.svg$/);
  expect(clicks).toBeLessThanOrEqual(4);
});

test("an administrator gives the registry its name; a stranger reads it, and the guides, without an account", async ({
  page,
  server,
  browser,
}) => {
  await signIn(page, server, "admin1", "/login");
  await page.goto(`${server.base}/admin/consortium`);
  await page.getByLabel("Name", { exact: true }).fill("Meridian Heart Consortium");
  await page.getByLabel("Name of the area").first().fill("Heart");
  await page.getByRole("button", { name: "Save names and logos" }).click();
  await expect(page.getByText("Saved. Reload a page to see the new names.")).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${server.base}/p`);
  await expect(stranger.getByRole("link", { name: "Meridian Heart Consortium, public data" })).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Heart", exact: true })).toBeVisible();
  await stranger.goto(`${server.base}/hermes/login`);
  await expect(stranger.getByRole("heading", { name: "Sign in to Heart" })).toBeVisible();
  await expect(stranger.getByText("Meridian Heart Consortium")).toBeVisible();

  await stranger.goto(`${server.base}/help`);
  await expect(stranger.getByRole("heading", { level: 1, name: "Analyst: submit a file" })).toBeVisible();
  await stranger.getByRole("searchbox", { name: "Search help" }).fill("genomic control divides");
  await stranger.getByRole("link", { name: "Meta-analysis options: Genomic control" }).click();
  await expect(stranger).toHaveURL(/\/help\/howto-meta-analysis#genomic-control$/);
  await expect(stranger.getByRole("heading", { name: "Genomic control" })).toBeInViewport();
});

test("? lists the keys, g and a letter leads to a page, and single keys can be switched off", async ({
  page,
  server,
}) => {
  await signIn(page, server, "reviewer1");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(async () => {
    await page.keyboard.press("Shift+?");
    await expect(list).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/\/hermes\/ma$/);
  await page.keyboard.press("Control+/");
  await list.getByRole("switch", { name: "Single-key shortcuts" }).uncheck({ force: true });
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.keyboard.press("Shift+?");
  await expect(page).toHaveURL(/\/hermes\/ma$/);
  await expect(list).toBeHidden();
});
