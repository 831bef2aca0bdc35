import { acceptByKeyboard } from "./accepting";
import { chooseInMenu, pressOn, tabTo, typeInto } from "./keyboard";
import { expect, test } from "./story";

test("a reviewer's whole work without a mouse: from signing in over the queue and decisions to the forest of a locus", async ({
  page,
  demo,
}) => {
  test.setTimeout(300_000);
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const link = (name: string | RegExp) => page.getByRole("link", { name, exact: true });
  await test.step("sign in", async () => {
    await page.goto(`${demo.server.base}/hermes/login`);
    await typeInto(page, page.getByLabel("User name"), "reviewer1");
    await typeInto(page, page.getByLabel("Password", { exact: true }), demo.passwordOf("reviewer1"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/hermes$/);
  });

  await test.step("the list by what QC found, the failed files first", async () => {
    const heading = page.getByRole("columnheader", { name: /^QC/ });
    await pressOn(page, heading.getByRole("button"));
    await expect(heading).toHaveAttribute("aria-sort", "ascending");
    await page.keyboard.press("Enter");
    await expect(heading).toHaveAttribute("aria-sort", "descending");
    await expect(page).toHaveURL(/sort=-qc/);
    await expect(page.getByRole("row").nth(1)).toContainText("Failed QC");
    await expect(page.getByRole("row").last()).toContainText("Passed");
  });

  await test.step("the queue is one key away; its files are taken on at once", async () => {
    await pressOn(page, button("2 wait for you"));
    await pressOn(page, page.getByLabel("Choose all 2 files of this page"), "Space");
    await chooseInMenu(page, button("Assign ▾"), "reviewer1");
    await expect(page.getByRole("region", { name: "Chosen files" })).toContainText("2 files assigned to reviewer1.");
  });

  await test.step("a report is opened, and what can be taken from it", async () => {
    await pressOn(page, link("Lakeland DCM"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lakeland DCM");
    await pressOn(page, button(/^Report/));
    await expect(page.getByRole("menuitem", { name: /^Open as one page/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menuitem", { name: /^Open as one page/ })).toBeHidden();
  });

  await test.step("rejected with a reason, undone, accepted", async () => {
    await typeInto(page, page.getByLabel("Comment to the uploader"), "Which release of the imputation panel?");
    await pressOn(page, button("Reject"));
    await expect(page.getByText(/^Rejected by reviewer1/).first()).toBeVisible();
    await pressOn(page, button("Undo"));
    await expect(page.getByText(/Passed QC/).first()).toBeVisible();
    await pressOn(page, button("Accept"));
    await acceptByKeyboard(page);
    await expect(page.getByText(/^Accepted by reviewer1/).first()).toBeVisible();
  });

  await test.step("the next in the queue", async () => {
    await pressOn(page, page.getByText(/^1 other waits for you/).getByRole("link"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Published study/);
  });

  await test.step("changes are asked for at a field and of the file; until they are answered, that is taken back", async () => {
    await pressOn(page, button("Request changes…"));
    const dialog = page.getByRole("dialog", { name: /^Request changes of Published study/ });
    const remark = async (number: number, about: string, text: string) => {
      const fields = dialog.getByRole("group", { name: `Comment ${number}` });
      await typeInto(page, fields.getByRole("combobox", { name: "About" }), about);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(fields.getByRole("combobox", { name: "About" })).toHaveValue(about);
      await typeInto(page, fields.getByLabel("Change or explanation needed"), text);
    };
    await remark(1, "Ancestry", "Is it all European?");
    await pressOn(page, dialog.getByRole("button", { name: "Add a comment" }));
    await remark(2, "The file", "Where is chromosome X?");
    await pressOn(page, button("Request changes"));
    await expect(page.getByText(/a reviewer asked for changes, waiting for the uploader/)).toBeVisible();
    await pressOn(page, button("Undo"));
    await expect(page.getByText(/^Passed QC; waiting for a reviewer/)).toBeVisible();
  });

  await test.step("several are accepted at once; what cannot be says why, and stays chosen", async () => {
    await pressOn(page, page.getByRole("navigation").getByRole("link", { name: "Submissions" }).first());
    for (const name of [/Valley HF/, /Published study/]) {
      await pressOn(page, page.getByRole("row", { name }).getByRole("checkbox"), "Space");
    }
    await pressOn(page, button("Accept…"));
    await acceptByKeyboard(page);
    const chosen = page.getByRole("region", { name: "Chosen files" });
    await expect(chosen).toContainText("1 of 2 files accepted. The others are still chosen:");
    await expect(chosen).toContainText("Valley HF:");
    await expect(page.getByRole("row", { name: /Published study/ })).toContainText("Accepted");
  });

  await test.step("what was accepted is combined", async () => {
    await pressOn(page, page.getByRole("navigation").getByRole("link", { name: "Meta-analyses" }).first());
    await pressOn(page, link("New meta-analysis"));
    await tabTo(page, page.getByRole("radio", { name: /All heart failure/ }));
    await page.keyboard.press("Space");
    await pressOn(page, button("Next"));
    await expect(page.getByRole("checkbox", { name: "Riverside HF" })).toBeChecked();
    await tabTo(page, page.getByRole("checkbox", { name: "Combine across ancestries" }));
    await page.keyboard.press("Space");
    await pressOn(page, button("Next"));
    await typeInto(page, page.getByLabel("Name"), "Without a mouse");
    await pressOn(page, button("Run meta-analysis"));
    await page.waitForURL(/\/hermes\/ma\/(?!new)/);
    await expect(page.getByText("reproducible from inputs.json")).toBeVisible({ timeout: 90_000 });
  });

  await test.step("the genome, from one labelled peak to the next, and to its region", async () => {
    const figure = page.getByRole("region", { name: "Manhattan", exact: true });
    const points = figure.getByRole("group", { name: /^Labelled points of/ }).getByRole("button");
    await tabTo(page, points.first());
    await page.keyboard.press("ArrowRight");
    await expect(points.nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/region=/);
  });

  await test.step("the result: loci sorted, one chosen, its forest, and what can be taken along", async () => {
    const loci = page.getByRole("group", { name: "Top loci, table" });
    await pressOn(page, loci.getByRole("button", { name: "I²" }));
    await expect(loci.getByRole("columnheader", { name: "I²" })).toHaveAttribute("aria-sort", "ascending");
    await expect(page).toHaveURL(/sort=i2/);
    const second = loci.getByRole("row").nth(2).getByRole("button").first();
    const place = (await second.textContent()) ?? "";
    await pressOn(page, second);
    await expect(page.getByRole("img", { name: new RegExp(`^Forest plot of ${place}`) })).toBeVisible();
    await pressOn(page, button(/^Download/));
    await expect(page.getByRole("menuitem", { name: /^Full results/ }).first()).toBeVisible();
    await page.keyboard.press("Escape");
  });
});
