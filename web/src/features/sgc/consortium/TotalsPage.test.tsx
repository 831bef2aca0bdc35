import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answer, refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { behind, catchSaves, contact, count, openSgc, pair, total } from "./testing";

const hidden = true;
const page = "/sgc/phenotype-case-totals";
const api = "/api/sgc/phenotype-case-counts-by-sex";

const of = (low: number, high: number, cohorts: number) => ({
  cases: count(low, high),
  cases_hidden: (high - low) / 4,
  controls: count(90_000),
  controls_hidden: 0,
  effective_n: count(low * 2, high * 2),
  cohorts,
});
const totals = {
  items: [
    total("PSOR", {
      description: "Psoriasis",
      male: of(600, 604, 2),
      female: of(604, 608, 3),
      both: of(1204, 1212, 3),
    }),
    total("ZOSTER", { male: of(7, 7, 1) }),
    total("UNUSED"),
  ],
};

function open(answers: Record<string, Answer> = {}, address = page, user?: object) {
  return openSgc(address, { [`GET ${api}`]: totals, ...answers }, user);
}

const codes = () => screen.getAllByRole("rowheader").map((cell) => cell.querySelector("button")?.textContent);

test("totals by sex as ranges, with the state of the consortium in a sentence", async () => {
  open();
  expect(await screen.findByText("1,204–1,212")).toBeTruthy();
  expect(
    await screen.findByText("3 cohorts, 1 validated · 211,728 people in all cohorts · 2 of 3 phenotypes with cases."),
  ).toBeTruthy();
  expect(
    screen.getByRole("button", { name: "600–604 cases, males, hidden in 1 of 2 cohorts: show the cohorts of PSOR" }),
  ).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: /^Both sexes derived/ })).toBeTruthy();
  expect(screen.getByText(/a range that contains the true number/)).toBeTruthy();
  expect(codes()).toEqual(["PSOR", "UNUSED", "ZOSTER"]);
  expect(screen.getByText("1 with males only")).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
});

test("search, order and filters stand in the address", async () => {
  const { router, asked } = open();
  await userEvent.click(await screen.findByRole("button", { name: "Males: Cases" }));
  await userEvent.click(screen.getByRole("button", { name: /^Males: Cases/ }));
  await waitFor(() => expect(codes()).toEqual(["UNUSED", "ZOSTER", "PSOR"]));
  await userEvent.click(screen.getByLabelText("Hide phenotypes without cases"));
  await waitFor(() => expect(codes()).toEqual(["ZOSTER", "PSOR"]));
  await userEvent.type(screen.getByRole("searchbox"), "psoriasis");
  await waitFor(() => expect(codes()).toEqual(["PSOR"]));
  await userEvent.click(screen.getByLabelText("Only validated cohorts"));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ sort: "male_cases", cases: true, q: "psoriasis", validated: true }),
  );
  expect(asked.some((request) => request.url.includes(`${api}?validated=true`))).toBe(true);
  expect(await screen.findByText(/Only validated cohorts are counted below/)).toBeTruthy();
});

test("nothing matches: one click takes the filters away", async () => {
  open({}, `${page}?q=nothing`);
  await userEvent.click(await screen.findByRole("button", { name: "Clear search and filters" }));
  expect(await screen.findByText("1,204–1,212")).toBeTruthy();
});

