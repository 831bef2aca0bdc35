import type { Page } from "@playwright/test";
import { costing, lists } from "./lists";
import { settled } from "./settled";
import { expect, test } from "./story";

// What each list costs a browser with an empty cache at 10 Mbit/s. `npm run bench:cold` runs it and prints a table; it fails at no number.

/** Most that a list should need: ms to its largest paint, requests, cumulative layout shift. */
const goals = { paint: 2000, requests: 60, shift: 0.02 };

/** Bytes per second of 10 Mbit/s, and a round trip of 40 ms. */
const line = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };

async function costOf(page: Page, address: string) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.clearBrowserCache");
  await devtools.send("Network.emulateNetworkConditions", line);
  let requests = 0;
  page.on("request", () => requests++);
  const cost = await costing(page);
  await page.goto(address);
  await settled(page);
  expect(page.url()).toBe(address);
  return { ...(await cost()), requests };
}

test("each list with an empty cache", async ({ demo, browser }) => {
  test.setTimeout(600_000);
  const rows: string[] = [];
  for (const [account, paths] of Object.entries(lists)) {
    for (const path of paths) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await demo.letIn(page, account);
      const { paint, requests, shift } = await costOf(page, `${demo.server.base}${path}`);
      const over = [
        paint > goals.paint && "paint",
        requests > goals.requests && "requests",
        shift > goals.shift && "shift",
      ];
      rows.push(
        [path.padEnd(30), paint.toFixed(0), requests, shift.toFixed(3), over.filter(Boolean).join(", ")].join("\t"),
      );
      await context.close();
    }
  }
  console.info([["list".padEnd(30), "paint ms", "requests", "shift", "over"].join("\t"), ...rows].join("\n"));
});
