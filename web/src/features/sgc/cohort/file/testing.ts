import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import type { Schemas } from "@/api/client";
import type { Change, Finding, Replacement } from "@/api/sgc/sgc";
import type { Answer } from "@/test-app";
import { casesHeader, cohort, fileCheck, open, sentCells, sgcFile, unknownCode } from "../testing";

/** The table that the stories are about. */
export const kind = "cases_controls_male";
export const path = `/api/sgc/cohorts/c1/files/${kind}`;
const address = `/sgc/edit/c1?task=${kind}`;

/** A server that knows PSOR and ROSACEA alone, and nothing else about counts. */
export async function judge(request: Request): Promise<Schemas["SgcFileCheck"]> {
  const [, ...rows] = await sentCells(request);
  const known = ["PSOR", "ROSACEA"];
  const findings = rows.flatMap(([code = ""], at): Finding[] =>
    known.includes(code) ? [] : [unknownCode(at + 2, code, code.startsWith("ps") ? "PSOR" : "ROSACEA")],
  );
  return fileCheck(rows, findings);
}

export const start = cohort();
export const taken = cohort([sgcFile(kind, { rows: 2 })], { version: 4 });

/** The step of one table of a new cohort. */
export function openTask(answers: Record<string, Answer> = {}) {
  return open(address, {
    "GET /api/sgc/cohorts/c1": start,
    [`POST ${path}`]: judge,
    [`PUT ${path}`]: async (request: Request) => ({ cohort: taken, check: await judge(request) }),
    ...answers,
  });
}

/** A table with the usual heading as text. */
export const tsv = (rows: string[][]) => [casesHeader, ...rows].map((row) => row.join("\t")).join("\n");

export async function drop(text: string, name = "cases.tsv") {
  const [input] = await screen.findAllByLabelText("Choose a file");
  await userEvent.upload(input as HTMLElement, new File([text], name));
}

export const grid = () => screen.getByRole("grid", { name: "Cases, male" });
export const cell = (text: string) => within(grid()).getByText(text).closest("td") as HTMLElement;
/** The button, as soon as it can be pressed. */
export const ready = (name = "Accept") =>
  waitFor(() => {
    const button = screen.getByRole("button", { name }) as HTMLButtonElement;
    expect(button.disabled).toBe(false);
    return button;
  });

/** What a table changes in version 1 of it. */
export function replacing(changes: Change[], more: Partial<Replacement> = {}): Replacement {
  const sum = { rows: 2, cases: { low: 200, high: 200 }, controls: { low: 600, high: 600 } };
  return { cohort_version: 4, file_version: 1, changes, before: sum, after: sum, other_pairs: 0, ...more };
}
