import type { Page } from "@playwright/test";
import { costing, lists } from "./lists";
import { settled } from "./settled";
import { expect, test } from "./story";
import { phone } from "./watch";

const most = 0.02;

/** Answers arrive one after the other, as on a slow line, so that each moves what it moves. */
async function slowly(page: Page): Promise<void> {
  let asked = 0;
  await page.route("**/api/**", async (route) => {
    const wait = 150 + 100 * (asked++ % 5);
    await new Promise((done) => setTimeout(done, wait));
    await route.continue().catch(() => {}); // the page has left
  });
}

/** A file of which a part is sent: the list of its owner begins with it. */
async function leaveUpload(page: Page, base: string): Promise<void> {
  const metadata = `filename ${Buffer.from("left.tsv").toString("base64")}`;
  const answer = await page.request.post(`${base}/api/uploads/`, {
    headers: { "Tus-Resumable": "1.0.0", "Upload-Length": "1000", "Upload-Metadata": metadata },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

for (const [account, paths] of Object.entries(lists)) {
  test(`no list of ${account} moves while its answers arrive`, async ({ page, demo }) => {
    const cost = await costing(page);
    await demo.letIn(page, account);
    if (account === "uploader1") await leaveUpload(page, demo.server.base);
    await slowly(page);
    const moved: string[] = [];
    for (const size of [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, phone]) {
      await page.setViewportSize(size);
      for (const path of paths) {
        await page.goto(`${demo.server.base}${path}`);
        await settled(page);
        expect(new URL(page.url()).pathname).toBe(path);
        const { shift, moved: what } = await cost();
        if (shift > most) moved.push(`${path} at ${size.width} px: ${shift.toFixed(3)} (${what.join(" | ")})`);
      }
    }
    expect(moved).toEqual([]);
  });
}
