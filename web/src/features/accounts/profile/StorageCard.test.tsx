import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Quota } from "@/api/server/storage";
import { type Answer, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { openSession, profile } from "../testing";

async function card(storage: Answer) {
  renderApp("/hermes/profile", {
    "GET /api/profile": profile(),
    "GET /api/sessions": { items: [openSession()] },
    "GET /api/tokens": { items: [] },
    "GET /api/storage": storage,
  });
  return within(await screen.findByRole("region", { name: "Storage" }));
}

const quota = (kind: Quota["kind"], used: number, limit: number): Quota => ({ kind, used, limit });

test("what is used of each quota is a meter with words; quotas without use are left out", async () => {
  const storage = await card({
    quotas: [quota("dataset_bytes", 1.2e9, 50e9), quota("index_bytes", 0, 1e12), quota("indexes", 3, 200)],
  });
  const meter = await storage.findByRole("meter", { name: "Files in data sets" });
  expect(meter.getAttribute("aria-valuetext")).toBe("1.2 GB of 50 GB, 2 %");
  expect([meter.getAttribute("value"), meter.getAttribute("max")]).toEqual(["1200000000", "50000000000"]);
  expect(storage.getByText("1.2 GB of 50 GB")).toBeTruthy();
  expect(storage.getByText("3 of 200")).toBeTruthy();
  expect(storage.getAllByRole("meter")).toHaveLength(2);
  expect(storage.queryByText(/90 %|used up/)).toBeNull();
  expect(await accessFaults()).toEqual([]);
});

test.each<[number, string | undefined]>([
  [899, undefined],
  [900, "At least 90 % of a quota is used"],
  [999, "At least 90 % of a quota is used"],
  [1000, "A quota is used up"],
  [1200, "A quota is used up"],
])("%d of 1000 bytes: %s", async (used, warning) => {
  const storage = await card({ quotas: [quota("table_bytes", used, 1000)] });
  const meter = await storage.findByRole("meter");
  expect(Number(meter.getAttribute("value"))).toBeLessThanOrEqual(1000);
  if (warning) expect(storage.getByText(warning)).toBeTruthy();
  else expect(storage.queryByText(/90 % of|used up/)).toBeNull();
});

test("a quota without a limit has no meter", async () => {
  const storage = await card({ quotas: [quota("dataset_bytes", 5e12, 0)] });
  expect(await storage.findByText("5 TB, no limit")).toBeTruthy();
  expect(storage.queryByRole("meter")).toBeNull();
});

test("nothing stored yet", async () => {
  const empty = await card({ quotas: [quota("dataset_bytes", 0, 1000)] });
  expect(await empty.findByText("Nothing stored yet")).toBeTruthy();
});

test("storage that cannot be read leaves the rest of the page", async () => {
  const storage = await card(() => refused(500, "The database does not answer."));
  expect(await storage.findByText("Storage could not be loaded")).toBeTruthy();
  expect(screen.getByText("Firefox on Linux", { exact: false })).toBeTruthy();
});
