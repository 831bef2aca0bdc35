import { expect, type Page } from "@playwright/test";
import type { Server } from "./server";

interface Made {
  id: string;
  version: number;
  state: string;
  verdict: string;
}

export const document = {
  phenotypes: ["ALL_HF"],
  ancestries: ["EU"],
  sexes: ["both"],
  schemes: ["ivw"],
  sex_difference: false,
  options: {
    scheme: "ivw",
    genomic_control: true,
    min_studies: 2,
    maf: 0,
    info: 0,
    palindromic: "keep",
    multi_ancestry: false,
    same_cohort: true,
    shared_people: true,
    few_shared: true,
    inflated: true,
    doubtful_size: true,
    mixed_sex: true,
  },
  rules: [],
  exclude: [],
  skip: [],
};

/** A freeze of one cell of the demo, published under this name without the page. */
async function publishedFreeze(page: Page, { base }: Pick<Server, "base">, name: string): Promise<string> {
  const at = `${base}/api/hermes/freezes`;
  const created = await page.request.post(at, {
    data: { name: "Release of one cell", release_version: "1.0", document },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as Made;
  const read = async () => (await (await page.request.get(`${at}/${id}`)).json()) as Made;
  const match = async () => ({ "If-Match": `"${(await read()).version}"` });
  await expect
    .poll(async () => (await page.request.post(`${at}/${id}/start`, { headers: await match() })).status(), {
      timeout: 60_000,
    })
    .toBe(200);
  await expect.poll(async () => (await read()).state, { timeout: 90_000 }).toBe("finished");
  const published = await page.request.put(`${at}/${id}/publication`, {
    data: { name, terms: "" },
    headers: await match(),
  });
  expect(published.ok(), await published.text()).toBe(true);
  return id;
}

/** A meta-analysis of two accepted submissions of the demo, prepared for a reviewer without the page. */
async function preparedMeta(page: Page, { base }: Pick<Server, "base">): Promise<string> {
  const list = (await (await page.request.get(`${base}/api/hermes/uploads?limit=50`)).json()) as {
    items: { id: string; phenotype: string; status: string }[];
  };
  const datasets = list.items
    .filter(({ phenotype, status }) => phenotype === "ALL_HF" && status === "REVIEW APPROVED")
    .map(({ id }) => id)
    .slice(0, 2);
  expect(datasets).toHaveLength(2);
  const made = await page.request.post(`${base}/api/hermes/prepared-meta-analyses`, {
    data: { name: "Two cohorts", phenotype: "ALL_HF", datasets, options: document.options, note: "A first look." },
  });
  expect(made.status(), await made.text()).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

/** The pages of a prepared meta-analysis and of a published freeze, which are made for them. */
export async function madePages(page: Page, server: Pick<Server, "base">): Promise<string[]> {
  const freeze = await publishedFreeze(page, server, "looked-at");
  return [
    `/hermes/ma/prepared/${await preparedMeta(page, server)}`,
    `/hermes/freezes/${freeze}`,
    `/hermes/freezes/${freeze}?view=table`,
    `/hermes/freezes/new?edit=${freeze}`,
    "/p/freezes/looked-at",
    "/p/freezes/none",
  ];
}

/** Confirms every doubt that the plan asks about, until none blocks a cell. */
export async function confirmDoubts(page: Page): Promise<void> {
  const confirm = page.getByRole("button", { name: "Confirm for all cells" });
  await expect(async () => {
    await expect(page.getByText(/Comparing studies|Planning…/)).toHaveCount(0);
    if (await confirm.count()) await confirm.first().click();
    await expect(confirm).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 90_000 });
}
