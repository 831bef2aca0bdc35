import { signIn } from "./people";
import { expect, test } from "./story";

test.use({ people: ["admin1"] });

/** Five variants of HapMap 3 at their places on GRCh38. */
const panel = `ID CHR POS REF ALT AF
rs2286139 1 826352 C T 0.5
rs2980300 1 850609 T C 0.5
rs13302982 1 926428 A G 0.5
rs4040604 1 927744 G T 0.5
rs13303010 1 959193 G A 0.5
`;

test("an administrator of a new server is led to what it lacks, and installs a panel without a command", async ({
  page,
  server,
}) => {
  await signIn(page, server, "admin1", "/login");
  const card = page.getByRole("region", { name: "First steps" });
  await expect(card.getByRole("link", { name: "All steps" })).toBeVisible();
  await test.step("they land on what needs them, measured on the running server", async () => {
    await page.goto(`${server.base}/login`);
    await page.waitForURL(/\/admin$/);
    const needs = page.getByRole("region", { name: "Needs action" });
    await expect(needs.getByRole("listitem").filter({ hasText: "A reference panel" })).toContainText("Open");
    const machine = page.getByRole("region", { name: "Machines" }).getByRole("row").nth(1);
    await expect(machine).toContainText("Server");
    await expect(machine).toContainText("Running");
    await expect(page.getByRole("region", { name: "Versions" })).toContainText(/schema \d+/);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(spill, `${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await page.getByRole("button", { name: "Administration" }).click();
  await page.getByRole("menuitem", { name: "First steps" }).click();
  const step = page.getByRole("listitem").filter({ hasText: "A reference panel" });
  await expect(step).toContainText("Open");
  await step.getByRole("link", { name: "Install a panel" }).click();

  await test.step("what is said is compared with the file; a refused file need not be sent again", async () => {
    await page.getByRole("button", { name: "Install a file" }).click();
    await page.getByRole("button", { name: "Check and install" }).click();
    await expect(page.getByText("Choose the population of the file.").first()).toBeVisible();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Choose a file" }).click(),
    ]);
    await chooser.setFiles({ name: "sites.txt", mimeType: "text/plain", buffer: Buffer.from(panel) });
    await page.getByRole("combobox", { name: "Ancestry" }).click();
    await page.getByRole("option", { name: "European" }).click();
    await page.getByRole("combobox", { name: "Genome build" }).click();
    await page.getByRole("option", { name: "GRCh37" }).click();
    await expect(page.getByText(/confirmed by the server/)).toBeVisible();
    await page.getByRole("button", { name: "Check and install" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "but the file is on GRCh38" })).toBeVisible();
  });

  await test.step("corrected, it is installed, and the step ticks itself", async () => {
    await page.getByRole("button", { name: "Correct and try again" }).click();
    await expect(page.getByRole("combobox", { name: "Ancestry" })).toHaveValue("European");
    await page.getByRole("combobox", { name: "Genome build" }).click();
    await page.getByRole("option", { name: "GRCh38" }).click();
    await page.getByRole("button", { name: "Check and install" }).click();
    const row = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "sites", exact: true }) });
    await expect(row).toContainText("5 variants");
    await page.getByRole("button", { name: "Administration" }).click();
    await page.getByRole("menuitem", { name: "First steps" }).click();
    await expect(step).toContainText("Installed on GRCh38 (hg38): sites.");
    await expect(step).toContainText("Done");
  });

  await test.step("what nothing was made with is removed", async () => {
    await page.goto(`${server.base}/admin/reference`);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("cell", { name: "sites", exact: true })).toHaveCount(0);
  });

  await test.step("closed for good, the card does not come back; the page stays in the menu", async () => {
    await page.goto(`${server.base}/datasets`);
    await card.getByRole("button", { name: "Close first steps permanently" }).click();
    await expect(card).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "No data sets yet" })).toBeVisible();
    await expect(card).toHaveCount(0);
  });
});

test("⌘K finds a page and a phenotype, by the keyboard and on a phone", async ({ page, server }) => {
  await signIn(page, server, "admin1", "/login");
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const box = page.getByRole("combobox", { name: "Search" });
  await expect(box).toBeFocused();
  await box.fill("dilated");
  await expect(page.getByRole("option", { name: /Dilated cardiomyopathy DCM_Broad/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/hermes\/phenotypes\?q=DCM_Broad$/);
  await expect(page.getByRole("cell", { name: "Dilated cardiomyopathy" }).first()).toBeVisible();

  await page.keyboard.press("/");
  await expect(page.getByRole("listbox", { name: "Results" }).getByRole("option", { selected: true })).toContainText(
    "Dilated cardiomyopathy",
  );
  await page.keyboard.press("Escape");
  await expect(box).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(box).toBeFocused();
  await box.fill("audit");
  await expect(page.getByRole("dialog").getByRole("option")).toHaveCount(1); // it does not move away from the pointer any more
  await page.getByRole("option", { name: /Audit trail/ }).click();
  await page.waitForURL(/\/admin\/audit$/);
});
