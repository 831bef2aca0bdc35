import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { openList, t2d } from "./testing";

test.each([
  ["nothing at all", "/datasets", "No data sets yet", "Register a data set"],
  ["nothing of mine", "/datasets?scope=mine", "You have not registered a data set", "Import from a sheet"],
  ["nothing shared", "/datasets?scope=shared", "Nothing is shared with you", undefined],
  ["nothing public", "/datasets?scope=public", "No data set is public", undefined],
  ["an empty bin", "/datasets?scope=bin", "The bin is empty", undefined],
])("%s", async (_case, address, title, action) => {
  openList([], {}, address);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  if (action) expect(screen.getByRole("link", { name: action })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(await accessFaults()).toEqual([]);
});

test("nothing matches: the filters can be cleared", async () => {
  const { router } = openList([], {}, "/datasets?q=xyz&scope=mine");
  await userEvent.click(await screen.findByRole("button", { name: "Clear search and filters" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ scope: "mine" }));
});

test("a list that cannot be read says so and asks again", async () => {
  let up = false;
  openList([], {
    "GET /api/datasets": () => (up ? { items: [t2d], total: 1 } : refused(500, "The database did not answer.")),
  });
  expect(await screen.findByText(/The database did not answer/, {}, { timeout: 5000 })).toBeTruthy();
  up = true;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "T2D in Lakeland" })).toBeTruthy();
});

test("an account without a role in the registry is told so, and nothing of it is asked for", async () => {
  const member = person({ groups: ["hermes", "sgc"], areas: ["hermes", "sgc"] });
  const { asked } = renderApp("/datasets", { "GET /api/is-logged-in": member });
  expect(await screen.findByRole("heading", { name: "403 Forbidden" })).toBeTruthy();
  expect(screen.getByText(/Your account has no role in the registry/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Register a data set" })).toBeNull();
  expect(asked.filter(({ url }) => new URL(url).pathname.startsWith("/api/dataset"))).toEqual([]);
});
