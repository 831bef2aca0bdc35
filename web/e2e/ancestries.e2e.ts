import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { acceptByCall } from "./accepting";
import type { Demo } from "./demo";
import { expect, test } from "./story";

const name = "Heart failure in three ancestries";

interface Upload {
  id: string;
  status: string;
  version: number;
  metadata: Record<string, unknown>;
  mapping: Record<string, string>;
}

/** The server's answer about a submission. */
async function read(page: Page, demo: Demo, id: string): Promise<Upload> {
  return (await (await page.request.get(`${demo.server.base}/api/hermes/uploads/${id}`)).json()) as Upload;
}

/** The uploader changes the ancestry of one submission; it passes QC again. */
async function moveToSouthAsia(page: Page, demo: Demo): Promise<string> {
  const list = await page.request.get(`${demo.server.base}/api/hermes/uploads?limit=20`);
  const { items } = (await list.json()) as { items: { id: string; dataset_name: string }[] };
  const id = items.find((item) => item.dataset_name === "Riverside HF")?.id ?? "";
  const { metadata, mapping, version } = await read(page, demo, id);
  const changed = await page.request.put(`${demo.server.base}/api/hermes/uploads/${id}/metadata?withdraw=true`, {
    data: { metadata: { ...metadata, ancestry: "SA" }, mapping },
    headers: { "If-Match": `"${version}"` },
  });
  expect(await changed.text()).toContain('"ancestry":"SA"');
  const status = async () => (await read(page, demo, id)).status;
  await expect.poll(status, { timeout: 60_000 }).toBe("READY FOR REVIEW");
  return id;
}

test("several ancestries are combined, and each is told apart down to the forest of a locus", async ({
  demo,
  browser,
  page,
}) => {
  test.setTimeout(240_000);
  const uploader = await (await browser.newContext()).newPage();
  await demo.letIn(uploader, "uploader2");
  const id = await moveToSouthAsia(uploader, demo);
  await demo.letIn(page, "reviewer1");
  await acceptByCall(page, demo.server, id);

  await test.step("mixing ancestries is chosen on purpose", async () => {
    await page.goto(`${demo.server.base}/hermes/ma/new`);
    await page
      .getByRole("radio", { name: /heart failure/i })
      .first()
      .click();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("checkbox", { name: "Combine across ancestries" }).check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Run meta-analysis" }).click();
    await page.waitForURL(/\/hermes\/ma\/(?!new)/);
    await expect(page.getByText("reproducible from inputs.json")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("each ancestry with two studies or more has a result of its own to download", async () => {
    const results = page.getByRole("group", { name: "Results of each ancestry, table" });
    await expect(results.getByRole("rowheader")).toHaveText(["East Asian", "European"]);
    const saved = page.waitForEvent("download");
    await results.getByRole("link", { name: "Download the results of European" }).click();
    const lines = gunzipSync(readFileSync(await (await saved).path()))
      .toString()
      .trim()
      .split("\n");
    const variants = await results
      .getByRole("row")
      .filter({ hasText: "European" })
      .getByRole("cell")
      .nth(1)
      .textContent();
    expect(lines.length - 1).toBe(Number(variants?.replaceAll(",", "")));
  });

  await test.step("loci and the forest tell what each ancestry says", async () => {
    const loci = page.getByRole("group", { name: "Top loci, table" });
    await expect(loci.getByRole("columnheader", { name: "South Asian: OR, P" })).toBeAttached();
    await expect(loci.getByRole("columnheader", { name: "P between ancestries" })).toBeAttached();
    await loci.getByRole("button", { name: /^\S+:/ }).nth(1).click();
    await expect(page.getByText(/between ancestries \(χ² with 2 df\) P/)).toBeVisible();
  });

  await test.step("the same choice again is pointed out before it starts", async () => {
    await page.getByRole("link", { name: "Clone" }).click();
    for (let step = 0; step < 2; step++) await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("This has been run before")).toBeVisible();
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });
});
