import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import * as csv from "@/lib/text/csv";
import { refused } from "@/test-app";
import { kinds } from "../../kinds";
import { cohortList, cohortRow, open, reviewer, uploader } from "../testing";

const path = "GET /api/sgc/cohorts";
// Nothing is laid out here, so the kit takes a menu for one whose button has scrolled out of sight.
const hidden = true;

test("the list says how the consortium stands and which files are missing", async () => {
  const rows = [cohortRow(), cohortRow({ id: "c2", name: "Hill Study", status: "validated", kinds: [...kinds] })];
  open("/sgc", { [path]: cohortList(rows) }, reviewer);
  expect(await screen.findByText("2 cohorts · 423,456 people · 1 validated, 1 incomplete")).toBeTruthy();
  const files = screen.getByRole("button", { name: /files of Lakeland Biobank: 3 of 5: missing/ });
  expect(files.textContent).toContain("3 of 5");
  await userEvent.click(files);
  expect(await screen.findByText("Co-occurrence, female")).toBeTruthy();
  expect(screen.getByText("all 5")).toBeTruthy();
  expect(screen.getAllByText("73,012")).toHaveLength(2);
  expect(screen.getAllByText("138,716")).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Completeness" })).toBeTruthy();
});

test("search, filters and sort stand in the address and are asked of the server", async () => {
  const { asked, router } = open("/sgc?status=incomplete&missing=cohort_description", {
    [path]: cohortList([cohortRow()]),
  });
  await screen.findByText("Lakeland Biobank");
  await userEvent.click(screen.getByRole("button", { name: /^People/ }));
  await userEvent.click(await screen.findByRole("button", { name: "ada@example.org" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: "total", owner: "ada@example.org" }));
  await waitFor(() => {
    const last = new URL(asked.filter((request) => request.url.includes("/sgc/cohorts")).at(-1)?.url ?? "");
    expect(Object.fromEntries(last.searchParams)).toMatchObject({
      sort: "total",
      owner: "ada@example.org",
      status: "incomplete",
      missing: "cohort_description",
    });
  });
  await userEvent.click(screen.getByRole("button", { name: "Clear Owner" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("owner"));
});

test("an old link to a page that is no more leads to the first", async () => {
  const { router } = open('/sgc?after=["gone"]', {
    [path]: (request) =>
      new URL(request.url).searchParams.has("cursor")
        ? refused(400, "This page of the list cannot be found.")
        : cohortList([cohortRow()]),
  });
  expect(await screen.findByText(/This page of the list cannot be found/)).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "First page" }));
  expect(await screen.findByText("Lakeland Biobank")).toBeTruthy();
  expect(router.state.location.search).not.toHaveProperty("after");
});

test("a cohort is deleted after a question that names it, and only where that is allowed", async () => {
  let rows = [cohortRow({ can: ["edit", "delete"] })];
  const { writes } = open(
    "/sgc",
    {
      [path]: () => cohortList(rows),
      "DELETE /api/sgc/cohorts/c1": () => {
        rows = [];
        return new Response(null, { status: 204 });
      },
    },
    reviewer,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Lakeland Biobank" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete…", hidden }));
  await screen.findByText("Delete Lakeland Biobank?");
  await userEvent.click(screen.getByRole("button", { name: "Delete cohort" }));
  expect(await screen.findByText("Lakeland Biobank was deleted.")).toBeTruthy();
  expect(await screen.findByText("No cohorts yet")).toBeTruthy();
  expect(writes()).toHaveLength(1);
});

test("a failed delete says so and leaves the cohort", async () => {
  open(
    "/sgc",
    {
      [path]: cohortList([cohortRow({ can: ["delete"] })]),
      "DELETE /api/sgc/cohorts/c1": () => refused(403, "Only reviewers of the consortium may delete cohorts."),
    },
    reviewer,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Lakeland Biobank" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete…", hidden }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete cohort" }));
  expect(await screen.findByText("Lakeland Biobank was not deleted")).toBeTruthy();
  expect(screen.getByText("Lakeland Biobank")).toBeTruthy();
});

test("an uploader sees no delete, and the empty state has the first action and the examples", async () => {
  const { unmount } = open("/sgc", { [path]: cohortList([cohortRow()]) });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Lakeland Biobank" }));
  expect(await screen.findByRole("menuitem", { name: "Edit", hidden })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Delete…", hidden })).toBeNull();
  expect(screen.queryByRole("link", { name: "Archive" })).toBeNull();
  unmount();
  open("/sgc", { [path]: cohortList([]) });
  expect((await screen.findByRole("link", { name: "Register a cohort" })).getAttribute("href")).toBe("/sgc/new");
  expect(screen.getByRole("link", { name: "Cases, male" }).getAttribute("href")).toBe(
    "/examples/sgc-cases_controls_male.csv",
  );
});

test("a list that fails is not an empty list; who may register none is told what will be here", async () => {
  const { unmount } = open("/sgc", { [path]: () => refused(500, "The database does not answer.") });
  expect(await screen.findByText("Cohorts could not be loaded")).toBeTruthy();
  expect(screen.queryByText("No cohorts yet")).toBeNull();
  unmount();
  open("/sgc", { [path]: cohortList([]) }, { ...uploader, roles: [], permissions: [] });
  expect(await screen.findByText(/Cohorts appear here when/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Register a cohort" })).toBeNull();
});

test("the export holds every cohort that matches, not only those of this page", async () => {
  const save = vi.spyOn(csv, "saveText").mockImplementation(() => {});
  const rows = Array.from({ length: 7 }, (_, at) => cohortRow({ id: `c${at}`, name: `Cohort ${at}` }));
  const { asked } = open("/sgc?status=incomplete&sort=-total", {
    [path]: (request) => {
      const start = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
      const next = start + 3 < rows.length ? { next_cursor: String(start + 3) } : {};
      return cohortList(rows.slice(start, start + 3), { total: rows.length, ...next });
    },
  });
  await screen.findByText("3 of 7");
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  const [name, text] = save.mock.calls[0] ?? [];
  expect(name).toBe("cohorts.csv");
  const lines = text?.trimEnd().split("\r\n") ?? [];
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(rows.map((row) => row.name));
  const read = asked.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === "/api/sgc/cohorts");
  const exported = read.filter(({ searchParams }) => searchParams.get("limit") === "200");
  expect(exported.map(({ searchParams }) => searchParams.get("cursor"))).toEqual([null, "3", "6"]);
  for (const { searchParams } of exported) {
    expect([searchParams.get("status"), searchParams.get("sort")]).toEqual(["incomplete", "-total"]);
  }
  expect(screen.getByText("3 of 7")).toBeTruthy();
});

test("an export that fails says so, and saves nothing", async () => {
  const save = vi.spyOn(csv, "saveText").mockImplementation(() => {});
  open("/sgc", {
    [path]: (request) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      return cursor
        ? refused(403, "You do not have permission to do this.")
        : cohortList([cohortRow()], { total: 2, next_cursor: "1" });
    },
  });
  await screen.findByText("1 of 2");
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText("The table was not exported")).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Export CSV" })).toBeTruthy();
});
