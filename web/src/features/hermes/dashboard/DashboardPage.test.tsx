import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { testDashboard } from "./testDashboard";

const upload = (n: number) => ({
  id: `d${n}`,
  dataset_name: `Study ${n}`,
  phenotype: "ALLHF",
  status: n === 1 ? "READY FOR REVIEW" : "REVIEW APPROVED",
  review_state: { reviewer: "", step: n === 1 ? "changes_requested" : "none" },
  uploaded_at: `2026-11-0${n}T12:00:00Z`,
  uploaded_by: "analyst1",
});

const answers = {
  "GET /api/hermes/dashboard": testDashboard(),
  "GET /api/hermes/uploads": { items: [upload(2), upload(1)], total: 2, summary: testDashboard().summary },
  "GET /api/hermes/phenotypes": { items: [{ name: "ALLHF", description: "All heart failure", dichotomous: true }] },
};

const card = async (name: string) => within(await screen.findByRole("region", { name }));

/** The filters of the list that a link leads to. */
const filtersOf = (link: HTMLElement) =>
  Object.fromEntries(new URL(link.getAttribute("href") ?? "", "http://x").searchParams);

test("the latest uploads with their reports, and how many stand where", async () => {
  const { asked } = renderApp("/hermes/dashboard", answers);
  const recent = await card("Recently added");
  const rows = recent.getAllByRole("row").slice(1);
  await waitFor(() =>
    expect(rows[0]?.textContent).toBe("Study 22 Nov 2026analyst1All heart failureAccepted, report of Study 2"),
  );
  expect(rows[1]?.textContent).toContain("Changes requested");
  expect(recent.getByRole("link", { name: /, report of Study 1$/ }).getAttribute("href")).toBe("/hermes/qc/d1");

  const byStatus = await card("Submissions by status");
  expect(byStatus.getAllByRole("link").map((link) => link.textContent)).toEqual(["Ready for review2", "Accepted10"]);
  expect(filtersOf(byStatus.getByRole("link", { name: /Ready/ }))).toEqual({ status: '["READY FOR REVIEW"]' });
  const query = new URL(asked.find((request) => request.url.includes("/api/hermes/uploads"))?.url ?? "").searchParams;
  expect([query.get("limit"), query.get("sort")]).toEqual(["5", "-uploaded_at"]);
  expect(await accessFaults()).toEqual([]);
});

test("what waits on whom leads to the files and to the list of them", async () => {
  renderApp("/hermes/dashboard", answers);
  const waiting = await card("Waiting on Reviewers");
  expect(filtersOf(waiting.getByRole("link", { name: "2 files" }))).toEqual({ waiting: '["reviewer"]' });
  expect(waiting.getByRole("link", { name: "Study 1" }).getAttribute("href")).toBe("/hermes/qc/d1");
  expect((await card("Waiting on Uploaders")).getByText("Nothing waits")).toBeTruthy();
});

test("a file that a reviewer asks changes of says so where it waits for its uploader", async () => {
  const dashboard = testDashboard();
  const [reviewer] = dashboard.waiting;
  const asked = { waiting_on: "uploader" as const, files: 1, oldest: reviewer?.oldest ?? [] };
  renderApp("/hermes/dashboard", { ...answers, "GET /api/hermes/dashboard": testDashboard({ waiting: [asked] }) });
  expect((await card("Waiting on Uploaders")).getByText("PREVEND · Changes requested · analyst1")).toBeTruthy();
});

test("a cell of the coverage says files and N, leads to them, and can be split by sex and cohort", async () => {
  const { router } = renderApp("/hermes/dashboard", answers);
  const coverage = await card("Coverage");
  const row = within(await coverage.findByRole("row", { name: /All heart failure/ }));
  // Three accepted, one on its way, and the people of the three.
  expect(row.getAllByRole("cell")[0]?.textContent).toBe("3+14,321");
  const accepted = row.getAllByRole("link", { name: "3 accepted files" })[0] as HTMLElement;
  expect(filtersOf(accepted)).toEqual({ phenotype: '["ALLHF"]', ancestry: '["EU"]', status: '["REVIEW APPROVED"]' });

  await userEvent.click(coverage.getByRole("radio", { name: "By cohort" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ split: "cohort" }));
  const cohort = within(await coverage.findByRole("row", { name: /PREVEND/ }));
  expect(filtersOf(cohort.getAllByRole("link")[0] as HTMLElement)).toMatchObject({ q: "PREVEND" });
});

test("outliers, throughput, jobs and reference data say what the server counted", async () => {
  renderApp("/hermes/dashboard", answers);
  const outliers = await card("Outliers");
  expect(outliers.getByText("1 of 10 accepted files")).toBeTruthy();
  await waitFor(() =>
    expect(outliers.getAllByRole("row")[1]?.textContent).toBe(
      "Study 9All heart failure1.312–1.204 ± 0.0110.62λ is 1.312.",
    ),
  );
  const throughput = await card("Throughput");
  const rows = throughput.getAllByRole("row").map(({ children }) => [...children].map((cell) => cell.textContent));
  expect(rows.slice(0, 3)).toEqual([
    ["Month", "Submitted", "Accepted", "Rejected", "Days"],
    ["Nov 2026", "11", "2", "1", "3.3"],
    ["Oct 2026", "10", "0", "0", "–"],
  ]);
  expect(rows.at(-1)).toEqual(["All", "66", "2", "1", "3.3"]);
  expect((await card("Jobs")).getByText("2 on 1 server")).toBeTruthy();
  expect(
    (await card("Reference data")).getByRole("row", { name: "Panel 1000 Genomes EUR GRCh37 EUR phase 3" }),
  ).toBeTruthy();
});

test("the number of rows is in the address, beside the split", async () => {
  const { router, asked } = renderApp("/hermes/dashboard?rows=7&split=sex", answers);
  await userEvent.click(await screen.findByRole("radio", { name: "20 rows" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ rows: 20, split: "sex" }));
  await waitFor(() => expect(asked.some((request) => request.url.includes("limit=20"))).toBe(true));
});

test("nothing yet: what this place is for, and the first action", async () => {
  const none = {
    files: 0,
    cohorts: 0,
    waiting_for_review: 0,
    waiting_for_uploader: 0,
    waiting_for_you: 0,
    by_status: {},
  };
  renderApp("/hermes/dashboard", { ...answers, "GET /api/hermes/dashboard": testDashboard({ summary: none }) });
  expect(await screen.findByRole("heading", { name: "No submissions yet" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Upload the first file" }).getAttribute("href")).toBe("/hermes/new");
  expect(screen.queryByRole("region", { name: "Coverage" })).toBeNull();
});

test("a failure says what happened, and can be tried again", async () => {
  renderApp("/hermes/dashboard", {
    ...answers,
    "GET /api/hermes/dashboard": () => refused(503, "The server is busy."),
  });
  expect(await screen.findByRole("heading", { name: "The dashboard could not be loaded" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
