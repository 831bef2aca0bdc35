import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page, TestInfo } from "@playwright/test";
import { saved } from "./files";
import { type Account, passwordOf, signIn } from "./people";
import type { Server } from "./server";
import { root } from "./services";
import { expect, test } from "./story";

test.use({ people: ["contact1", "member1", "coordinator1"] });

/** The example tables that the pages offer: 400 males, 600 females. */
const tables = [
  { kind: "cases_controls_male", name: "Cases, male" },
  { kind: "cases_controls_female", name: "Cases, female" },
  { kind: "cooccurrence_male", name: "Co-occurrence, male" },
  { kind: "cooccurrence_female", name: "Co-occurrence, female" },
];
const example = (kind: string) => join(root, "web", "public", "examples", `sgc-${kind}.csv`);
const description = "People were recruited in three clinics. The diagnoses come from their records.\n";

const sizes = { total_sample_size: 1000, number_of_males: 400, number_of_females: 600 };
const questionnaire = {
  phenotype_coding_system: "ICD-10",
  phenotype_mapping_issues: "None",
  cohort_approval_requirements: "Steering committee",
  summary_stats_restrictions: "None",
  summary_stats_publication_availability: "yes",
  summary_stats_consortium_availability: "maybe",
  other_notes: "None",
};

/** A cohort as the calls answer it, as far as the stories look. */
interface Held {
  id: string;
  name: string;
  version: number;
  status: string;
  files: { kind: string }[];
  cohort_metadata: Record<string, string>;
}

interface Answer<T> {
  status: number;
  body: T;
}

/** Calls of one account, with its token of the user service. */
class Calls {
  private constructor(
    private readonly base: string,
    private readonly token: string,
  ) {}

  static async as(server: Server, account: Account): Promise<Calls> {
    const body = JSON.stringify({ username: account, password: passwordOf(account), group: "sgc" });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${server.base}/api/auth/login/`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    const { access } = (await answer.json()) as { access: string };
    return new Calls(server.base, access);
  }

  async call<T = Held>(method: string, path: string, body?: object | Uint8Array<ArrayBuffer>, version?: number) {
    const bytes = body instanceof Uint8Array;
    const answer = await fetch(`${this.base}/api/sgc/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        "Content-Type": bytes ? "application/octet-stream" : "application/json",
        ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
      },
      body: bytes ? body : body && JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as T } satisfies Answer<T>;
  }

  async cohort(id: string): Promise<Held> {
    return (await this.call("GET", `cohorts/${id}`)).body;
  }

  /** Registers a cohort with a full questionnaire. */
  async register(name: string): Promise<Held> {
    const { status, body } = await this.call("POST", "cohorts", { name, ...sizes, cohort_metadata: questionnaire });
    expect(status).toBe(201);
    return body;
  }

  async handIn({ id }: Held, kind: string, bytes: Buffer, name = `${kind}.csv`): Promise<void> {
    const { version } = await this.cohort(id);
    const path = `cohorts/${id}/files/${kind}?${new URLSearchParams({ file_name: name })}`;
    expect((await this.call("PUT", path, new Uint8Array(bytes), version)).status).toBe(200);
  }
}

async function pageOf(browser: Browser, server: Server, account: Account): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, server, account, "/sgc/login");
  return page;
}

const step = (page: Page, name: string) => page.getByRole("navigation", { name: "Steps" }).getByRole("link", { name });

/** The table that is on screen: the other steps wait out of sight. */
const choose = (page: Page, path: string) =>
  page.getByLabel("Choose a file").filter({ visible: true }).setInputFiles(path);

const accept = (page: Page) => page.getByRole("button", { name: "Accept", exact: true });

async function fillCohort(page: Page, name: string): Promise<void> {
  await page.getByLabel("Cohort name").fill(name);
  await page.getByLabel("Total sample size").fill("1,000");
  await page.getByLabel("Number of males").fill("400");
  await page.getByLabel("Number of females").fill("600");
  await page.getByLabel("Which coding systems").fill("ICD-10");
  await page.getByLabel("Were there problems in mapping").fill("None");
  await page.getByLabel("Which approvals").fill("Steering committee");
  await page.getByLabel("Which limits").fill("None");
  await page.getByLabel("May the cohort-level statistics be released").selectOption("Yes");
  await page.getByLabel("May members of the consortium").selectOption("Maybe");
  await page.getByLabel("Other issues or notes").fill("None");
}

async function openTotals(page: Page, server: Server) {
  await page.goto(`${server.base}/sgc/phenotype-case-totals?q=PSOR`);
  await page.getByRole("switch", { name: "Only validated cohorts" }).check();
  await expect(page).toHaveURL(/validated/);
  const psoriasis = page.getByRole("row").filter({ has: page.getByRole("button", { name: /^PSOR: / }) });
  await expect(psoriasis).toBeVisible();
  return psoriasis;
}

