import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Page, TestInfo } from "@playwright/test";
import { expectDrawn } from "./figures";
import { saved } from "./files";
import { letIn, signIn } from "./people";
import { add, asVisitor, fileOf, openPart, Registry, registered, sayWhatItHolds, sha256, sha256Of } from "./registry";
import { expect, realFile, test } from "./story";
import { membersOf } from "./zip";

test.use({ people: ["curator1"] });

const lupus = {
  file: realFile("sle_bentham_3loci_hg19.tsv.gz"),
  phenotype: "Systemic lupus erythematosus",
  code: "SLE",
  cases: "7219",
  controls: "15991",
  size: "23210",
};
const bodyMass = { file: realFile("fto_locus_chr16_hg19.tsv.gz"), phenotype: "Body mass at FTO", size: "23,210" };

/** Fills in all required fields of a data set, including a new study. */
async function fillMetadata(page: Page, name: string, study: string): Promise<void> {
  const choose = (label: string, option: string) =>
    page.getByRole("combobox", { name: label, exact: true }).selectOption(option);
  await page.getByLabel("Data set name").fill(name);
  await page.getByRole("combobox", { name: "Study" }).fill(study);
  await page.getByLabel("Institution of the new study").fill("Lakeland Institute of Health");
  await choose("Status", "Open access");
  await choose("Data type", "GWAS");
  await choose("Genome build", "GRCh37 (hg19)");
  await page.getByLabel("Global sample size").fill("23,210");
  await choose("Ancestry", "European");
  await choose("Sex", "Mixed");
  await page.getByLabel("Genotyping technology").fill("Genome-wide genotyping array");
  await page.getByLabel("Publication ID").fill("26502338");
  await page
    .getByRole("textbox", { name: "Description" })
    .fill("Three loci of a study of lupus & one of <b>body mass</b>.");
  await page.getByRole("textbox", { name: "Data submitter", exact: true }).fill("Registry team");
  await page.getByLabel("Data submitter e-mail").fill("registry@example.org");
}

/** The variants of the strongest locus, as people hand them in. */
function credibleSet(info: TestInfo): string {
  const [header = "", ...rows] = gunzipSync(readFileSync(lupus.file)).toString().trimEnd().split("\n");
  const p = header.split("\t").indexOf("p");
  const strongest = rows.sort((a, b) => Number(a.split("\t")[p]) - Number(b.split("\t")[p])).slice(0, 12);
  return saved(info, "strongest-locus.tsv", Buffer.from(`${[header, ...strongest].join("\n")}\n`));
}

