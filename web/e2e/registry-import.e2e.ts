import { signIn } from "./people";
import { Registry } from "./registry";
import { expect, test } from "./story";

test.use({ people: ["curator1"] });

const columns = [
  ...["name", "study", "institution", "status", "data_type", "genome_build", "ancestry", "sex", "global_sample_size"],
  ...["description", "data_submitter", "data_submitter_email"],
];

/** One line per data set, as copied from a spreadsheet. */
function sheet(...lines: { name: string; people: string; description: string }[]): string {
  const study = ["Lakeland sheet study", "Lakeland University"];
  const rest = ["Open access", "gwas", "hg19", "European", "mixed"];
  const who = ["Registry team", "registry@example.org"];
  const rows = lines.map(({ name, people, description }) => [name, ...study, ...rest, people, description, ...who]);
  return [columns, ...rows].map((cells) => cells.join("\t")).join("\n");
}

test("a sheet with one bad cell creates nothing; the cell is mended in place, all is imported, and undone", async ({
  page,
  server,
}) => {
  const registry = await Registry.as(server, "curator1");
  const there = await registry.register("Sheet-2026_There", { description: "Before the sheet." });
  const text = sheet(
    { name: "Sheet-2026_First", people: "12903", description: "First of the sheet." },
    { name: "Sheet-2026_Second", people: "24 thousand", description: "Second of the sheet." },
    { name: "Sheet-2026_There", people: "23210", description: "After the sheet." },
  );
  const names = async () => {
    const { body } = await registry.call<{ items: { name: string }[] }>("GET", "datasets?q=Sheet-2026&sort=name");
    return body.items.map(({ name }) => name);
  };

  await signIn(page, server, "curator1", "/login");
  const grid = page.getByRole("grid", { name: "Lines of the sheet" });
  const bad = grid.getByRole("gridcell", { name: /24 thousand/ });

  await test.step("the sheet is pasted: what would be done is said cell by cell", async () => {
    await page.getByRole("link", { name: "Import from a sheet" }).click();
    await page.getByLabel("Cells with their heading").fill(text);
    await page.getByRole("checkbox", { name: "Register studies that do not exist" }).check();
    await expect(grid.getByRole("row")).toHaveCount(4);
    await expect(page.getByText("1 study will be registered")).toBeVisible();
    await expect(grid.getByRole("gridcell", { name: /Before the sheet\./ })).toBeVisible();
  });

  await test.step("the bad cell names its problem, and nothing can be imported", async () => {
    await expect(bad).toHaveAttribute("aria-invalid", "true");
    await expect(bad).toContainText(/number/i);
    await expect(page.getByRole("region", { name: "Problems" }).getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("button", { name: /^Import/ })).toBeDisabled();
    const refused = await registry.call("POST", "dataset-batches", { text, create_studies: true });
    expect(refused.status).toBe(422);
    expect(await names()).toEqual(["Sheet-2026_There"]);
  });

  await test.step("a reload loses nothing; the cell is mended where it stands", async () => {
    await expect(page.getByText("Draft kept in this browser")).toBeVisible();
    await page.reload();
    await bad.click();
    await page.keyboard.press("Enter");
    const control = grid.getByRole("textbox", { name: "Global sample size, line 3" });
    await expect(control).toBeFocused();
    await control.fill("24204");
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 to create, 1 to change, 0 unchanged, no problems.")).toBeVisible();
    await expect(page.getByLabel("Cells with their heading")).toHaveValue(text.replace("24 thousand", "24204"));
  });

  await test.step("all of it is imported at once", async () => {
    await page.getByRole("button", { name: "Import 3 data sets" }).click();
    await expect(page.getByRole("region", { name: "Imported" })).toContainText("2 data sets created, 1 changed");
    await expect(page.getByRole("link", { name: "Sheet-2026_Second" })).toBeVisible();
    expect(await names()).toEqual(["Sheet-2026_First", "Sheet-2026_Second", "Sheet-2026_There"]);
    expect(await registry.dataset(there.id)).toMatchObject({ description: "After the sheet." });
  });

  await test.step("and undone: new ones are gone, the changed one says what it said before", async () => {
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Undo this import?" });
    await question.getByRole("button", { name: "Undo the import" }).click();
    await expect(page.getByRole("region", { name: "Undone" })).toBeVisible();
    expect(await names()).toEqual(["Sheet-2026_There"]);
    expect(await registry.dataset(there.id)).toMatchObject({ description: "Before the sheet." });
  });

  await test.step("the same sheet can be imported again", async () => {
    await page.getByRole("button", { name: "Back to the sheet" }).click();
    await expect(page.getByText("2 to create, 1 to change, 0 unchanged, no problems.")).toBeVisible();
    await page.getByRole("button", { name: "Import 3 data sets" }).click();
    await expect(page.getByRole("region", { name: "Imported" })).toContainText("2 data sets created, 1 changed");
    await page.getByRole("link", { name: "Sheet-2026_First" }).click();
    await expect(page.getByRole("heading", { name: "Sheet-2026_First", level: 1 })).toBeVisible();
  });
});
