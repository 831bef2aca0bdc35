import type { Locator, Page } from "@playwright/test";
import { expect } from "./story";

/** The words of a list that are not behind anything, each found by what a mouse would meet at its middle. */
async function inFront(list: Locator): Promise<string[]> {
  return list
    .getByRole("option")
    .or(list.getByRole("menuitem"))
    .evaluateAll((entries) =>
      entries
        .filter((entry) => {
          const { x, y, width, height } = entry.getBoundingClientRect();
          const met = document.elementFromPoint(x + width / 2, y + height / 2);
          return met !== null && entry.contains(met);
        })
        .map((entry) => entry.textContent ?? ""),
    );
}

/**
 * Clicks everything in a dialog that opens a list; the list is above the dialog, and its last
 * option can be clicked.
 */
export async function useEveryList(page: Page, dialog: Locator): Promise<string[]> {
  const controls = dialog.locator('[role="combobox"]:not(select), [aria-haspopup="listbox"], [aria-haspopup="menu"]');
  const names: string[] = [];
  for (const control of await controls.all()) {
    await control.click();
    const list = page.getByRole("listbox").or(page.getByRole("menu"));
    await expect(list).toBeVisible();
    const entries = list.getByRole("option").or(list.getByRole("menuitem"));
    expect(await inFront(list)).toEqual(await entries.allTextContents());
    await entries.last().click();
    await expect(list).toBeHidden();
    await expect(dialog).toBeVisible();
    names.push((await control.getAttribute("value")) ?? (await control.textContent()) ?? "");
  }
  return names;
}
