import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const upload = (n: number) => ({
  id: `d${n}`,
  dataset_name: `Study ${n}`,
  phenotype: "ALLHF",
  status: n === 1 ? "READY FOR REVIEW" : "REVIEW APPROVED",
  uploaded_at: `2026-11-0${n}T12:00:00Z`,
  uploaded_by: "analyst1",
});

const list = {
  items: [upload(2), upload(1)],
  total: 2,
  summary: {
    files: 12,
    cohorts: 3,
    waiting_for_review: 2,
    waiting_for_uploader: 0,
    by_status: { "REVIEW APPROVED": 10, "READY FOR REVIEW": 2 },
  },
};
const phenotypes = { items: [{ name: "ALLHF", description: "All heart failure", dichotomous: true }] };

test("the latest uploads with their reports, and how many stand where", async () => {
  const { asked } = renderApp("/hermes/dashboard", {
    "GET /api/hermes/uploads": list,
    "GET /api/hermes/phenotypes": phenotypes,
  });
  const recent = within(await screen.findByRole("region", { name: "Recently added" }));
  const rows = recent.getAllByRole("row").slice(1);
  await waitFor(() =>
    expect(rows[0]?.textContent).toBe("Study 211/02/2026analyst1All heart failureAccepted, report of Study 2"),
  );
  expect(recent.getByRole("link", { name: /, report of Study 1$/ }).getAttribute("href")).toBe("/hermes/qc/d1");

  const byStatus = within(screen.getByRole("region", { name: "Data sets by status" }));
  expect(byStatus.getAllByRole("link").map((link) => link.textContent)).toEqual(["Ready for review2", "Accepted10"]);
  expect(byStatus.getByRole("link", { name: /Ready/ }).getAttribute("href")).toBe(
    `/hermes?status=${encodeURIComponent('["READY FOR REVIEW"]').replaceAll("%20", "+")}`,
  );
  const query = new URL(asked.find((request) => request.url.includes("/api/hermes/uploads"))?.url ?? "").searchParams;
  expect([query.get("limit"), query.get("sort")]).toEqual(["5", "-uploaded_at"]);
  expect(await accessFaults()).toEqual([]);
});

test("the number of rows is in the address", async () => {
  const { router, asked } = renderApp("/hermes/dashboard?rows=7", { "GET /api/hermes/uploads": list });
  await userEvent.click(await screen.findByRole("radio", { name: "20 rows" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ rows: 20 }));
  await waitFor(() => expect(asked.some((request) => request.url.includes("limit=20"))).toBe(true));
});

test("nothing yet: what this place is for, and the first action", async () => {
  const none = { ...list, items: [], total: 0, summary: { ...list.summary, files: 0, by_status: {} } };
  renderApp("/hermes/dashboard", { "GET /api/hermes/uploads": none });
  expect(await screen.findByRole("heading", { name: "No data sets yet" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Upload the first file" }).getAttribute("href")).toBe("/hermes/new");
});

test("a failure says what happened, and can be tried again", async () => {
  renderApp("/hermes/dashboard", { "GET /api/hermes/uploads": () => refused(503, "The server is busy.") });
  expect(await screen.findByRole("heading", { name: "The data sets could not be loaded" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