test("a number opens the cohorts behind it, with a link to each", async () => {
  const rows = [
    behind({ sex: "male", cases: count(0, 4) }),
    behind({ sex: "female", cases: count(100) }),
    behind({ sex: "both", cases: count(100, 104) }),
    behind({ cohort_id: "k2", name: "Northern Registry", validated: false, sex: "male", cases: count(600) }),
  ];
  const { router } = open({ [`GET ${api}/PSOR`]: { items: rows } });
  await userEvent.click(
    await screen.findByRole("button", {
      name: "600–604 cases, males, hidden in 1 of 2 cohorts: show the cohorts of PSOR",
    }),
  );
  const drawer = within(await screen.findByRole("dialog", { name: "PSOR: cohorts behind the totals", hidden }));
  const table = within(await drawer.findByRole("table", { name: "2 cohorts, males", hidden }));
  expect(table.getAllByRole("row", { hidden }).map((line) => line.textContent)).toEqual([
    "CohortCases Controls Effective N ",
    "Northern Registry Not validatedada@example.org600900360",
    "Lakeland Biobank Validatedada@example.org<5900360",
    "2 cohorts, males600–6041 hidden90,0001,200–1,208",
  ]);
  expect(table.getByRole("link", { name: "Northern Registry", hidden }).getAttribute("href")).toBe("/sgc/view/k2");
  expect(router.state.location.search).toEqual({ behind: "PSOR", sex: "male" });
  await userEvent.click(drawer.getByRole("radio", { name: "Both sexes", hidden }));
  expect(await drawer.findByRole("cell", { name: "100–104", hidden })).toBeTruthy();
  expect(drawer.getByRole("cell", { name: "Females are missing", hidden })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("what is exported is what is shown", async () => {
  const saved = catchSaves();
  open({}, `${page}?q=zoster`);
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  expect(await screen.findByText("The 1 row shown")).toBeTruthy();
  await userEvent.click(screen.getByRole("menuitem", { name: /^CSV/, hidden }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((await saved[0]?.text())?.trim().split("\r\n").slice(1)).toEqual([
    "ZOSTER,About ZOSTER,no,7,7,0,90000,90000,0,14,14,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
  ]);
});

test("the bars are buttons that open the cohorts", async () => {
  const { router } = open({ [`GET ${api}/PSOR`]: { items: [behind()] } });
  await userEvent.click(await screen.findByRole("tab", { name: "Most cases" }));
  const bars = await screen.findAllByRole("button", { name: /Show the cohorts\.$/ });
  expect(bars.map((bar) => bar.getAttribute("aria-label")?.split(":")[0])).toEqual([
    "PSOR, Psoriasis",
    "ZOSTER, About ZOSTER",
  ]);
  expect(await accessFaults()).toEqual([]);
  await userEvent.click(bars[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.search).toEqual({ view: "top", behind: "PSOR" }));
});

test("co-occurrence over all cohorts: arrow keys read the cells out", async () => {
  const { asked } = open({
    "GET /api/sgc/cooccurrence": {
      items: [
        pair("PSOR", "ZOSTER", count(13), { cohorts: 2, hidden: 0 }),
        pair("ACNE", "PSOR", count(0, 4), { cohorts: 1, hidden: 1 }),
      ],
      males_only: 1204,
      females_only: 0,
    },
  });
  await userEvent.click(await screen.findByRole("tab", { name: "Co-occurrence" }));
  const cells = await screen.findByRole("application", { name: "Cells of Co-occurrence, both sexes" });
  fireEvent.focus(cells);
  expect(await screen.findByText("ACNE with itself is not counted")).toBeTruthy();
  fireEvent.keyDown(cells, { key: "ArrowRight" });
  expect(screen.getByText("ACNE and PSOR: fewer than 5 people, hidden in 1 of 1 cohort (both sexes)")).toBeTruthy();
  fireEvent.keyDown(cells, { key: "ArrowDown" });
  fireEvent.keyDown(cells, { key: "End" });
  expect(screen.getByText("PSOR and ZOSTER: 13 people (both sexes)")).toBeTruthy();
  expect(within(screen.getByRole("tooltip")).getByText("13")).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
  expect(screen.getByText("Not in it, as the other sex is missing: 1,204 pairs of males only.")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Males" }));
  await screen.findByRole("heading", { name: "Co-occurrence, males" });
  expect(asked.some((request) => request.url.includes("/api/sgc/cooccurrence?sex=male"))).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Table" }));
  expect(screen.getByRole("row", { name: "PSOR ZOSTER 13 2 0" })).toBeTruthy();
});

test("without any pair the page says what will be here", async () => {
  open({ "GET /api/sgc/cooccurrence": { items: [], males_only: 0, females_only: 0 } }, `${page}?view=cooccurrence`);
  expect(await screen.findByText("No co-occurrence yet")).toBeTruthy();
});

test("totals that cannot be read say so", async () => {
  open({ [`GET ${api}`]: () => refused(500, "The database is away.") });
  expect(await screen.findByText("The totals could not be loaded")).toBeTruthy();
});

test("only reviewers get in", async () => {
  open({}, page, contact);
  expect(await screen.findByText(/Only SGC reviewers can see totals over all cohorts/)).toBeTruthy();
});
