import type { Page } from "@playwright/test";
import type { Server } from "./server";
import { expect } from "./story";

interface Person {
  email: string;
  /** As the form names it. */
  type: string;
  firstName?: string;
  lastName?: string;
}

/** A manager of HERMES invites one person by the page. */
export async function fillInvitation(page: Page, server: Server, person: Person): Promise<void> {
  await page.goto(`${server.base}/hermes/users`);
  await page.getByRole("link", { name: "Add users" }).first().click();
  await expect(page.getByRole("heading", { name: "Add users" })).toBeVisible();
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("First name").fill(person.firstName ?? "");
  await page.getByLabel("Last name").fill(person.lastName ?? "");
  await page.getByRole("radio", { name: person.type }).check();
}

/** The same, sent; answers the link that the page shows where no mail is sent. */
export async function invite(page: Page, server: Server, person: Person): Promise<string> {
  await fillInvitation(page, server, person);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText(`${person.email} is invited`)).toBeVisible();
  return page.getByLabel(`Link for ${person.email}`).inputValue();
}
