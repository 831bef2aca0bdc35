import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { type Answer, admin, person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const curator = person({
  user_name: "curator1",
  roles: ["curator"],
  groups: ["datasets"],
  areas: ["datasets"],
  permissions: ["viewAllDatasets"],
});

const as = (user: object): Record<string, Answer> => ({ "GET /api/is-logged-in": user });
/** The bar; the head of a page is a `header` as well, inside of the main part. */
const bar = async () => within((await screen.findAllByRole("banner"))[0] as HTMLElement);
const texts = (elements: HTMLElement[]) => elements.map((element) => element.textContent);

/** The entries of the menu that is open. The test browser has no layout, so that the kit takes the menu for scrolled away. */
const entries = () => screen.getAllByRole("menuitem", { hidden: true });

async function open(name: string | RegExp): Promise<(string | null)[]> {
  await screen.findByRole("heading", { level: 1 });
  await userEvent.click((await bar()).getByRole("button", { name }));
  await waitFor(entries);
  return texts(entries());
}

describe("the bar", () => {
  test("has the places of the area; the current one is marked", async () => {
    renderApp("/tools", as(admin));
    const nav = within((await bar()).getByRole("navigation", { name: "Registry" }));
    expect(texts(nav.getAllByRole("link"))).toEqual(["Data sets", "Create", "Tools"]);
    expect(texts(nav.getAllByRole("button"))).toEqual(["Help", "Administration"]);
    const current = nav.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
    expect(texts(current)).toEqual(["Tools"]);
    expect(await open("Administration")).toEqual([
      "Overview",
      "Users",
      "Names and logos",
      "Rules for results",
      "Storage by account",
      "Audit trail",
      "Reference data",
      "First steps",
    ]);
  });

  test("administration is there for administrators alone", async () => {
    renderApp("/tools", as(curator));
    expect(await open("Help")).toEqual(["Documentation", "API reference", "Example file"]);
    expect((await bar()).queryByRole("button", { name: "Administration" })).toBeNull();
  });

  test("the areas that one may enter are a menu", async () => {
    const { router } = renderApp("/tools", as(admin));
    expect(await open(/^Area/)).toEqual(["HERMES", "SGC", "Registry"]);
    await userEvent.click(entries()[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
    expect((await bar()).getByRole("link", { name: "Submissions" }).getAttribute("aria-current")).toBe("page");
  });

  test("a single area is a word", async () => {
    renderApp("/tools", as(curator));
    expect((await bar()).queryByRole("button", { name: /^Area/ })).toBeNull();
  });

  test("SGC: More is there for those who have something in it", async () => {
    localStorage.setItem("sgcAuthToken", "t1");
    const user = { id: 1, username: "c1", roles: ["sgc-reviewer"], permissions: ["sgc-review-data", "sgc-add-user"] };
    renderApp("/sgc/phenotypes", { ...as(() => refused(401, "No.")), "GET /api/auth/verify/": { user } });
    expect(await open("More")).toEqual(["Completeness", "Archive"]);
    for (const name of ["Case totals", "Users"]) expect((await bar()).getByRole("link", { name })).toBeTruthy();
    expect((await bar()).getByRole("link", { name: "Phenotypes" }).getAttribute("aria-current")).toBe("page");
    expect((await bar()).getByRole("button", { name: "Sign out" })).toBeTruthy();
  });
});

describe("the account menu", () => {
  test.each<[string, object, string[], string[]]>([
    ["limited to HERMES", person(), ["/hermes/profile", "/hermes/changepassword"], ["Profile", "Change password"]],
    ["of several areas", admin, ["/profile", "/hermes/changepassword"], ["Profile", "Change password"]],
    ["of an external provider", person({ is_internal: false }), ["/hermes/profile"], ["Profile"]],
  ])("of an account %s", async (_who, user, addresses, words) => {
    renderApp("/hermes/changepassword", as(user));
    const items = await open(/account of/);
    expect(items).toEqual([...words, expect.stringContaining("colours"), "Keyboard shortcuts", "Sign out"]);
    const links = entries().filter((item) => item.hasAttribute("href"));
    expect(links.map((link) => link.getAttribute("href"))).toEqual(addresses);
  });
});

describe("the menu of narrow screens", () => {
  test("takes the focus, gives it back, and closes when one goes somewhere", async () => {
    const { router } = renderApp("/tools", as(admin));
    const opener = (await bar()).getByRole("button", { name: "Menu" });
    await userEvent.click(opener);
    const drawer = await screen.findByRole("dialog", { name: "Registry" });
    expect(opener.getAttribute("aria-expanded")).toBe("true");
    await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement === opener).toBe(true));

    await userEvent.click(opener);
    const again = within(await screen.findByRole("dialog"));
    expect(texts(again.getAllByRole("heading", { level: 3 }))).toEqual(["Help", "Administration", "Other areas"]);
    await userEvent.click(again.getByRole("link", { name: "Create" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/create"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

test("breadcrumb, heading and tab come from the route", async () => {
  const none: string[] = [];
  const codes = {
    data_type: none,
    genome_build: none,
    ancestry: none,
    sex: none,
    status: none,
    data_source_type: none,
    sharing: none,
  };
  renderApp("/datasets/import", { ...as(curator), "GET /api/dataset-codes": codes });
  expect(await screen.findByRole("heading", { name: "Import from a sheet", level: 1 })).toBeTruthy();
  const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(texts(crumbs.getAllByRole("listitem"))).toEqual(["Data sets", "Import from a sheet"]);
  expect(crumbs.getByRole("link", { name: "Data sets" }).getAttribute("href")).toBe("/datasets");
  expect(document.title).toBe("Import from a sheet · Cohortium");
});

test("the footer says version and licence, and the first stop of the keyboard skips to the content", async () => {
  renderApp("/tools", as(curator));
  expect(await screen.findByText(/Cohortium 1\.2\.3 .* Apache License 2\.0/)).toBeTruthy();
  await userEvent.tab();
  expect(document.activeElement?.getAttribute("href")).toBe("#content");
  expect(document.getElementById("content")?.tagName).toBe("MAIN");
});

test.each([
  "/datasets",
  "/datasets/new",
  "/datasets/d1",
  "/configbuilder",
  "/byor",
  "/tools",
  "/create",
  "/minibioindex/new",
  "/minibioindex/i1",
  "/nothing",
])("%s is accessible", async (path) => {
  renderApp(path, as(admin));
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(screen.queryByText("Loading")).toBeNull());
  expect(await accessFaults()).toEqual([]);
});

test.each([
  ["/browse/region/4:110900000-112100000", "region"],
  ["/browse/gene/PITX2", "gene"],
  ["/browse/variant/4:111710169:T:C", "variant"],
  ["/browse/compare", "compare"],
])("the breadcrumb of %s leads back to where one came from", async (path, who) => {
  const crumbs = () => {
    const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" })).queryAllByRole("link");
    return trail.map((link) => `${link.textContent} ${link.getAttribute("href")}`);
  };
  const answers = as({ ...curator, id: `curator of ${who}` });
  const opened = renderApp(path, answers);
  await waitFor(() => expect(crumbs()).toEqual(["Data sets /datasets"]));
  opened.unmount();

  const { router } = renderApp("/minibioindex?q=lipids", answers);
  await screen.findByRole("heading", { name: "Indexes", level: 1 });
  await router.navigate({ href: path });
  await waitFor(() => expect(crumbs()).toEqual(["Tools /tools", "Indexes /minibioindex?q=lipids"]));
});
