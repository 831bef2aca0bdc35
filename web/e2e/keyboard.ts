import type { Locator, Page } from "@playwright/test";

/** Helpers to use a page by keyboard only. */

/** Presses Tab, or Shift+Tab for earlier elements, until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const way = await target.evaluate((element) => {
    const now = document.activeElement ?? document.body;
    const isBehind = now.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    return isBehind ? "Shift+Tab" : "Tab";
  });
  for (let presses = 0; presses < 200; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(way);
  }
  throw new Error("The Tab key does not lead there.");
}

export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Opens a menu and moves down to one of its items. */
export async function chooseInMenu(page: Page, button: Locator, entry: string | RegExp): Promise<void> {
  await pressOn(page, button);
  const target = page.getByRole("menuitem", { name: entry }).first();
  await target.waitFor();
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press("ArrowDown");
    if (await target.evaluate((element) => element === document.activeElement)) return page.keyboard.press("Enter");
  }
  throw new Error("The arrow keys do not lead to that entry of the menu.");
}
