import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { person, renderApp } from "@/test-app";
import { freezeRowFor } from "../testFreeze";

const reviewer = person({ roles: ["reviewer"], permissions: ["runMetaAnalysis", "viewAllUploads"] });
const analyst = person({ roles: ["analyst"], permissions: ["viewAllUploads"] });

test("a list without freezes explains what they are and offers the first", async () => {
  renderApp("/hermes/freezes", {
    "GET /api/is-logged-in": reviewer,
    "GET /api/hermes/freezes": { items: [], total: 0 },
  });
  expect(await screen.findByText(/^A freeze is a release of the consortium/)).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "New freeze" })).toHaveLength(1);
});

test("each freeze is listed with its deadline, results and state", async () => {
  const items = [freezeRowFor(), freezeRowFor({ id: "f0", state: "published", public_name: "release-3" })];
  renderApp("/hermes/freezes", {
    "GET /api/is-logged-in": analyst,
    "GET /api/hermes/freezes": { items, total: 2 },
  });
  expect(await screen.findByText("2 freezes · 1 running")).toBeTruthy();
  const row = within(screen.getByRole("table")).getAllByRole("row")[1] as HTMLElement;
  expect(row.textContent).toContain("15 Oct 2026");
  expect(row.textContent).toContain("48 of 50");
  expect(within(row).getByText("Running")).toBeTruthy();
  expect(screen.getByRole("link", { name: "release-3" }).getAttribute("href")).toBe("/p/freezes/release-3");
  // Analysts read freezes, and do not make them.
  expect(screen.queryByRole("link", { name: "New freeze" })).toBeNull();
});

test("the filter shows the number of freezes in each state, read when it is opened", async () => {
  const { asked } = renderApp("/hermes/freezes?q=release&sort=name", {
    "GET /api/is-logged-in": analyst,
    "GET /api/hermes/freezes": (request) => ({
      items: [freezeRowFor()],
      total: 1,
      ...(new URL(request.url).searchParams.has("facets") && { facets: { state: { running: 1200 } } }),
    }),
  });
  const filter = await screen.findByRole("button", { name: "State" });
  const counted = () => asked.map(({ url }) => new URL(url)).filter((url) => url.searchParams.has("facets"));
  expect(counted()).toEqual([]);
  await userEvent.click(filter);
  expect(await screen.findByRole("checkbox", { name: "Running (1,200)", hidden: true })).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: "Draft (0)", hidden: true })).toBeTruthy();
  expect(counted().map(({ search }) => search)).toEqual(["?limit=1&q=release&facets=true"]);
});
