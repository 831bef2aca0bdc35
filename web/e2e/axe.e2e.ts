import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import type { Demo } from "./demo";
import { madePages } from "./freezing";
import { answerSignIn } from "./people";
import { settled } from "./settled";
import { expect, test } from "./story";
import { phone, widthBeyond } from "./watch";

test.use({ reducedMotion: "reduce" });

// Each story opens its own pages and changes nothing that another reads, so they can run on any
// free worker.
test.describe.configure({ mode: "parallel" });

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  axe: { run: (root: Document, options: object) => Promise<AxeResults> };
}

const everyRule = { rules: { "target-size": { enabled: true } } };
const rulesOfColour = { runOnly: ["cat.color"], rules: { "color-contrast-enhanced": { enabled: false } } };

/** The findings of axe for the current page, as "rule: where". */
async function violations(page: Page, which: object): Promise<string[]> {
  const found = await page.evaluate(async (which) => {
    const options = { resultTypes: ["violations"], preload: false, ...which };
    const { violations } = await (globalThis as unknown as Axe).axe.run(document, options);
    return violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(" ")) }));
  }, which);
  return found.map(({ id, at }) => `${id}: ${at.slice(0, 3).join(", ")}`);
}

/** Waits until the page has taken its size in and nothing fades from one colour into another; what turns without end may go on. */
async function atRest(page: Page): Promise<void> {
  // Sizes measured in one frame apply in the next.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
}

/**
 * Targets smaller than 24 px. Exceptions: a link in a sentence is as high as its line, a checkbox
 * can also be clicked at its label, and buttons inside a field belong to the field.
 */
async function smallTargets(page: Page): Promise<string[]> {
  const controls = page.locator("a, button, select, textarea, summary, input:not([type=checkbox], [type=radio])");
  return controls.evaluateAll((all) =>
    all
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        const { display, visibility } = getComputedStyle(control);
        const inSentence = control.tagName === "A" && display === "inline";
        const inField = control.matches(".mantine-PillsInputField-field, .mantine-TagsInput-inputField");
        const seen = width > 1 && height > 1 && visibility !== "hidden";
        return seen && !inSentence && !inField && Math.min(width, height) < 23.99;
      })
      .map((control) => `${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent}`.slice(0, 60)),
  );
}

const wide = { width: 1440, height: 900 };

/** Sizes and colours in which each page is looked at; what changes in its colours alone comes after the same size. */
const looks = [
  { size: wide, colorScheme: "light" },
  { size: wide, colorScheme: "dark" },
  { size: phone, colorScheme: "dark" },
  { size: phone, colorScheme: "light" },
] as const;

/** Everything that is wrong with a page that is open, in both sizes and both sets of colours. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const faults: string[] = [];
  let looked = { size: 0, markup: "" };
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toHaveCount(1);
    await atRest(page);
    const at = `${name} at ${size.width} px, ${colorScheme}`;
    // What differs in its colours alone is looked at a second time for them alone.
    const markup = await page.evaluate(() => document.body.innerHTML);
    const again = looked.size === size.width && looked.markup === markup;
    faults.push(...(await violations(page, again ? rulesOfColour : everyRule)).map((fault) => `${at}: ${fault}`));
    if (looked.size !== size.width) faults.push(...(await faultsOfSize(page, `${name} at ${size.width} px`)));
    looked = { size: size.width, markup };
  }
  return faults;
}

/** Targets that are too small, and whether the page scrolls sideways. */
async function faultsOfSize(page: Page, at: string): Promise<string[]> {
  const small = [...new Set(await smallTargets(page))].slice(0, 5);
  const faults = small.map((target) => `${at}: less than 24 px: ${target}`);
  return (await widthBeyond(page)) > 0 ? [...faults, `${at}: wider than the window`] : faults;
}

interface Routed {
  __TSR_ROUTER__: {
    history: { push: (address: string) => void };
    state: { resolvedLocation?: { state: { __TSR_key?: string } } };
  };
}

/** Navigates inside the program, like a link, and waits for the page. */
async function goOn(page: Page, address: string): Promise<void> {
  await page.evaluate((address) => (globalThis as unknown as Routed).__TSR_ROUTER__.history.push(address), address);
  await page.waitForFunction(() => {
    const { resolvedLocation } = (globalThis as unknown as Routed).__TSR_ROUTER__.state;
    const arrived = resolvedLocation?.state.__TSR_key;
    return arrived !== undefined && arrived === history.state?.__TSR_key;
  });
}

/**
 * Checks each address: the first is opened, and the others are reached by navigation, which is
 * faster than a reload.
 */
async function expectNoFaults(page: Page, demo: Demo, [first = "", ...others]: string[]): Promise<void> {
  await page.goto(`${demo.server.base}${first}`);
  const faults = await faultsOf(page, first);
  for (const address of others) {
    await goOn(page, address);
    faults.push(...(await faultsOf(page, address)));
  }
  expect(faults).toEqual([]);
}

