import type { Page } from "@playwright/test";
import { settled } from "./settled";
import { expect, test } from "./story";
import { phone } from "./watch";

/** Every list, and an account that sees it; null without one. */
const lists = [
  ["reviewer1", "/hermes"],
  ["reviewer1", "/hermes/ma"],
  ["reviewer1", "/hermes/phenotypes"],
  ["reviewer1", "/hermes/users"],
  ["curator1", "/datasets"],
  ["curator1", "/byor"],
  ["curator1", "/minibioindex"],
  ["admin1", "/admin/users"],
  ["admin1", "/admin/audit"],
  ["coordinator1", "/sgc"],
  ["coordinator1", "/sgc/phenotypes"],
  ["coordinator1", "/sgc/users"],
  [null, "/p/datasets"],
] as const;

/** Lists whose filters move the rows once while they load. */
const moving = new Set<string>(["/admin/audit", "/sgc/phenotypes"]);

interface Measured {
  /** Sum of the shifts that nobody caused, and what moved. */
  shift: number;
  moved: string[];
  /** Milliseconds from the start to the largest paint. */
  paint: number;
  requests: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Opens a page with nothing kept, over a line of 10 Mbit/s, and measures it until it stands still. */
async function measured(page: Page, address: string): Promise<Measured> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.setCacheDisabled", { cacheDisabled: true });
  const speed = 10_000_000 / 8;
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 20,
    downloadThroughput: speed,
    uploadThroughput: speed,
  });
  await page.addInitScript(() => {
    const seen = { shift: 0, paint: 0, moved: [] as string[] };
    Object.assign(globalThis, { seen });
    const nameOf = (node: Node | null) => (node instanceof Element ? `${node.tagName}.${node.className}` : "text");
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        seen.shift += entry.value;
        seen.moved.push(`${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => nameOf(node)).join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.paint = Math.round(entry.startTime);
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  let requests = 0;
  page.on("request", () => {
    requests += 1;
  });
  await page.goto(address);
  await settled(page);
  await page.waitForTimeout(1500); // what comes late would move the list
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Measured, "requests"> }).seen);
  return { ...seen, requests };
}

test("a list stands still while it loads, in few requests", async ({ browser, demo }) => {
  test.slow();
  for (const [who, path] of lists) {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    if (who) await demo.letIn(page, who);
    const { shift, moved, paint, requests } = await measured(page, `${demo.server.base}${path}`);
    console.info(`${path}: shift ${shift.toFixed(4)}, ${requests} requests, largest paint ${paint} ms`);
    expect.soft(shift, `${path}: ${moved.join("; ")}`).toBeLessThanOrEqual(moving.has(path) ? 0.06 : 0.02);
    expect.soft(requests, path).toBeLessThanOrEqual(90);
    await page.context().close();
  }
});

test("on a phone the decision takes an eighth of the screen, and the search is beside the menu", async ({
  page,
  demo,
}) => {
  await page.setViewportSize(phone);
  await demo.letIn(page, "reviewer1");
  const id = await demo.first(page, "/api/hermes/uploads?status=READY+FOR+REVIEW&");
  await page.goto(`${demo.server.base}/hermes/qc/${id}`);
  const accept = page.getByRole("button", { name: "Accept", exact: true });
  const bar = page.locator("section", { has: accept }).last();
  await expect(accept).toBeInViewport({ ratio: 1 });
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(phone.height * 0.12);
  await page.getByRole("button", { name: "Add a comment" }).click();
  await expect(page.getByLabel("Comment to the uploader")).toBeFocused();

  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test("a number heading sorts, columns that need room can be shown at 1024 px, and the choice is remembered", async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes`);
  await page.getByRole("columnheader", { name: "N eff" }).getByRole("button").click();
  await settled(page);
  const sizes = await page.locator("tbody td:nth-child(6)").allInnerTexts();
  const numbers = sizes.map((text) => Number(text.replaceAll(",", "")));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));

  await expect(page.getByText(/columns hidden/)).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Cases" })).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByLabel("Cases").check();
  await page.keyboard.press("Escape");
  await page.goto(`${demo.server.base}/hermes`);
  await expect(page.getByRole("columnheader", { name: "Cases" })).toBeVisible();
});

test("the box of a row takes a finger", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes`);
  await settled(page);
  const targets = await page
    .locator("table input[type=checkbox]")
    .evaluateAll((boxes) => boxes.map((box) => box.closest("label")?.getBoundingClientRect().width ?? 0));
  expect(Math.min(...targets)).toBeGreaterThanOrEqual(24);
});

test("a page that the search opens begins at its heading", async ({ page, demo }) => {
  await demo.letIn(page, "reviewer1");
  await page.goto(`${demo.server.base}/hermes`);
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("PITX2");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
