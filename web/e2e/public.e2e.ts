import { createHash } from "node:crypto";
import { letIn } from "./people";
import { fileOf, openPart, Registry, sha256Of } from "./registry";
import { expect, realFile, test } from "./story";

test.use({ people: ["contributor1", "admin1"] });

const name = "Bentham-2015_SLE_EU_mixed";

test("what its owner makes public is found, looked at, taken and cited by anybody, until it is withdrawn", async ({
  page,
  server,
  browser,
}) => {
  const file = realFile("sle_bentham_3loci_hg19.tsv.gz");
  const registry = await Registry.as(server, "contributor1");
  const held = await registry.addPhenotype(await registry.register(name), "Lupus of the story", file);
  await expect
    .poll(async () => fileOf(await registry.dataset(held.id)).check?.status, { timeout: 60_000 })
    .toMatch(/passed|warned/);
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const visitor = await context.newPage();
  const address = `${server.base}/p/datasets/${held.id}`;

  await test.step("a private one is not there", async () => {
    expect((await visitor.goto(address))?.status()).toBe(404);
    await expect(visitor.getByText("There is no public data set at this address")).toBeVisible();
    await visitor.goto(`${server.base}/p/datasets`);
    await expect(visitor.getByText("Nothing is public yet")).toBeVisible();
  });

  await letIn(page, server, "contributor1");
  await openPart(page, server, held, "sharing");
  await test.step("its owner makes it public", async () => {
    await page.getByRole("radio", { name: "Public" }).check();
    await page.getByRole("button", { name: "Save sharing" }).click();
    await expect(page.getByRole("link", { name: "Public page" })).toBeVisible();
  });

  await test.step("a visitor who wanted to see it is told that nobody has to sign in", async () => {
    await visitor.goto(`${server.base}/datasets/${held.id}`);
    await expect(visitor).toHaveURL(/\/login\?redirect=/);
    await visitor.getByRole("link", { name: "Open it without signing in" }).click();
    await expect(visitor).toHaveURL(address);
  });

  await test.step("the list finds it, and its page begins with the figure", async () => {
    await visitor.goto(`${server.base}/p/datasets`);
    await visitor.getByLabel("Search phenotype, study, people").fill("bentham");
    await visitor.getByRole("link", { name: `Lupus of the story, Study of ${name}` }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(`Lupus of the story, Study of ${name}`);
    await expect(visitor.getByRole("region", { name: "Manhattan" }).getByRole("img").first()).toBeVisible();
    await expect(visitor.getByText("registry@example.org")).toHaveCount(0);
  });

  const download = visitor.getByRole("region", { name: "Download" });
  const href = (await download.getByRole("link", { name: /^Download Lupus/ }).getAttribute("href")) ?? "";
  await test.step("the file is taken in two parts, and is whole", async () => {
    const from = async (range: string) => {
      const answer = await fetch(server.base + href, { headers: { Range: range } });
      expect(answer.status).toBe(206);
      return Buffer.from(await answer.arrayBuffer());
    };
    const whole = Buffer.concat([await from("bytes=0-99"), await from("bytes=100-")]);
    expect(createHash("sha256").update(whole).digest("hex")).toBe(sha256Of(file));
  });

  await test.step("the citation is copied, with the public address", async () => {
    await visitor.getByRole("button", { name: "Copy citation" }).click();
    await expect(visitor.getByRole("button", { name: "Copied" })).toBeVisible();
    const copied = await visitor.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(name);
    expect(copied).toContain(`/p/datasets/${held.id}`);
    const bibtex = await visitor.getByRole("link", { name: "BibTeX" }).getAttribute("href");
    expect(await (await fetch(server.base + bibtex)).text()).toContain(`@misc{${name.replaceAll("-", "_")},`);
  });

  await test.step("its owner withdraws it; the page, the list and the file are gone at once", async () => {
    await page.getByRole("radio", { name: "Private" }).check();
    await page.getByRole("button", { name: "Save sharing" }).click();
    await expect(page.getByRole("link", { name: "Public page" })).toHaveCount(0);
    expect((await visitor.reload())?.status()).toBe(404);
    await expect(visitor.getByRole("heading", { name: "Not public" })).toBeVisible();
    await visitor.getByRole("link", { name: "See all public data" }).click();
    await expect(visitor.getByText("Nothing is public yet")).toBeVisible();
    expect((await fetch(server.base + href)).status).toBe(404);
  });

  await test.step("the trail names the data set, and has one download by nobody who was signed in", async () => {
    const admin = await (await browser.newContext()).newPage();
    await letIn(admin, server, "admin1");
    await admin.goto(`${server.base}/admin/audit?object=dataset&object_id=${held.id}&action=%5B%22downloaded%22%5D`);
    await expect(admin.getByRole("row", { name: /Downloaded/ })).toHaveCount(1);
    const entry = admin.getByRole("row", { name: /Downloaded/ });
    await expect(entry).toContainText("Not signed in");
    await expect(entry).toContainText(name);
  });
});