test("a curator registers a study, its data set, two phenotypes with files and a credible set", async ({
  page,
  server,
}, info) => {
  const name = "Bentham-2015_SLE_EU_Mixed";
  await signIn(page, server, "curator1", "/login");

  await test.step("the data set with its study", async () => {
    await page.getByRole("link", { name: "Register a data set" }).first().click();
    await fillMetadata(page, name, "Lupus and body mass");
    await page.getByRole("button", { name: "Register and add files" }).click();
    await page.waitForURL(/\/datasets\/[^/]+\?edit=true&step=files/);
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  });
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  const cardOf = ({ phenotype }: { phenotype: string }) => registered(page, phenotype);
  await test.step("two files at once, described while they are sent", async () => {
    await page.getByLabel("Choose files").setInputFiles([lupus.file, bodyMass.file]);
    for (const one of [lupus, bodyMass]) {
      await sayWhatItHolds(page, one);
      await add(page, one.file);
    }
    for (const one of [lupus, bodyMass]) await expect(cardOf(one)).toContainText(sha256Of(one.file));
  });

  const credible = credibleSet(info);
  await test.step("a credible set of the first", async () => {
    const card = cardOf(lupus);
    await card.getByRole("button", { name: "Add a credible set" }).click();
    await card.getByLabel("Name of the credible set").fill("Strongest locus");
    await card.getByLabel("Choose its file").setInputFiles(credible);
    const sets = page.getByRole("region", { name: `Credible sets of ${lupus.phenotype}` });
    await expect(sets.getByRole("link", { name: "strongest-locus.tsv" })).toBeVisible();
    await expect(sets).toContainText(sha256Of(credible));
  });

  await test.step("the checks finish; the figures and top hits of each are seen", async () => {
    for (const one of [lupus, bodyMass]) await expect(cardOf(one)).toContainText("Passed with warnings");
    await page.getByRole("link", { name: "View the data set" }).click();
    for (const { phenotype } of [lupus, bodyMass]) {
      await page.getByRole("link", { name: "About" }).click();
      await page.getByRole("link", { name: phenotype, exact: true }).click();
      await expectDrawn(page.getByRole("region", { name: "Manhattan", exact: true }));
      await expectDrawn(page.getByRole("region", { name: "QQ", exact: true }));
      const hits = page.getByRole("region", { name: "Top hits", exact: true });
      await expect(hits.getByRole("row").nth(1)).toContainText(/e-\d/);
    }
  });

  await test.step("the deposit for the GWAS Catalog is complete and its checksums fit", async () => {
    await page.getByRole("link", { name: /^Files/ }).click();
    const files = page.getByRole("region", { name: `Files of ${lupus.phenotype}` });
    await files.getByRole("button", { name: /^GWAS Catalog deposit/ }).click();
    const dialog = page.getByRole("dialog", { name: /^Deposit of sle_bentham/ });
    await expect(dialog).toContainText("The catalogue requires more");
    const arriving = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "GWAS Catalog deposit (ZIP)" }).click();
    const path = info.outputPath("deposit.zip");
    await (await arriving).saveAs(path);
    expectDeposit(readFileSync(path));
    await page.keyboard.press("Escape");
  });

  await test.step("it is in the list, and found by words of its name and of a phenotype", async () => {
    await page.goto(`${server.base}/datasets`);
    const row = page.getByRole("row", { name: new RegExp(name) });
    await expect(row).toContainText("Lupus and body mass");
    for (const words of ["bentham-2015", "lupus eryth", "mass at fto"]) {
      await page.getByLabel("Search name, study, phenotype").fill(words);
      await expect(page).toHaveURL(new RegExp(`q=${words.split(" ")[0]}`));
      await expect(row).toBeVisible();
    }
    await page.getByLabel("Search name, study, phenotype").fill("schizophrenia of nobody");
    await expect(row).toHaveCount(0);
    await page.getByLabel("Search name, study, phenotype").fill("bentham");
    await row.getByRole("button", { name: `Files of ${name}` }).click();
    await expect(page.getByRole("table", { name: `Files of ${name}` }).getByRole("row")).toHaveCount(4);
  });

  const registry = await Registry.as(server, "curator1");
  const { phenotypes } = await registry.dataset(id);
  // Both were registered at once: either may be the first.
  const held = new Map(phenotypes.map((one) => [one.file?.sha256, one]));
  expect([...held.keys()].sort()).toEqual([lupus.file, bodyMass.file].map(sha256Of).sort());
  expect(held.get(sha256Of(lupus.file))?.credible_sets).toMatchObject([
    { name: "Strongest locus", file: { sha256: sha256Of(credible) } },
  ]);
});

/** A table of GWAS-SSF in order, metadata that speak of it, and the checksums of both. */
function expectDeposit(zip: Buffer): void {
  const members = membersOf(zip);
  const table = "Bentham-2015_SLE_EU_Mixed_SLE.tsv.gz";
  const yaml = `${table}-meta.yaml`;
  expect([...members.keys()].sort()).toEqual([table, yaml, "md5sum.txt"]);
  const md5 = (name: string) =>
    createHash("md5")
      .update(members.get(name) ?? "")
      .digest("hex");
  expect(members.get("md5sum.txt")?.toString().trim().split("\n").sort()).toEqual(
    [table, yaml].map((name) => `${md5(name)}  ${name}`).sort(),
  );
  const said = members.get(yaml)?.toString() ?? "";
  for (const words of [md5(table), table, "GRCh37", lupus.phenotype, "23210"]) expect(said).toContain(words);

  const [header = "", ...rows] = gunzipSync(members.get(table) ?? "")
    .toString()
    .trimEnd()
    .split("\n");
  const mandatory = "chromosome base_pair_location effect_allele other_allele beta standard_error";
  expect(header.replaceAll("\t", " ")).toMatch(
    new RegExp(`^${mandatory} effect_allele_frequency (p_value|neg_log_10_p_value) `),
  );
  const places = rows.map((row) => row.split("\t").slice(0, 2).map(Number) as [number, number]);
  expect(places.length).toBeGreaterThan(900);
  expect(places).toEqual(places.toSorted(([a, x], [b, y]) => a - b || x - y));
}

