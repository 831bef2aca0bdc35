import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { real, saved } from "./files";
import { piecesOf, UploadGate } from "./gate";
import { letIn } from "./people";
import { add, coming, fileOf, openFiles, Registry, registered, sayWhatItHolds, sha256Of } from "./registry";
import { expect, realFile, test } from "./story";

test.use({ people: ["curator1", "contributor1"] });

/** The file's content; each story has a unique trait, because used traits are on the list. */
const respiratory = (phenotype: string) => ({
  file: real,
  phenotype,
  cases: "44000",
  controls: "317194",
  size: "361194",
});

test("the server is killed in the middle of a file; after its restart the file goes on, and is whole", async ({
  page,
  server,
}) => {
  const trait = respiratory("Respiratory disease");
  const registry = await Registry.as(server, "curator1");
  const held = await registry.register("Through a crash", { genome_build: "grch38" });
  await letIn(page, server, "curator1");
  const gate = await UploadGate.on(page, 5);
  await openFiles(page, server, held);
  await page.getByLabel("Choose files").setInputFiles(real);
  await gate.closed;
  await server.kill();
  gate.release();
  const form = coming(page, real);
  await expect(form).toContainText("Interrupted, trying again");
  await server.run();

  await sayWhatItHolds(page, trait);
  await add(page, real);
  await expect(registered(page, trait.phenotype)).toContainText(sha256Of(real));
  expect(gate.confirmed).toEqual(piecesOf(statSync(real).size));
  await expect(registered(page, trait.phenotype)).toContainText(/Passed/);
  expect(fileOf(await registry.dataset(held.id)).sha256).toBe(sha256Of(real));
});

test("the page is loaded again in the middle of a file; what was typed is there, and what was sent is not sent again", async ({
  page,
  server,
}) => {
  const trait = respiratory("Disease of the airways");
  const registry = await Registry.as(server, "contributor1");
  const held = await registry.register("Through a reload", { genome_build: "grch38" });
  await letIn(page, server, "contributor1");
  page.on("dialog", (leaving) => void leaving.accept());
  const gate = await UploadGate.on(page, 5);
  await openFiles(page, server, held);
  await page.getByLabel("Choose files").setInputFiles(real);
  await sayWhatItHolds(page, trait);
  await gate.closed;
  // The browser stores typed text with a short delay.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage)), { timeout: 5_000 }).toContain("317194");
  await page.reload();
  gate.release();

  const form = coming(page, real);
  await expect(form.getByRole("combobox", { name: "Phenotype" })).toHaveValue(trait.phenotype);
  await expect(form.getByRole("textbox", { name: "Cases" })).toHaveValue("44000");
  await expect(form).toContainText("are on the server");
  await form.getByLabel(`Choose ${basename(real)} again`).setInputFiles(real);
  await add(page, real);
  await expect(registered(page, trait.phenotype)).toContainText(sha256Of(real));
  expect(gate.confirmed).toEqual(piecesOf(statSync(real).size));
  expect(fileOf(await registry.dataset(held.id)).sha256).toBe(sha256Of(real));
});

test("a file with columns that may mean two things is asked about; once answered, its check passes", async ({
  page,
  server,
}) => {
  const file = realFile("parkinson_nalls2019_LRRK2_hg19.tsv.gz");
  const registry = await Registry.as(server, "curator1");
  const held = await registry.addPhenotype(await registry.register("Which allele"), "Parkinson", file);
  await letIn(page, server, "curator1");
  await page.goto(`${server.base}/datasets/${held.id}?part=results`);
  await expect(page.getByText("The check has questions about the columns")).toBeVisible();
  await page.getByRole("link", { name: "Answer the questions" }).click();

  const parkinson = registered(page, "Parkinson");
  await expect(parkinson).toContainText("The columns of this file have to be confirmed");
  await expect(parkinson).toContainText("Which allele do the effects belong to?");
  const again = parkinson.getByRole("button", { name: "Check with these columns" });
  await expect(again).toBeDisabled();
  for (const answer of ["A1", "The effect allele"]) {
    await parkinson.getByRole("button", { name: answer, exact: true }).click();
  }
  await again.click();
  await expect(parkinson).toContainText(/Passed/);
  await expect(parkinson.getByText("have to be confirmed")).toHaveCount(0);

  await page.getByRole("link", { name: "View the data set" }).click();
  await page.getByRole("link", { name: /^Results/ }).click();
  await expect(page.getByRole("region", { name: "Top hits", exact: true }).getByRole("row").nth(1)).toBeVisible();
});

