import { expect, type Page } from "@playwright/test";
import type { Server } from "./server";

interface Made {
  id: string;
  version: number;
  state: string;
  verdict: string;
}

const document = {
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
export async function publishedFreeze(page: Page, { base }: Pick<Server, "base">, name: string): Promise<string> {
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
