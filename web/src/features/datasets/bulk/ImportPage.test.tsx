import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { DatasetBatchPreview, DatasetSheet, DatasetSheetRow } from "@/api/datasets/datasets";
import { type Answer, refused, renderApp } from "@/test-app";
import { codes, curator } from "../list/testing";
import { readSheet } from "./sheet";

beforeEach(() => localStorage.clear());

const previewCall = "POST /api/dataset-batches/preview";
const importCall = "POST /api/dataset-batches";

function rowOf(line: number, [name = "", sex = ""]: string[]): DatasetSheetRow {
  const known = /^mixed$/i.test(sex);
  const exists = name.startsWith("Old");
  return {
    line,
    action: known ? (exists ? "change" : "create") : "refused",
    dataset_id: exists ? `id-${name}` : undefined,
    cells: [
      { column: "name", value: name, label: name },
      known
        ? { column: "sex", value: sex, label: "Mixed", before: exists ? "Male" : undefined }
        : {
            column: "sex",
            value: sex,
            problem: "This is none of: Mixed.",
            meant: sex === "mxed" ? "Mixed" : undefined,
          },
    ],
  };
}

/** Knows the sex “mixed”, and data sets whose names begin with Old. */
const preview = async (request: Request): Promise<DatasetBatchPreview | Response> => {
  const { text } = (await request.json()) as DatasetSheet;
  const [heading, ...records] = readSheet(text).records.map(({ line, cells }) => ({
    line,
    values: cells.map((cell) => cell.value),
  }));
  if (!heading?.values.includes("name")) return refused(422, "The first line has to name the columns.", [], "no_name");
  const rows = records.map(({ line, values }) => rowOf(line, values));
  const count = (action: string) => rows.filter((row) => row.action === action).length;
  return {
    columns: ["name", "sex"],
    unknown_columns: heading.values.slice(2),
    rows,
    creates: count("create"),
    changes: count("change"),
    unchanged: 0,
    problems: count("refused"),
    new_studies: [],
    seen: "s1",
  };
};

const batch = { id: "b1", at: "2026-11-21T12:00:00Z", by: "curator1", created: ["id-A"], changed: ["id-Old B"] };

function open(answers: Record<string, Answer> = {}) {
  return renderApp("/datasets/import", {
    "GET /api/is-logged-in": curator,
    "GET /api/dataset-codes": codes,
    [previewCall]: preview,
    ...answers,
  });
}

const box = () => screen.findByLabelText("Cells with their heading") as Promise<HTMLTextAreaElement>;

async function paste(text: string) {
  await userEvent.click(await box());
  await userEvent.paste(text);
}

const good = "name,sex\nA,mixed\nOld B,mixed\n";
const bodies = (writes: Request[]) => Promise.all(writes.map((request) => request.clone().json()));