test("a data set is shared by links; switching off ends them at once, for everybody but the owner", async ({
  browser,
  page,
  server,
}, info) => {
  const registry = await Registry.as(server, "curator1");
  const held = await registry.addPhenotype(await registry.register("Given away"), "BMI", bodyMass.file);
  const { path: short, id: file } = fileOf(held);
  const expected = sha256Of(bodyMass.file);
  await letIn(page, server, "curator1");
  await openPart(page, server, held, "sharing");
  expect((await asVisitor(server, short)).status).toBe(404);

  let signed = "";
  await test.step("a signed link works without an account, also while the data set is private", async () => {
    await page.getByLabel("Note").fill("The reviewers of the article");
    await page.getByRole("button", { name: "Create link" }).click();
    const made = page.getByRole("status").filter({ hasText: "The link works until" });
    const { pathname, search } = new URL((await made.locator("code").textContent()) ?? "");
    signed = pathname + search;
    const got = await asVisitor(server, signed);
    expect([got.status, sha256(got.bytes)]).toEqual([200, expected]);
    expect(
      (
        await asVisitor(
          server,
          signed.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
        )
      ).status,
    ).toBe(404);
    const given = page.getByRole("list", { name: "Signed links created" });
    await page.reload();
    await expect(given).toContainText("The reviewers of the article");
    await expect(given).toContainText("1 use");
  });

  await test.step("public: the short link downloads for anybody", async () => {
    await page.getByRole("radio", { name: "Public" }).check();
    await page.getByRole("button", { name: "Save sharing" }).click();
    await expect(page.getByText("Access was changed.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Short links" })).toContainText(short);
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${server.base}/login`);
    const arriving = visitor.waitForEvent("download");
    await visitor.evaluate((href) => location.assign(href), short);
    const got = await arriving;
    expect(got.suggestedFilename()).toBe("fto_locus_chr16_hg19.tsv.gz");
    const to = info.outputPath("by-short-link.tsv.gz");
    await got.saveAs(to);
    expect(sha256Of(to)).toBe(expected);
    await visitor.context().close();
  });

  await test.step("private again: both are dead, the owner still downloads", async () => {
    await page.getByRole("radio", { name: "Private" }).check();
    await expect(page.getByText("Reducing access takes effect immediately")).toBeVisible();
    await page.getByRole("button", { name: "Save sharing" }).click();
    await expect(page.getByRole("list", { name: "Signed links created" })).toContainText("Revoked");
    expect((await asVisitor(server, short)).status).toBe(404);
    expect((await asVisitor(server, signed)).status).toBe(404);
    for (const path of [short, `/api/datasets/${held.id}/files/${file}`]) {
      const own = await page.request.get(server.base + path);
      expect([own.status(), sha256(await own.body())]).toEqual([200, expected]);
    }
  });
});

test("a data set goes to the bin and comes back; the link to a replaced file still gives the old bytes", async ({
  page,
  server,
}) => {
  const registry = await Registry.as(server, "curator1");
  const held = await registry.addPhenotype(await registry.register("Deleted by mistake"), "BMI", bodyMass.file);
  await registry.share(held, "public");
  const before = fileOf(held);

  await test.step("its file is replaced: both versions have their link", async () => {
    await letIn(page, server, "curator1");
    await page.goto(`${server.base}/datasets/${held.id}?edit=true&step=files`);
    const card = registered(page, "BMI");
    await card.getByRole("button", { name: "Replace file" }).click();
    await card.getByLabel("Choose the new version").setInputFiles(lupus.file);
    await expect(card).toContainText("version 2");
    const after = fileOf(await registry.dataset(held.id));
    expect(after.path).not.toBe(before.path);
    for (const [{ path }, file] of [
      [before, bodyMass.file],
      [after, lupus.file],
    ] as const) {
      const got = await asVisitor(server, path);
      expect([got.status, sha256(got.bytes)]).toEqual([200, sha256Of(file)]);
    }
    await card.getByRole("button", { name: "Versions (2)" }).click();
    await expect(card.getByRole("row", { name: /fto_locus/ })).toBeVisible();
  });

  await test.step("deleted after a question, it is nowhere but in the bin", async () => {
    await openPart(page, server, held, "about");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const question = page.getByRole("dialog", { name: "Delete Deleted by mistake?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await question.getByRole("button", { name: "Delete data set" }).click();
    await expect(page.getByText("In the bin since")).toBeVisible();
    expect((await asVisitor(server, before.path)).status).toBe(404);
    await page.goto(`${server.base}/datasets?q=by+mistake`);
    await expect(page.getByText("No data set matches")).toBeVisible();
  });

  await test.step("restored, with both versions", async () => {
    await page.getByRole("link", { name: "Bin" }).click();
    const row = page.getByRole("row", { name: /Deleted by mistake/ });
    await row.getByRole("button", { name: "Actions for Deleted by mistake" }).click();
    await page.getByRole("menuitem", { name: "Restore" }).click();
    await expect(page.getByText("Deleted by mistake is back.")).toBeVisible();
    await expect(row).toHaveCount(0);
    const old = await page.request.get(server.base + before.path);
    expect([old.status(), sha256(await old.body())]).toEqual([200, sha256Of(bodyMass.file)]);
  });
});