test("a contact gets from nothing to a validated cohort, and the totals of the consortium change", async ({
  browser,
  page,
  server,
}, info: TestInfo) => {
  const coordinator = await pageOf(browser, server, "coordinator1");
  const psoriasis = await openTotals(coordinator, server);
  const cases = psoriasis.getByRole("button", { name: /cases, / });
  await expect(cases).toHaveCount(0);

  await test.step("the questionnaire", async () => {
    await signIn(page, server, "contact1", "/sgc/login");
    await page.getByRole("link", { name: "Register a cohort" }).first().click();
    await fillCohort(page, "Airways");
    await page.getByRole("button", { name: "Register cohort" }).click();
    await page.waitForURL(/\/sgc\/edit\/.+task=cases_controls_male/);
    await expect(step(page, "Questionnaire")).toContainText("11 of 11 answered");
  });

  await test.step("four tables and a description, each leading to the next", async () => {
    for (const { kind, name } of tables) {
      await expect(page.getByRole("heading", { name: `Submit: ${name}` })).toBeVisible();
      await choose(page, example(kind));
      await expect(page.getByRole("status").filter({ hasText: /\d rows · no problems/ })).toBeVisible();
      await accept(page).click();
      await expect(step(page, name)).toContainText(/\d (phenotypes|pairs)/);
    }
    await page.getByLabel("Choose a document").setInputFiles(saved(info, "airways.txt", Buffer.from(description)));
    await expect(step(page, "Description")).toContainText("airways.txt");
  });

  await test.step("the validation", async () => {
    await page.waitForURL(/task=validation/);
    await page.getByRole("button", { name: "Validate the cohort" }).click();
    await expect(page.getByRole("heading", { name: "Validated" })).toBeVisible();
    await expect(step(page, "Validation")).toContainText("validated");
  });

  await test.step("the coordinator sees the new numbers, and the cohort behind them", async () => {
    await coordinator.reload();
    await expect(cases).toHaveText([/^100 /, /^121 /, /^221 /]);
    await psoriasis.getByRole("button", { name: /^PSOR: / }).click();
    const behind = coordinator.getByRole("dialog");
    await expect(behind.getByRole("row", { name: /Airways/ })).toContainText("contact1");
    await expect(behind.getByRole("row", { name: /Airways/ })).toContainText("221");
  });
});

test("a table with faults is refused, repaired on the page, and accepted", async ({ page, server }, info: TestInfo) => {
  const contact = await Calls.as(server, "contact1");
  const { id, version } = await contact.register("With faults");
  const faulty = "phenotype,cases,controls\npsor,100,300\nACNE_VULGARI,38,362\nVITILIGO,-3,388\n";
  await signIn(page, server, "contact1", "/sgc/login");
  await page.goto(`${server.base}/sgc/edit/${id}?task=cases_controls_male`);
  await choose(page, saved(info, "cases.csv", Buffer.from(faulty)));

  const codes = page.getByRole("region", { name: "Not a phenotype of the consortium" });
  const numbers = page.getByRole("region", { name: "Not a number of people" });
  await test.step("every fault is on the page with its line, and nothing is taken", async () => {
    await expect(codes.getByRole("listitem")).toHaveCount(2);
    await expect(codes.getByRole("listitem").nth(0)).toContainText("Line 2");
    await expect(codes.getByRole("listitem").nth(1)).toContainText("Line 3");
    await expect(numbers.getByRole("listitem")).toContainText("-3");
    await expect(page.getByRole("gridcell", { name: "-3" })).toHaveAttribute("aria-invalid", "true");
    await expect(accept(page)).toBeDisabled();
    await expect(step(page, "Cases, male")).toContainText("3 problems to correct");
    const path = `cohorts/${id}/files/cases_controls_male?file_name=cases.csv`;
    expect((await contact.call("PUT", path, new Uint8Array(Buffer.from(faulty)), version)).status).toBe(422);
    expect((await contact.cohort(id)).files).toEqual([]);
  });

  await test.step("the suggestions mend the codes", async () => {
    await page.getByRole("button", { name: "Fix all 2" }).click();
    await expect(page.getByRole("gridcell", { name: "PSOR" })).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "ACNE_VULGARIS" })).toBeVisible();
    await expect(codes).toHaveCount(0);
    await expect(accept(page)).toBeDisabled();
  });

  await test.step("the number is typed into its cell", async () => {
    await numbers.getByRole("button", { name: "Go to cell" }).click();
    await page.keyboard.type("12");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "3 rows · no problems" })).toBeVisible();
  });

  await accept(page).click();
  await expect(step(page, "Cases, male")).toContainText("3 phenotypes");
  expect((await contact.cohort(id)).files).toMatchObject([{ kind: "cases_controls_male" }]);
});

