import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessFaults } from "@/test-axe";
import { indexOf, openIndexes } from "../testing";

const quota = { indexes: 1, most_indexes: 50, bytes: 491_100_000, most_bytes: 50_000_000_000 };

test("indexes in words, the room that is left, and what is asked stands in the address", async () => {
  const { asked, router } = openIndexes("/minibioindex", {
    "GET /api/indexes": () => ({ items: [indexOf()], total: 1, quota }),
  });
  expect((await screen.findByRole("link", { name: "Heart failure" })).getAttribute("href")).toBe("/minibioindex/i1");
  expect(screen.getByText("1 index of your own, 491 MB of 50 GB; at most 50.")).toBeTruthy();
  expect(screen.getByText("By region, gene or position")).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(asked.at(-1)?.url).toContain("sort=name"));
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(asked.at(-1)?.url).toContain("sort=-name"));
  await userEvent.click(screen.getByRole("link", { name: "Bin" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ scope: "bin", sort: "-name" }));
  await waitFor(() => expect(asked.at(-1)?.url).toContain("bin=true"));
});

test("nothing yet: what this is for and the first action", async () => {
  openIndexes("/minibioindex", {
    "GET /api/indexes": () => ({ items: [], total: 0, quota: { ...quota, indexes: 0 } }),
  });
  expect(await screen.findByText("No index yet")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "New index" })[0]?.getAttribute("href")).toBe("/minibioindex/new");
});

test("an index goes to the bin after a question", async () => {
  let items = [indexOf()];
  const { writes } = openIndexes("/minibioindex", {
    "GET /api/indexes": () => ({ items, total: items.length, quota }),
    "DELETE /api/indexes/i1": () => {
      items = [];
      return new Response(null, { status: 204 });
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Heart failure" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete…", hidden: true }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Delete index", hidden: true }));
  expect(await screen.findByText("No index yet")).toBeTruthy();
  expect(writes().map(({ method }) => method)).toEqual(["DELETE"]);
});
