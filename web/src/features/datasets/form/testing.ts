import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { DatasetCodes } from "@/api/datasets/datasets";
import { type Answer, renderApp } from "@/test-app";
import { contributor, dataset } from "../page/testing";

const choice = (value: string, label: string) => ({ value, label });

const codes: DatasetCodes = {
  data_type: [choice("gwas", "GWAS"), choice("exseq", "Exome sequence analysis")],
  genome_build: [choice("hg19", "GRCh37 (hg19)"), choice("grch38", "GRCh38 (hg38)")],
  ancestry: [choice("EU", "European"), choice("EA", "East Asian")],
  sex: [choice("mixed", "Mixed")],
  status: [choice("pre", "Pre-publication")],
  data_source_type: [choice("file", "File")],
  sharing: [choice("private", "Private")],
};

export const { study } = dataset();
export const mine = { account: contributor.id, object: "new" };

export function open(address: string, answers: Record<string, Answer> = {}) {
  return renderApp(address, {
    "GET /api/is-logged-in": { ...contributor, first_name: "Ada", last_name: "Moss", email: "ada@example.org" },
    "GET /api/dataset-codes": codes,
    "GET /api/studies": (request) => {
      const q = new URL(request.url).searchParams.get("q")?.toLowerCase() ?? "";
      const items = [study].filter(({ name }) => name.toLowerCase().includes(q));
      return { items, total: items.length };
    },
    "GET /api/dataset-name": {},
    "GET /api/phenotypes": { items: [], total: 0 },
    "GET /api/uploads/": { items: [] },
    ...answers,
  });
}

export const box = (name: RegExp) => screen.getByLabelText(name);
export const button = (name: RegExp | string) => screen.getByRole("button", { name });

/** Pasted instead of typed: the form is large, and renders on each key. */
export async function type(name: RegExp, text: string) {
  await userEvent.clear(box(name));
  await userEvent.click(box(name));
  await userEvent.paste(text);
}

/** Everything that is needed but the study; the name of the person is there already. */
export async function fillIn() {
  await screen.findByLabelText(/^Data set name/);
  await type(/^Data set name/, "Lakeland-2026_HF");
  for (const [name, value] of [
    ["Status", "pre"],
    ["Data type", "exseq"],
    ["Genome build", "grch38"],
    ["Ancestry", "EU"],
    ["Sex", "mixed"],
  ] as const) {
    await userEvent.selectOptions(screen.getByLabelText(new RegExp(`^${name}`)), value);
  }
  await type(/^Global sample size/, "24,204");
  await type(/^Description/, "Heart failure.");
}

export async function typeStudy(name: string) {
  await userEvent.click(screen.getByRole("combobox", { name: /^Study/ }));
  await userEvent.paste(name);
}

export const register = () => userEvent.click(button(/Register and add files/));