test("a coordinator finds the cohort that misses files, and copies a reminder", async ({ context, page, server }) => {
  const contact = await Calls.as(server, "contact1");
  const full = await contact.register("Nothing missing");
  for (const { kind } of tables) await contact.handIn(full, kind, readFileSync(example(kind)));
  await contact.handIn(full, "cohort_description", Buffer.from(description), "about.txt");
  const member = await Calls.as(server, "member1");
  const quiet = await member.register("Quiet harbour");
  await member.handIn(quiet, "cases_controls_male", readFileSync(example("cases_controls_male")));

  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.base });
  await signIn(page, server, "coordinator1", "/sgc/login");
  await page.goto(`${server.base}/sgc/completeness`);
  const table = page.getByRole("table");
  await expect(table.getByRole("row", { name: /Nothing missing/ })).toBeVisible();
  await page.getByRole("button", { name: "Missing", exact: true }).click();
  await page.getByRole("checkbox", { name: "Cases, female" }).check();
  await expect(page).toHaveURL(/missing=.*cases_controls_female/);
  await page.keyboard.press("Escape");
  await expect(table.getByRole("row", { name: /Nothing missing/ })).toHaveCount(0);
  await expect(table.getByRole("row", { name: /Quiet harbour/ })).toContainText("missing");

  await page.getByRole("button", { name: "Remind the owner of Quiet harbour" }).click();
  const dialog = page.getByRole("dialog", { name: "Reminder for Quiet harbour" });
  const message = await dialog.getByRole("textbox", { name: "Message" }).inputValue();
  expect(message).toContain("Quiet harbour");
  await dialog.getByRole("button", { name: "Copy message" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(message);
});

test("a contact sees nothing of another contact's cohort, by page or by call", async ({ page, server }) => {
  const member = await Calls.as(server, "member1");
  const foreign = await member.register("Another user's");
  const contact = await Calls.as(server, "contact1");

  await signIn(page, server, "contact1", "/sgc/login");
  await expect(page.getByText("Another user's")).toHaveCount(0);
  for (const what of ["view", "edit"]) {
    await page.goto(`${server.base}/sgc/${what}/${foreign.id}`);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" }), what).toBeVisible();
    await expect(page.getByText("Another user's")).toHaveCount(0);
  }

  const path = `cohorts/${foreign.id}`;
  const input = { name: "Taken over", ...sizes, cohort_metadata: questionnaire };
  const table = new Uint8Array(readFileSync(example("cases_controls_male")));
  const file = `${path}/files/cases_controls_male?file_name=cases.csv`;
  const answers = {
    read: await contact.call("GET", path),
    counts: await contact.call("GET", `${path}/counts`),
    receipt: await contact.call("GET", `${path}/receipt`),
    change: await contact.call("PUT", path, input, foreign.version),
    check: await contact.call("POST", file, table),
    handIn: await contact.call("PUT", file, table, foreign.version),
    validate: await contact.call("POST", `${path}/validate`, undefined, foreign.version),
    take: await contact.call("PUT", `${path}/owners`, { owner: "contact1", co_owners: [] }, foreign.version),
  };
  for (const [what, { status }] of Object.entries(answers)) expect(status, what).toBe(404);
  // Only coordinators delete: the answer for a missing cohort is the same.
  for (const cohort of [path, "cohorts/unknown"]) expect((await contact.call("DELETE", cohort)).status).toBe(403);
  expect(await member.cohort(foreign.id)).toMatchObject({ name: "Another user's", version: foreign.version });
});

test("two people edit a cohort: the second to save meets both versions, and nothing typed is lost", async ({
  browser,
  page,
  server,
}) => {
  const contact = await Calls.as(server, "contact1");
  const { id, version } = await contact.register("Two editors");
  const shared = await contact.call(
    "PUT",
    `cohorts/${id}/owners`,
    { owner: "contact1", co_owners: ["member1"] },
    version,
  );
  expect(shared.status).toBe(200);
  const form = `${server.base}/sgc/edit/${id}?task=questionnaire`;
  const other = await pageOf(browser, server, "member1");
  await signIn(page, server, "contact1", "/sgc/login");
  for (const one of [page, other]) await one.goto(form);
  const coding = page.getByLabel("Which coding systems");
  const notes = page.getByLabel("Other issues or notes");
  await coding.fill("ICD-10 and SNOMED CT");
  await notes.fill("Notes of the first");

  await other.getByLabel("Other issues or notes").fill("Notes of the second");
  await other.getByLabel("Which approvals").fill("Ethics board");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByText("Two editors was saved.")).toBeVisible();

  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Two people changed this cohort" });
  await expect(dialog).toContainText("member1 changed this cohort");
  const bothChanged = dialog.getByRole("row", { name: /Other issues or notes/ });
  await expect(bothChanged).toContainText("both changed");
  await expect(bothChanged).toContainText("Notes of the first");
  await expect(bothChanged).toContainText("Notes of the second");

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(coding).toHaveValue("ICD-10 and SNOMED CT");
  await expect(notes).toHaveValue("Notes of the first");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await bothChanged.getByRole("radio", { name: /theirs/ }).check();
  await dialog.getByRole("button", { name: "Save this" }).click();
  await expect(page.getByText("Two editors was saved.")).toBeVisible();
  expect((await contact.cohort(id)).cohort_metadata).toEqual({
    ...questionnaire,
    phenotype_coding_system: "ICD-10 and SNOMED CT",
    cohort_approval_requirements: "Ethics board",
    other_notes: "Notes of the second",
  });
});
