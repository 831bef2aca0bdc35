import { expect, type Locator, type Page } from "@playwright/test";

/** An account as `cohortium user create` makes it. */
interface Made {
  roles: string[];
  groups: string[];
}

/** The accounts of the stories; each has its own password. */
export const accounts = {
  uploader1: { roles: ["uploader"], groups: ["hermes"] },
  uploader2: { roles: ["uploader"], groups: ["hermes"] },
  reviewer1: { roles: ["reviewer"], groups: ["hermes"] },
  reviewer2: { roles: ["reviewer"], groups: ["hermes"] },
  analyst1: { roles: ["analyst"], groups: ["hermes"] },
  contact1: { roles: ["sgc-uploader"], groups: ["sgc"] },
  coordinator1: { roles: ["sgc-reviewer"], groups: ["sgc"] },
  curator1: { roles: ["curator"], groups: [] },
  contributor1: { roles: ["contributor"], groups: [] },
  member1: { roles: ["uploader", "sgc-uploader"], groups: ["hermes", "sgc"] },
  admin1: { roles: ["admin"], groups: [] },
} satisfies Record<string, Made>;

export type Account = keyof typeof accounts;

/** The password of an account that the stories made, or that a person chose in one. */
export const passwordOf = (name: string) => `${name} has a long pass phrase`;

/** A sign-in page: the common one and those of the areas. */
export type Door = "/login" | "/hermes/login" | "/sgc/login";

const startOf: Record<Door, string> = {
  "/login": "/datasets",
  "/hermes/login": "/hermes",
  "/sgc/login": "/sgc",
};

interface Site {
  base: string;
}

/**
 * Gives a page's browser a session of an account, like the sign-in form, without leaving the page.
 */
export async function letIn(page: Page, site: Site, name: string, password = passwordOf(name)): Promise<void> {
  const answer = await page.request.post(`${site.base}/api/login`, { data: { user_name: name, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Is let in and opens the first page behind a door. The door of SGC keeps a token in the page: its form is filled in. */
export async function signIn(page: Page, site: Site, name: string, door: Door = "/hermes/login", password?: string) {
  if (door === "/sgc/login") return signInByForm(page, site, name, door, password);
  await letIn(page, site, name, password);
  await page.goto(`${site.base}${startOf[door]}`);
}

/** Signs in by a page, as a person does, and arrives where the door leads to. */
export async function signInByForm(
  page: Page,
  site: Site,
  name: string,
  door: Door = "/hermes/login",
  password?: string,
): Promise<void> {
  await page.goto(`${site.base}${door}`);
  await answerSignIn(page, name, password);
  const start = name === "admin1" && door !== "/sgc/login" ? "/admin" : startOf[door];
  await page.waitForURL(`${site.base}${start}`);
}

/** Fills in a form that asks for name and password, on its own page or in a dialog. */
export async function answerSignIn(place: Page | Locator, name: string, password = passwordOf(name)): Promise<void> {
  await place.getByLabel("User name").fill(name);
  await place.getByLabel("Password", { exact: true }).fill(password);
  await place.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Types a new password into the two fields that ask for it. */
export async function choosePassword(place: Page | Locator, label: string, password: string): Promise<void> {
  await place.getByLabel(label, { exact: true }).fill(password);
  await place.getByLabel("Repeat the password", { exact: true }).fill(password);
}

/** Opens the menu of the account and chooses there. */
export async function chooseInAccountMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /, account of / }).click();
  await page.getByRole("menuitem", { name }).click();
}