test("a file that is not what its name says is refused at its place; what was typed and sent is kept", async ({
  page,
  server,
}, info) => {
  const trait = respiratory("Disease of the lungs");
  const registry = await Registry.as(server, "contributor1");
  const held = await registry.register("Wrong file", { genome_build: "grch38" });
  const wrong = saved(info, "results.tsv.gz", Buffer.from("This is plain text.\nIt was never compressed.\n"));
  await letIn(page, server, "contributor1");
  await openFiles(page, server, held);
  await page.getByLabel("Choose files").setInputFiles(wrong);
  await sayWhatItHolds(page, { ...trait, file: wrong });
  await add(page, wrong);

  const form = coming(page, wrong);
  const refused = form.getByRole("alert").filter({ hasText: "The file was not taken" });
  await expect(refused).toContainText(/gzip/);
  await expect(refused).toContainText("The uploaded part is kept.");
  expect((await registry.dataset(held.id)).phenotypes).toEqual([]);
  await expect(form.getByRole("textbox", { name: "Controls" })).toHaveValue("317194");

  await form.getByRole("button", { name: "Use another file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove it" }).click();
  const open = page.getByRole("form", { name: /^New phenotype/ });
  await open.getByLabel("Choose a file").setInputFiles(real);
  await expect(open.getByRole("textbox", { name: "Controls" })).toHaveValue("317194");
  await add(page, real);
  await expect(registered(page, trait.phenotype)).toContainText(sha256Of(real));
});

test.describe("with a quota that one file nearly fills", () => {
  const spare = 5;
  test.use({
    people: ["contributor1", "admin1"],
    flags: ["--dataset-quota-bytes", String(statSync(real).size + spare)],
  });

  test("an owner sees what is left and is refused at once; an administrator sees who fills the storage", async ({
    page,
    server,
  }, info) => {
    const trait = respiratory("Respiratory disease in a small quota");
    const registry = await Registry.as(server, "contributor1");
    const held = await registry.register("A small quota", { genome_build: "grch38" });
    await letIn(page, server, "contributor1");
    await openFiles(page, server, held);
    await expect(page.getByText(/ of your .* are free\./)).toBeVisible();
    await page.getByLabel("Choose files").setInputFiles(real);
    await sayWhatItHolds(page, trait);
    await add(page, real);
    await expect(registered(page, trait.phenotype)).toContainText(sha256Of(real));
    await expect(page.getByText(/^5 bytes of your .* are free\.$/)).toBeVisible();
    await page.getByLabel("Choose files").setInputFiles(saved(info, "six.tsv", Buffer.alloc(6, "a")));
    await expect(page.getByText(/this one of 6 bytes exceeds your storage quota/)).toBeVisible();

    await page.goto(`${server.base}/profile`);
    const storage = page.getByRole("region", { name: "Storage" });
    await expect(storage.getByText("At least 90 % of a quota is used")).toBeVisible();
    await expect(storage.getByRole("meter", { name: "Files in data sets" })).toBeVisible();

    await letIn(page, server, "admin1");
    await page.goto(`${server.base}/admin`);
    await page.getByRole("link", { name: "Storage by account" }).click();
    const row = page.getByRole("row").filter({ hasText: "contributor1" });
    await expect(row).toContainText("90 % used");
  });
});

test("an empty file and a file twice are refused before anything is sent", async ({ page, server }, info) => {
  const registry = await Registry.as(server, "contributor1");
  const held = await registry.register("Nothing to send");
  await letIn(page, server, "contributor1");
  await openFiles(page, server, held);
  await page.getByLabel("Choose files").setInputFiles(saved(info, "empty.tsv", Buffer.alloc(0)));
  await expect(page.getByText("empty.tsv is empty.")).toBeVisible();
  const copy = saved(info, basename(real), readFileSync(real));
  await page.getByLabel("Choose files").setInputFiles(real);
  await expect(coming(page, real)).toBeVisible();
  await page.getByLabel("Choose files").setInputFiles(copy);
  await expect(page.getByText(`${basename(real)} is in the list already.`)).toBeVisible();
  await expect(page.getByRole("form", { name: /^New phenotype/ })).toHaveCount(1);
});
