import type { Page } from "@playwright/test";
import { acceptByCall } from "./accepting";
import type { Demo } from "./demo";
import { pressOn, typeInto } from "./keyboard";
import { expect, test } from "./story";

const name = "Heart failure along ancestry";

interface Upload {
  id: string;
  dataset_name: string;
  status: string;
  version: number;
  metadata: Record<string, unknown>;
  mapping: Record<string, string>;
}

const read = async (page: Page, demo: Demo, id: string) =>
  (await (await page.request.get(`${demo.server.base}/api/hermes/uploads/${id}`)).json()) as Upload;

async function idOf(page: Page, demo: Demo, dataset: string): Promise<string> {
  const list = await page.request.get(`${demo.server.base}/api/hermes/uploads?limit=50`);
  const { items } = (await list.json()) as { items: Upload[] };
  return items.find((item) => item.dataset_name === dataset)?.id ?? "";
}

/** The uploader changes the description or columns of one submission; it passes QC again. */
async function redescribe(
  page: Page,
  demo: Demo,
  dataset: string,
  change: Record<string, unknown>,
  columns?: Record<string, string>,
): Promise<string> {
  const id = await idOf(page, demo, dataset);
  const { metadata, mapping, version } = await read(page, demo, id);
  const answer = await page.request.put(`${demo.server.base}/api/hermes/uploads/${id}/metadata?withdraw=true`, {
    data: { metadata: { ...metadata, ...change }, mapping: columns ?? mapping },
    headers: { "If-Match": `"${version}"` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await expect.poll(async () => (await read(page, demo, id)).status, { timeout: 60_000 }).toBe("READY FOR REVIEW");
  return id;
}

/** The submissions in the draft of the meta-analysis, which is kept a moment after each change. */
async function draftedChoice(page: Page): Promise<string[]> {
  const kept = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.includes("hermes-meta"))?.[1],
  );
  return JSON.parse(kept ?? "{}").content?.datasets ?? [];
}

async function press(page: Page, role: "radio" | "checkbox" | "button", of: string | RegExp): Promise<void> {
  await pressOn(page, page.getByRole(role, { name: of }).first(), role === "button" ? "Enter" : "Space");
}

test("what may be wrong is confirmed by name, seven studies of three ancestries are combined along them, all by keyboard", async ({
  demo,
  browser,
  page,
}) => {
  test.setTimeout(300_000);
  const one = await (await browser.newContext()).newPage();
  const two = await (await browser.newContext()).newPage();
  await demo.letIn(one, "uploader1");
  await demo.letIn(two, "uploader2");
  // Valley's frequencies are of the other allele, which contradicts the other studies until its
  // mapping is corrected.
  const { mapping } = await read(one, demo, await idOf(one, demo, "Valley HF"));
  const { effect_allele_frequency: frequency = "", ...columns } = mapping;
  const mended = { ...columns, other_allele_frequency: frequency };
  const changed = [
    await redescribe(two, demo, "Riverside HF", { ancestry: "SA" }),
    await redescribe(one, demo, "Valley HF", { ancestry: "SA", cohort: "North Biobank" }, mended),
  ];
  await demo.letIn(page, "reviewer1");
  for (const id of changed) await acceptByCall(page, demo.server, id);

  await test.step("each warning names its submissions, and none lets one go on unconfirmed", async () => {
    await page.goto(`${demo.server.base}/hermes/ma/new`);
    await press(page, "radio", /heart failure/i);
    await press(page, "button", "Next");
    await expect(page.getByText("South Asian: Valley HF; Riverside HF.")).toBeVisible();
    await expect(page.getByText(/^North Biobank: Valley HF; /)).toBeVisible();
    await press(page, "button", "Next");
    await expect(page.getByRole("alert")).toContainText("Tick “Combine across ancestries”");
    await press(page, "checkbox", "Combine across ancestries");
    await press(page, "button", "Next");
    await expect(page.getByRole("alert")).toContainText("Tick “Combine although a cohort occurs more than once”");
    await press(page, "checkbox", "Combine although a cohort occurs more than once");
    await press(page, "button", "Next");
  });

  await test.step("a choice past the page is refused in the same words", async () => {
    let datasets: string[] = [];
    await expect(async () => {
      datasets = await draftedChoice(page);
      expect(datasets).toHaveLength(7);
    }).toPass();
    const refused = await page.request.post(`${demo.server.base}/api/hermes/meta-analyses`, {
      data: {
        name,
        phenotype: "ALL_HF",
        datasets,
        options: {
          scheme: "ivw",
          genomic_control: true,
          min_studies: 2,
          maf: 0,
          info: 0,
          palindromic: "keep",
          multi_ancestry: true,
        },
      },
    });
    expect(refused.status()).toBe(422);
    expect(await refused.text()).toContain("A cohort is included more than once. North Biobank: ");
  });

  await test.step("meta-regression on the axes of ancestry is chosen, and runs", async () => {
    await typeInto(page, page.getByRole("textbox", { name: "Name" }).first(), name);
    await page.keyboard.press("Tab");
    for (let down = 0; down < 3; down++) await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "Meta-regression on ancestry" })).toBeChecked();
    await press(page, "button", "Run meta-analysis");
    await page.waitForURL(/\/hermes\/ma\/(?!new)/);
    await expect(page.getByText("reproducible from inputs.json")).toBeVisible({ timeout: 90_000 });
  });

  await test.step("the result keeps what was confirmed, and shows where each study stands", async () => {
    await expect(page.getByText("several ancestries, a cohort more than once")).toBeVisible();
    await expect(page.getByText(/^A cohort is included more than once\. North Biobank: /)).toBeVisible();
    const axes = page.getByRole("group", { name: /axes|ancestry/i }).first();
    await expect(axes).toBeAttached();
    for (const study of ["Riverside HF", "Valley HF"]) await expect(page.getByText(study).first()).toBeVisible();
  });
});
