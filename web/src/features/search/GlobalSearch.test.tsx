import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type Answer, admin, person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const hit = (kind: string, title: string, address: string, more: object = {}) => ({
  kind,
  title,
  subtitle: "",
  address,
  ...more,
});

const group = (kind: string, title: string, hits: object[] = [], more: object = {}) => ({
  kind,
  title,
  hits,
  total: hits.length,
  failed: false,
  ...more,
});

/** A server that knows one data set, and a kind that these pages have never heard of. */
const groups = (q: string) => {
  const found = q === "biobank";
  return [
    group(
      "hermes-dataset",
      "Data sets in HERMES",
      found
        ? [hit("hermes-dataset", "North Biobank", "/hermes/qc/q1", { match: { field: "File", text: "biobank.tsv" } })]
        : [],
      found ? { total: 1234, all: "/hermes?q=biobank" } : {},
    ),
    group(
      "gene",
      "Genes",
      found ? [hit("gene", "FTO", "/hermes/phenotypes?q=FTO", { subtitle: "16q12 biobank" })] : [],
    ),
  ];
};

const server: Record<string, Answer> = {
  "GET /api/is-logged-in": admin,
  "GET /api/search": (request) => ({ groups: groups(new URL(request.url).searchParams.get("q") ?? "") }),
};

async function openSearch(answers = server, path = "/tools") {
  const app = renderApp(path, answers);
  await screen.findByRole("button", { name: "Search" });
  await userEvent.keyboard("{Control>}k{/Control}");
  const dialog = within(await screen.findByRole("dialog", { name: "Search" }, { timeout: 10_000 }));
  return { ...app, dialog, box: dialog.getByRole("combobox", { name: "Search" }) };
}

const results = () => within(screen.getByRole("listbox", { name: "Results" }));
const options = () =>
  results()
    .queryAllByRole("option")
    .map((option) => option.textContent);
const chosen = () => screen.queryByRole("option", { selected: true })?.textContent;

beforeAll(() => Promise.all([import("./SearchDialog"), import("./Shortcuts")])); // the first reading takes its time
afterEach(() => localStorage.clear());

test("finds what the server finds, of kinds it does not know too; arrow keys and Enter open it", async () => {
  const { dialog, box, router } = await openSearch();
  expect(document.activeElement).toBe(box);
  await userEvent.type(box, "  BIOBANK ");
  await screen.findByRole("option", { name: /FTO/ });
  expect(dialog.getAllByRole("group").map((one) => one.getAttribute("aria-labelledby"))).toHaveLength(2);
  expect(options()).toEqual(["North BiobankFile: biobank.tsv", "Show all 1,234", "FTO16q12 biobank"]);
  expect(dialog.getByText("Biobank").tagName).toBe("MARK");
  expect(dialog.getByRole("status").textContent).toBe("2 results");
  expect(chosen()).toBe("North BiobankFile: biobank.tsv");
  expect(box.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard("{ArrowUp}");
  expect(chosen()).toBe("FTO16q12 biobank");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(router.state.location.href).toBe("/hermes/phenotypes?q=FTO"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("before anything is typed: pages of the menus, what can be looked for, and what was opened last", async () => {
  const first = await openSearch();
  expect(await first.dialog.findByText(/look for: pages, data sets in HERMES and genes\./)).toBeTruthy();
  expect(options()).toContain("Audit trailRegistry · Administration");
  await userEvent.type(first.box, "audit{Enter}");
  await waitFor(() => expect(first.router.state.location.pathname).toBe("/admin/audit"));
  await screen.findByRole("heading", { level: 1, name: "Audit trail" });
  await userEvent.keyboard("{Control>}k{/Control}");
  const again = within(await screen.findByRole("dialog", { name: "Search" }, { timeout: 10_000 }));
  expect(options()[0]).toBe("Audit trailRegistry · Administration");
  await userEvent.click(again.getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(options()[0]).toBe("DashboardHERMES"));
  expect(localStorage.getItem("cohortium-recent-searches")).toBeNull();
});

test("what another user opened in this browser is not shown", async () => {
  const places = [{ kind: "x", title: "Secret", subtitle: "", address: "/tools" }];
  localStorage.setItem("cohortium-recent-searches", JSON.stringify({ of: "another", places }));
  await openSearch();
  expect(options()).not.toContain("Secret");
});

test("pages are those that this person sees", async () => {
  const { box } = await openSearch({ ...server, "GET /api/is-logged-in": person() }, "/hermes/changepassword");
  await userEvent.type(box, "users");
  await screen.findByText("Nothing found for “users”");
  expect(screen.getByText(/Searched: pages, data sets in HERMES and genes\./)).toBeTruthy();
});

test("a kind that failed is named beside the others, and can be searched again", async () => {
  let broken = true;
  const { box } = await openSearch({
    ...server,
    "GET /api/search": () => ({
      groups: [
        broken ? group("cohort", "Cohorts", [], { failed: true }) : group("cohort", "Cohorts"),
        group("study", "Studies", [hit("study", "Zeta", "/datasets?study=s1")]),
      ],
    }),
  });
  await userEvent.type(box, "zeta");
  await screen.findByText("Search is not available at the moment.");
  expect(options()).toEqual(["Zeta"]);
  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Search again" }));
  await waitFor(() => expect(screen.queryByText("Search is not available at the moment.")).toBeNull());
});

test("without the server, pages are still found, and it says so", async () => {
  const { box } = await openSearch({ ...server, "GET /api/search": () => refused(500, "The disk is full.") });
  await userEvent.type(box, "audit");
  const said = await screen.findByText(/Only pages could be searched\. The disk is full\./, {}, { timeout: 5000 });
  expect(said.closest('[role="alert"]')).not.toBeNull();
  await waitFor(() => expect(options()).toEqual(["Audit trailRegistry · Administration"]));
});

test("/ opens it where nothing is typed; Escape closes it", async () => {
  renderApp("/tools", server);
  await screen.findByRole("button", { name: "Search" });
  await userEvent.keyboard("/");
  await screen.findByRole("dialog", { name: "Search" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.click(screen.getAllByRole("button", { name: "Search" })[0] as HTMLElement);
  await screen.findByRole("dialog", { name: "Search" });
});

test("with a token of the SGC area alone, the token asks", async () => {
  localStorage.setItem("sgcAuthToken", "t1");
  const user = { id: 1, username: "c1", roles: ["sgc-uploader"], permissions: ["sgc-upload-data"] };
  const asked: (string | null)[] = [];
  const { box } = await openSearch(
    {
      "GET /api/is-logged-in": () => refused(401, "No."),
      "GET /api/auth/verify/": { user },
      "GET /api/search": (request) => {
        asked.push(request.headers.get("Authorization"));
        return { groups: [group("cohort", "Cohorts", [hit("cohort", "Fjord", "/sgc/view/c1")])] };
      },
    },
    "/sgc/phenotypes",
  );
  await userEvent.type(box, "fjord");
  await screen.findByRole("option", { name: "Fjord" });
  expect(new Set(asked)).toEqual(new Set(["Bearer t1"]));
});
