import { letIn } from "./people";
import { fileOf, openPart, pageOf, Registry, sha256, sha256Of } from "./registry";
import { expect, realFile, test } from "./story";

test.use({ people: ["curator1", "contributor1", "member1", "uploader1"] });

const real = realFile("fto_locus_chr16_hg19.tsv.gz");

test("two people edit a data set: the second to save meets both versions, and nothing typed is lost", async ({
  browser,
  page,
  server,
}) => {
  const registry = await Registry.as(server, "contributor1");
  const held = await registry.nameCoOwners(await registry.register("Two editors"), "contributor1", ["curator1"]);
  const form = `${server.base}/datasets/${held.id}?edit=true`;
  const other = await pageOf(browser, server, "curator1");
  await letIn(page, server, "contributor1");
  for (const one of [page, other]) await one.goto(form);
  const description = page.getByRole("textbox", { name: "Description" });
  const technology = page.getByLabel("Genotyping technology");
  await description.fill("Described by the first");
  await technology.fill("Exome sequencing");

  await other.getByRole("textbox", { name: "Description" }).fill("Described by the second");
  await other.getByLabel("Licence").fill("CC0 1.0");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText("Two editors was saved.")).toBeVisible();

  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Two people changed this data set" });
  await expect(dialog).toContainText("curator1 changed this data set");
  const bothChanged = dialog.getByRole("row", { name: /Description/ });
  await expect(bothChanged).toContainText("both changed");
  await expect(bothChanged).toContainText("Described by the first");
  await expect(bothChanged).toContainText("Described by the second");

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(description).toHaveValue("Described by the first");
  await expect(technology).toHaveValue("Exome sequencing");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await bothChanged.getByRole("radio", { name: /yours/ }).check();
  await dialog.getByRole("button", { name: "Save this" }).click();
  await expect(page.getByText("Two editors was saved.")).toBeVisible();
  expect(await registry.dataset(held.id)).toMatchObject({
    description: "Described by the first",
    genotyping_technology: "Exome sequencing",
    license: "CC0 1.0",
  });
  await openPart(page, server, held, "history");
  await expect(page.getByRole("region", { name: "History" })).toContainText("curator1");
});

test("another user's data set is absent by page and by call; shared by name it is seen, not changed", async ({
  page,
  server,
}) => {
  const owner = await Registry.as(server, "curator1");
  const held = await owner.addPhenotype(await owner.register("Nobody's business"), "Trait of nobody", real);
  const { id: file, path: short } = fileOf(held);
  const reader = await Registry.as(server, "contributor1");
  const read = [
    `datasets/${held.id}`,
    `datasets/${held.id}/files`,
    `datasets/${held.id}/history`,
    `datasets/${held.id}/files/${file}/checks`,
    `datasets/${held.id}/metadata/datacite`,
    short.replace("/api/", ""),
  ];
  const edit = () =>
    reader.call("PUT", `datasets/${held.id}/sharing`, { sharing: "public", people: [], groups: [] }, 1);

  await test.step("absent", async () => {
    await letIn(page, server, "contributor1");
    await page.goto(`${server.base}/datasets?q=nobody`);
    await expect(page.getByText("No data set matches")).toBeVisible();
    for (const search of ["", "?edit=true", "?part=sharing"]) {
      await page.goto(`${server.base}/datasets/${held.id}${search}`);
      await expect(page.getByRole("heading", { name: "404 Page Not Found" }), search).toBeVisible();
      await expect(page.getByText("Nobody's business")).toHaveCount(0);
    }
    for (const path of read) expect((await reader.call("GET", path)).status, path).toBe(404);
    const { body: traits } = await reader.call<{ total: number }>("GET", "phenotypes?q=trait+of+nobody");
    expect(traits.total).toBe(0);
    expect((await edit()).status).toBe(404);
    expect((await reader.call("DELETE", `datasets/${held.id}`)).status).toBe(404);
  });

  await test.step("shared by name, it is read and downloaded", async () => {
    await owner.share(held, "named", ["contributor1"]);
    await page.goto(`${server.base}/datasets?scope=shared`);
    await page.getByRole("link", { name: "Nobody's business" }).click();
    await expect(page.getByRole("heading", { name: "Nobody's business", level: 1 })).toBeVisible();
    const got = await page.request.get(server.base + short);
    expect(sha256(await got.body())).toBe(sha256Of(real));
  });

  await test.step("but not changed", async () => {
    await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Share", exact: true })).toHaveCount(0);
    await page.goto(`${server.base}/datasets/${held.id}?edit=true`);
    await expect(page.getByText("You can view this data set, but not change it")).toBeVisible();
    expect((await edit()).status).toBe(403);
    expect(await owner.dataset(held.id)).toMatchObject({ sharing: "named" });
  });
});

test("what can be created is said in one place, and each button leads there", async ({ page, server }) => {
  await letIn(page, server, "contributor1");
  for (const [button, path, title] of [
    ["Register a data set", "/datasets/new", "New data set"],
    ["Import from a sheet", "/datasets/import", "Import from a sheet"],
  ] as const) {
    await page.goto(`${server.base}/create`);
    await expect(page.getByRole("heading", { name: "Create", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: button }).click();
    await page.waitForURL(`${server.base}${path}`);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  }
  await page.goto(`${server.base}/create`);
  await expect(page.getByRole("heading", { name: "HERMES", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Register a study" }).click();
  const dialog = page.getByRole("dialog", { name: "Register a study" });
  await dialog.getByLabel("Name").fill("Made on its own");
  await dialog.getByLabel("Institution").fill("Lakeland");
  await dialog.getByRole("button", { name: "Register study" }).click();
  await expect(page.getByText("Made on its own was registered.")).toBeVisible();
});

test("accounts of other areas are told that the registry is not theirs", async ({ browser, page, server }) => {
  await letIn(page, server, "uploader1");
  const member = await (await browser.newContext()).newPage();
  await letIn(member, server, "member1");
  const paths = ["/datasets", "/datasets/new", "/datasets/import", "/datasets/any"];
  for (const one of [page, member]) {
    for (const path of paths) {
      await one.goto(`${server.base}${path}`);
      await expect(one.getByRole("heading", { name: "403 Forbidden" }), path).toBeVisible();
    }
    expect((await one.request.get(`${server.base}/api/datasets`)).status()).toBe(403);
  }
});