/** The pages by who may open them; `$id` is something of the demo. */
const doors = ["/login", "/login/reset", "/login/callback", "/register", "/hermes/login", "/sgc/login"];
const hermes = [
  "/hermes",
  "/hermes/new",
  "/hermes/new/bulk",
  "/hermes/ma",
  "/hermes/ma/new",
  "/hermes/ma/compare",
  "/hermes/freezes",
  "/hermes/freezes/new",
  "/hermes/phenotypes",
  "/hermes/notices",
  "/hermes/settings",
  "/hermes/users",
  "/hermes/users/new",
  "/hermes/changepassword",
  "/hermes/profile",
];
const reports = [
  "/hermes/qc/$id",
  "/hermes/ma/$id",
  "/hermes/ma/prepared/$id",
  "/hermes/freezes/$id",
  "/p/freezes/$name",
];
const browsed = ["/hermes/browse", "/browse", "/p/browse"].flatMap((root) =>
  ["region", "gene", "variant"].map((kind) => `${root}/${kind}/$what`),
);
const sgc = [
  "/sgc",
  "/sgc/new",
  "/sgc/edit/$id",
  "/sgc/view/$id",
  "/sgc/phenotypes",
  "/sgc/phenotype-case-totals",
  "/sgc/users",
  "/sgc/archive",
  "/sgc/completeness",
];
const open = [
  "/p",
  "/help",
  "/help/$topic",
  "/p/datasets",
  "/p/datasets/$id",
  "/p/pages/$slug",
  "/p/pages/$slug/embed",
];
const registry = ["/datasets", "/datasets/new", "/datasets/import", "/browse/compare"];
const parts = ["about", "results", "files", "cite", "history", "sharing"];
const forms = ["?edit=true", "?edit=true&step=files"];
const tools = [
  "/profile",
  "/configbuilder",
  "/byor",
  "/tools",
  "/tools/$id",
  "/create",
  "/minibioindex",
  "/minibioindex/new",
  "/minibioindex/$id",
];
const administration = [
  "/admin",
  "/admin/users",
  "/admin/audit",
  "/admin/reference",
  "/admin/setup",
  "/admin/consortium",
  "/admin/rules",
  "/admin/storage",
  "/hermes/dashboard",
];

test("every page of the route table is looked at", () => {
  const table = readFileSync(join(import.meta.dirname, "..", "src", "routeTree.gen.ts"), "utf8");
  const [, byPath = ""] = table.match(/interface FileRoutesByTo \{([^}]*)\}/) ?? [];
  const pages = [...byPath.matchAll(/^\s*["'](.+)["']:/gm)].map(([, path]) => path);
  const looked = [
    ...doors,
    ...hermes,
    ...reports,
    ...browsed,
    ...sgc,
    ...registry,
    "/datasets/$id",
    ...open,
    ...tools,
    ...administration,
  ];
  expect([...looked, "/", "/profile/duties"].sort()).toEqual(pages.sort());
});

test("the doors, and what a visitor meets at a wrong address", async ({ page, demo }) => {
  const more = ["/register#invitation=gone", "/login/reset#reset=gone", "/nothing/here"];
  await expectNoFaults(page, demo, [...doors, ...more]);
});

test("the pages of HERMES", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  const others = ["/hermes/users/new?by=several", "/hermes/users/new?by=password", "/datasets"];
  await expectNoFaults(page, demo, [...hermes, ...others]);
});

/** A region that the demo has a peak in. */
const what = "4:111200000-112200000";

test("a report, a meta-analysis and a region of it", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  const report = `/hermes/qc/${await demo.first(page, "/api/hermes/uploads")}`;
  const meta = await demo.first(page, "/api/hermes/meta-analyses");
  const regions = [`${what}?results=ma:${meta}`, what, "nonsense"].map((at) => `/hermes/browse/region/${at}`);
  await expectNoFaults(page, demo, [report, `/hermes/ma/${meta}`, ...regions, ...(await madePages(page, demo.server))]);
});

test("genes and variants, and names that are none", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  const whats = [
    "gene/FTO",
    "gene/FTOO",
    "variant/16:53800949:C:T?build=GRCh37",
    "variant/16:53800949:A:G?build=GRCh37",
  ];
  await expectNoFaults(
    page,
    demo,
    whats.map((what) => `/hermes/browse/${what}`),
  );
});

test("the pages of SGC", async ({ page, demo }) => {
  await demo.signIn(page, "coordinator1", "/sgc/login");
  const cohort = await demo.first(page, "/api/sgc/cohorts");
  await expectNoFaults(page, demo, [...sgc.map((path) => path.replace("$id", cohort)), "/sgc/users?new=1"]);
});

/** The data set of the demo with the most in it: a checked file, a credible set, every field. */
const northBiobank = "North-Biobank";

test("the pages of the registry", async ({ page, demo }) => {
  await demo.letIn(page, "curator1");
  const open = await demo.first(page, "/api/datasets", northBiobank);
  const region = `/browse/region/${what}`;
  const lists = ["?scope=bin", "?q=nothing+is+called+so", `?open=${encodeURIComponent(JSON.stringify([open]))}`];
  await expectNoFaults(page, demo, [...registry, region, ...lists.map((search) => `/datasets${search}`)]);
});

