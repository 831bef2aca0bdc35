import { expect, type Locator, type Page } from "@playwright/test";
import { pressOn } from "./keyboard";
import type { Server } from "./server";

/** Accepts a submission without the page, and acknowledges every doubt of its report. */
export async function acceptByCall(page: Page, { base }: Pick<Server, "base">, id: string): Promise<void> {
  const found = await page.request.get(`${base}/api/hermes/review-findings?dataset=${id}`);
  const { items } = (await found.json()) as { items: { doubts: string[] }[] };
  const accepted = await page.request.post(`${base}/api/hermes/uploads/${id}/review`, {
    data: { decision: "approve", acknowledged: items[0]?.doubts },
  });
  expect(accepted.ok(), await accepted.text()).toBe(true);
}

/** The dialog that accepts, with what QC found. */
export const accepting = (page: Page): Locator => page.getByRole("dialog", { name: /^Accept / });

/** Acknowledges all that the dialog asks for, and accepts. */
export async function acceptInDialog(page: Page): Promise<void> {
  const submit = accepting(page).getByRole("button", { name: /^Accept (submission|\d+ submissions)$/ });
  await submit.waitFor();
  for (const box of await accepting(page).getByRole("checkbox").all()) await box.check();
  await submit.click();
}

/** The same without a mouse. */
export async function acceptByKeyboard(page: Page): Promise<void> {
  const submit = accepting(page).getByRole("button", { name: /^Accept (submission|\d+ submissions)$/ });
  await submit.waitFor();
  for (const box of await accepting(page).getByRole("checkbox").all()) await pressOn(page, box, "Space");
  await pressOn(page, submit);
}
