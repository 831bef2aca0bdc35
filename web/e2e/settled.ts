import type { Page } from "@playwright/test";
import { expect } from "./story";

/** Waits until the page shows what it is about and reads nothing any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".mantine-Skeleton-root")).toHaveCount(0);
  // A part that is fetched when it is shown leaves a gap before its own skeleton.
  let before = "";
  const stands = async () => {
    const now = await page.locator("body").innerHTML();
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(stands).toBe(true);
}