test("what everybody may read", async ({ page, demo }) => {
  await page.goto(`${demo.server.base}/p/datasets`);
  const shown = (await page.locator("main a[href^='/p/datasets/']").first().getAttribute("href")) ?? "";
  const published = `/p/pages/${await demo.first(page, "/api/p/pages", "", "slug")}`;
  await expectNoFaults(page, demo, [
    "/p",
    "/help/howto-analyst",
    "/help/methods",
    "/help/absent",
    "/p/datasets",
    "/p/datasets?q=nothing+is+called+so",
    shown,
    "/p/datasets/absent",
    published,
    `${published}/embed`,
    "/p/pages/absent",
    "/p/pages/absent/embed",
    `/p/browse/region/${what}`,
  ]);
});

test("a sheet with something to mend, on its way into the registry", async ({ page, demo }) => {
  await demo.letIn(page, "contributor1");
  await page.goto(`${demo.server.base}/datasets/import`);
  await page
    .getByLabel("Cells with their heading")
    .fill("name,status,ancestry\nNew one,Open access,European\nNew two,shut,EU");
  await expect(page.getByRole("grid", { name: "Lines of the sheet" })).toBeVisible();
  expect(await faultsOf(page, "a sheet")).toEqual([]);
});

test("the builder with a step open and with its JSON, and what readers see", async ({ page, demo }) => {
  // "saved 12 s ago" would count on.
  await page.clock.setFixedTime(new Date());
  await demo.letIn(page, "curator1");
  const built = `/configbuilder?page=${await demo.first(page, "/api/configurations")}`;
  const steps = ["columns", "plots"].map((step) => `${built}&step=${step}`);
  await expectNoFaults(page, demo, [...steps, `${built}&tab=json`, "/p/pages/north-biobank-heart-failure"]);
});

test("what the builder opens over a page: versions, sharing, publishing, the texts of older builders", async ({
  page,
  demo,
}) => {
  await page.clock.setFixedTime(new Date());
  await demo.letIn(page, "curator1");
  await page.goto(`${demo.server.base}/configbuilder?page=${await demo.first(page, "/api/configurations")}&tab=json`);
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const faults: string[] = [];
  const look = async (name: string) => {
    faults.push(...(await faultsOf(page, name)));
    await page.setViewportSize(wide);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };

  await page.getByRole("button", { name: "Versions" }).click();
  await dialog("Versions").getByLabel("Save the current page as").fill("before the review");
  await page.keyboard.press("Enter");
  await dialog("Versions")
    .getByRole("button", { name: /before the review/ })
    .click();
  await expect(dialog("Versions").getByRole("button", { name: /^Restore/ })).toBeVisible();
  await look("versions");

  await page.getByRole("button", { name: "Share" }).click();
  await dialog("Access to the page")
    .getByRole("radio", { name: /^Shared by name/ })
    .check();
  await look("sharing");

  await page.getByRole("button", { name: /^Publish/ }).click();
  await look("publishing");

  await page.getByRole("button", { name: "Texts of older builders…" }).click();
  const filters = [{ field: "lost", label: "Lost", type: "dropdown" }];
  await dialog("Texts of older builders").getByRole("textbox", { name: "Filters" }).fill(JSON.stringify(filters));
  await expect(page.getByText(/^Kept, to correct in the page/)).toBeVisible();
  await look("texts of older builders");
  expect(faults).toEqual([]);
});

test("a data set of the registry", async ({ page, demo }) => {
  await demo.letIn(page, "curator1");
  const dataset = `/datasets/${await demo.first(page, "/api/datasets", northBiobank)}`;
  await expectNoFaults(
    page,
    demo,
    [...parts.map((part) => `?part=${part}`), ...forms].map((search) => dataset + search),
  );
});

test("the pages of the tools and the administration", async ({ page, demo }) => {
  test.slow(); // the most pages of all
  await demo.letIn(page, "admin1");
  const index = await demo.first(page, "/api/indexes");
  const built = await demo.first(page, "/api/configurations");
  const paths = [...tools, ...administration].map((path) => path.replace("$id", "absent"));
  const full = [`/minibioindex/${index}`, `/configbuilder?page=${built}`, "/admin/users?new=1"];
  await expectNoFaults(page, demo, [...paths, ...full]);
});

test("what an account owes, and the second factor", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  const person = { user_name: "owes@example.org", user_type: "uploader", password: "handed over by telephone" };
  const made = await page.request.post(`${demo.server.base}/api/add-hermes-user`, {
    data: person,
  });
  expect(made.ok()).toBe(true);
  await page.goto(`${demo.server.base}/hermes/profile`);
  await page.getByRole("button", { name: "Set up…" }).click();
  await expect(page.getByRole("img", { name: "QR code of the key below" })).toBeVisible();
  const faults = await faultsOf(page, "the second factor");

  await page.context().clearCookies();
  await page.goto(`${demo.server.base}/hermes/login`);
  await answerSignIn(page, person.user_name, person.password);
  await page.waitForURL(/\/profile\/duties/);
  expect([...faults, ...(await faultsOf(page, "/profile/duties"))]).toEqual([]);
});
