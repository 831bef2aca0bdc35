import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { StorageLimits, StorageOwner } from "@/api/server/storage";
import { type Answer, admin, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const owner = (name: string, change: Partial<StorageOwner> = {}): StorageOwner => ({
  id: name,
  user_name: name,
  is_active: true,
  bytes: 1000,
  datasets: 1000,
  indexes: 0,
  tables: 0,
  ...change,
});
const limits: StorageLimits = { datasets: 2000, indexes: 1000, tables: 0 };

const open = (answer: Answer, search = "") =>
  renderApp(`/admin/storage${search}`, { "GET /api/is-logged-in": admin, "GET /api/storage/owners": answer });

test("who uses the storage, the largest first, and whose quotas are nearly used", async () => {
  const items = [
    owner("ada", { datasets: 2000, bytes: 2000, is_active: false }),
    owner("ben", { indexes: 900, datasets: 0, bytes: 900 }),
    owner("cy", { tables: 5e12, datasets: 1799, bytes: 5e12 + 1799 }),
  ];
  const { asked } = open({ items, total: 3, limits });
  const row = async (name: string) => (await screen.findByRole("link", { name })).closest("tr")?.textContent ?? "";
  expect(await row("ada")).toContain("Full");
  expect(await row("ada")).toContain("Disabled");
  expect(await row("ben")).toContain("90 % used");
  expect(await row("cy")).toContain("Within");
  expect(
    screen.getByText(
      "3 accounts use storage. Quotas of each account: data sets 2 kB, indexes 1 kB, tables of pages no limit.",
    ),
  ).toBeTruthy();
  expect(asked.find(({ url }) => url.includes("/api/storage/owners"))?.url).toContain("sort=-bytes");
  expect(await accessFaults()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Data sets" }));
  await waitFor(() => expect(asked.at(-1)?.url).toMatch(/sort=-?datasets/));
});

test("no account uses storage yet", async () => {
  open({ items: [], total: 0, limits });
  expect(await screen.findByText("No account uses storage yet")).toBeTruthy();
});

test("a list that cannot be read can be asked for again", async () => {
  open(() => refused(500, "The database does not answer."));
  expect(await screen.findByText(/The database does not answer/)).toBeTruthy();
  expect(within(document.body).queryByRole("link", { name: "ada" })).toBeNull();
});