test("empty: what a sheet may say, its values as labels, nothing asked", async () => {
  const { writes } = open();
  expect(await screen.findByText("European · East Asian")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Download template" })).toBeTruthy();
  expect(screen.queryByText("Preview")).toBeNull();
  expect(writes()).toHaveLength(0);
});

test("a good sheet is shown with what it would do, imported as it was seen, and undone", async () => {
  const undone = { ...batch, undone_at: "2026-11-21T12:05:00Z" };
  const { writes } = open({ [importCall]: batch, "POST /api/dataset-batches/b1/undo": undone });
  await paste(good);
  expect(await screen.findByText("1 to create, 1 to change, 0 unchanged, no problems.")).toBeTruthy();
  expect(screen.getByRole("gridcell", { name: /mixed.*is understood as Mixed/ })).toBeTruthy();
  expect(screen.getByRole("gridcell", { name: /Male.*becomes Mixed/ })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Import 2 data sets" }));
  expect(await screen.findByText(/1 data set created, 1 changed/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "A" }).getAttribute("href")).toBe("/datasets/id-A");
  expect(screen.getByRole("link", { name: "Old B" }).getAttribute("href")).toBe("/datasets/id-Old%20B");
  expect((await bodies(writes())).at(-1)).toEqual({ text: good, create_studies: false, seen: "s1" });

  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo the import" }));
  expect(await screen.findByText(/was undone: new data sets are deleted/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Back to the sheet" }));
  expect((await box()).value).toBe(good);
});

test("an undo that is refused says why, and nothing is lost", async () => {
  const why = "Data sets of this import were changed since, and nothing was undone: “A”.";
  open({ [importCall]: batch, "POST /api/dataset-batches/b1/undo": refused(409, why, [], "changed") });
  await paste(good);
  await userEvent.click(await screen.findByRole("button", { name: "Import 2 data sets" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo the import" }));
  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.getByRole("link", { name: "A" })).toBeTruthy();
});

test("one bad cell holds everything; mending it for all its lines writes the sheet", async () => {
  const { writes } = open();
  await paste("name;sex;Colour\nA;both;red\nB;mixed;\nC;both;\n");
  const list = within(await screen.findByRole("region", { name: "Problems" }));
  expect(list.getByText("Lines 2 and 4")).toBeTruthy();
  expect(screen.getByText(/No field has this name: Colour/)).toBeTruthy();
  const button = screen.getByRole("button", { name: "Import" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect(writes().every((request) => request.url.endsWith("/preview"))).toBe(true);

  await userEvent.selectOptions(list.getByRole("combobox", { name: "Sex for lines 2 and 4" }), "Mixed");
  await userEvent.click(list.getByRole("button", { name: "Apply to 2 lines" }));
  expect((await box()).value).toBe("name;sex;Colour\nA;Mixed;red\nB;mixed;\nC;Mixed;\n");
  expect(await screen.findByRole("button", { name: "Import 3 data sets" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Problems" })).toBeNull();
});

test("what was probably meant is taken by a click, in one line or in all that say the same", async () => {
  open();
  await paste("name,sex\nA,mxed\nB,mxed\nC,mxed\nD,both\n");
  const list = within(await screen.findByRole("region", { name: "Problems" }));
  expect(list.getAllByRole("button", { name: /^Use / })).toHaveLength(1);
  await userEvent.click(list.getByRole("button", { name: "Only in line 2" }));
  await waitFor(async () => expect((await box()).value).toBe("name,sex\nA,Mixed\nB,mxed\nC,mxed\nD,both\n"));
  await userEvent.click(await screen.findByRole("button", { name: "Use Mixed in all 2 lines" }));
  await waitFor(async () => expect((await box()).value).toBe("name,sex\nA,Mixed\nB,Mixed\nC,Mixed\nD,both\n"));
});

test("the table is reached by keyboard, problems first; a cell is changed in place and its row stays", async () => {
  open();
  await paste("name\tsex\nA\tmixed\nB\tboth\n");
  const grid = await screen.findByRole("grid", { name: "Lines of the sheet" });
  const lines = () =>
    within(grid)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent);
  expect(lines()).toEqual(["3 Problem", "2 Create"]);
  within(grid).getByRole("gridcell", { name: "B" }).focus();
  await userEvent.keyboard("{ArrowRight}{Enter}");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Sex, line 3" }), "Mixed");
  await userEvent.keyboard("{Enter}");
  expect((await box()).value).toBe("name\tsex\nA\tmixed\nB\tMixed\n");
  await waitFor(() => expect(lines()).toEqual(["3 Create", "2 Create"]));
  expect(document.activeElement?.textContent).toBe("Mixed");

  await userEvent.keyboard("{ArrowLeft}{F2}B2{Escape}");
  expect((await box()).value).toBe("name\tsex\nA\tmixed\nB\tMixed\n");
  await userEvent.keyboard("{F2}2{Enter}");
  expect((await box()).value).toBe("name\tsex\nA\tmixed\nB2\tMixed\n");
});

test("what is no sheet is told, and what the server refuses loses nothing", async () => {
  const detail = "Data sets of this sheet have changed since you looked. Look again before you import it.";
  open({ [importCall]: refused(409, detail, [], "changed") });
  await paste("Hello");
  expect(await screen.findByText("The first line has to name the columns.")).toBeTruthy();
  await userEvent.clear(await box());
  await paste(good);
  await userEvent.click(await screen.findByRole("button", { name: "Import 2 data sets" }));
  expect(await screen.findByText(/have changed since you looked/)).toBeTruthy();
  expect((await box()).value).toBe(good);
});

test("a server that does not answer: the sheet is kept, and can be checked again", async () => {
  let down = true;
  open({ [previewCall]: (request) => (down ? refused(503, "The server is being restarted.") : preview(request)) });
  await paste(good);
  expect(await screen.findByText("The sheet could not be checked")).toBeTruthy();
  down = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Import 2 data sets" })).toBeTruthy();
});

test("a reload finds the sheet, its option and, after the import, the way back", async () => {
  open({ [importCall]: batch });
  await paste(good);
  await userEvent.click(screen.getByRole("checkbox", { name: "Register studies that do not exist" }));
  cleanup();
  const { writes } = open({ [importCall]: batch });
  expect((await box()).value).toBe(good);
  await userEvent.click(await screen.findByRole("button", { name: "Import 2 data sets" }));
  expect((await bodies(writes())).at(-1)).toMatchObject({ create_studies: true });
  await screen.findByText(/1 data set created/);
  cleanup();
  open();
  expect(await screen.findByRole("button", { name: "Undo" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Import another sheet" }));
  expect((await box()).value).toBe("");
  cleanup();
  open();
  expect((await box()).value).toBe("");
});

test("a dropped file takes the place of the box; one that is no text is refused", async () => {
  open();
  const input = await screen.findByLabelText("Choose a file");
  await userEvent.upload(input, new File([good], "sets.csv"));
  await waitFor(async () => expect((await box()).value).toBe(good));
  expect(await screen.findByText(/Read from sets.csv/)).toBeTruthy();
  await userEvent.upload(input, new File(["PK\u0003\u0004"], "sets.csv"));
  expect(await screen.findByText(/is a workbook or an archive/)).toBeTruthy();
  expect((await box()).value).toBe(good);
});
