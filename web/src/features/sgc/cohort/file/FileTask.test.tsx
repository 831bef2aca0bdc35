import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Finding } from "@/api/sgc/sgc";
import { refused } from "@/test-app";
import { casesHeader, cohort, fileCheck, sentCells } from "../testing";
import { cell, drop, grid, judge, openTask, path, ready, replacing, taken, tsv } from "./testing";

describe("a file", () => {
  test("is dropped, its findings are shown, fixed all at once and checked again, and the table is accepted", async () => {
    const { writes, router } = openTask();
    await drop(
      tsv([
        ["psor", "100", "300"],
        ["ROSACAE", "1", "2"],
      ]),
    );
    expect(await screen.findByText("2 findings in cases.tsv")).toBeTruthy();
    expect(screen.getByText("2 rows · 2 problems")).toBeTruthy();
    expect(cell("psor").getAttribute("aria-invalid")).toBe("true");
    expect((screen.getByRole("button", { name: "Accept" }) as HTMLButtonElement).disabled).toBe(true);

    await userEvent.click(screen.getByRole("button", { name: "Fix all 2" }));
    expect(within(grid()).getByText("PSOR")).toBeTruthy();
    await userEvent.click(await ready());
    expect(await screen.findByText("Cases, male: the table was accepted.")).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toEqual({ task: "cases_controls_female" }));

    const put = writes().at(-1);
    const query = new URL(put?.url ?? "").searchParams;
    expect(put?.headers.get("If-Match")).toBe('"3"');
    expect(query.get("file_name")).toBe("cases.tsv");
    expect(JSON.parse(query.get("mapping") ?? "")).toEqual({
      phenotype: "phenotype",
      cases: "cases",
      controls: "controls",
    });
    expect(await sentCells(put)).toEqual([casesHeader, ["PSOR", "100", "300"], ["ROSACEA", "1", "2"]]);
  });

  test("that was not edited is handed in as it is, byte for byte", async () => {
    const { writes } = openTask();
    const text = "phenotype\tcases\tcontrols\r\nPSOR\t1\t2\r\n";
    await drop(text, "as is.tsv");
    await userEvent.click(await ready());
    await waitFor(() => expect(writes()).toHaveLength(2));
    expect(await writes()[1]?.text()).toBe(text);
  });

  test("that is too large or empty is refused before anything is sent", async () => {
    const { writes } = openTask();
    const [input] = await screen.findAllByLabelText("Choose a file");
    await userEvent.upload(input as HTMLElement, new File([new Uint8Array(8_000_001)], "big.tsv"));
    expect(await screen.findByText(/big.tsv is larger than 8 MB. Nothing was sent/)).toBeTruthy();
    await userEvent.upload(input as HTMLElement, new File([], "none.tsv"));
    expect(await screen.findByText("none.tsv is empty.")).toBeTruthy();
    expect(writes()).toEqual([]);
  });

  test("in another encoding is read once the person says which", async () => {
    const sentence = "Line 3 holds text that is not UTF-8. Save the file as UTF-8, or choose Latin-1.";
    const { writes } = openTask({
      [`POST ${path}`]: (request: Request) =>
        request.url.includes("latin1=true") ? fileCheck([["PSOR", "1", "2"]]) : refused(422, sentence, [], "encoding"),
    });
    await drop("x");
    expect(await screen.findByText(/Line 3 holds text that is not UTF-8/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "It is Latin-1" }));
    await ready();
    expect(within(grid()).getByText("PSOR")).toBeTruthy();
    await userEvent.click(await ready());
    await waitFor(() => expect(writes().at(-1)?.method).toBe("PUT"));
    expect(writes().at(-1)?.url).toContain("latin1=true");
  });

  test("whose columns are not recognised is read by the columns that the person chooses", async () => {
    const header = ["DISEASE", "N_CASES", "N_CTRL"];
    const needed: Finding = {
      severity: "block",
      code: "column_unmapped",
      message: "No column is chosen for phenotype. Choose one.",
      field: "phenotype",
    };
    const unmapped = {
      ...fileCheck([["PSOR", "1", "2"]], [needed], header),
      mapping: { cases: "N_CASES", controls: "N_CTRL" },
    };
    openTask({
      [`POST ${path}`]: (request: Request) =>
        (new URL(request.url).searchParams.get("mapping") ?? "").includes("DISEASE")
          ? fileCheck([["PSOR", "1", "2"]], [], header)
          : unmapped,
    });
    await drop("x");
    const select = await screen.findByLabelText(/^Phenotype/);
    expect(screen.getByText("Choose its column.")).toBeTruthy();
    await userEvent.selectOptions(select, "DISEASE");
    await ready();
    expect(screen.queryByText("Choose its column.")).toBeNull();
  });

  test("with warnings asks once before it is accepted", async () => {
    const below: Finding = {
      severity: "warn",
      code: "total_below",
      message: "Line 2: cases and controls are 350 together, fewer than the 400 males of the cohort.",
      line: 2,
      column: "controls",
      value: "250",
    };
    const { writes } = openTask({ [`POST ${path}`]: fileCheck([["PSOR", "100", "250"]], [below]) });
    await drop("x");
    await userEvent.click(await ready());
    expect(await screen.findByText("Accept with 1 warning?")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(writes()).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Accept" }));
    await userEvent.click(await screen.findByRole("button", { name: "The numbers are right" }));
    await waitFor(() => expect(writes()).toHaveLength(2));
  });

  test("that replaces another shows what disappears and changes; going back loses nothing", async () => {
    const number = (n: number) => ({ low: n, high: n });
    const replaces = replacing(
      [
        { code: "ROSACEA", before: { cases: number(50), controls: number(350) } },
        {
          code: "PSOR",
          before: { cases: number(1000), controls: number(300) },
          after: { cases: number(100), controls: number(300) },
        },
      ],
      { other_pairs: 1, cohort_version: 7 },
    );
    const { writes } = openTask({
      "GET /api/sgc/cohorts/c1": { ...taken, validated: true, status: "validated" },
      [`POST ${path}`]: { ...fileCheck([["PSOR", "100", "300"]]), replaces },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Replace…" }));
    await drop("x");
    expect(await screen.findByText(/against version 1: 1 row disappears, 1 row changes/)).toBeTruthy();
    await userEvent.click(await ready());
    const dialog = within(await screen.findByRole("dialog", { name: "Replace cases, male?", hidden: true }));
    const rows = within(dialog.getAllByRole("table", { hidden: true })[1] as HTMLElement);
    expect(rows.getAllByRole("row", { hidden: true }).map((row) => row.textContent)).toEqual([
      "RowPhenotypeCases Controls ",
      "DisappearsROSACEA50 → then –350 → then –",
      "ChangesPSOR1,000 → then 100 −90 %300 → then 300",
    ]);
    expect(dialog.getByText(/withdraws this until you validate again/)).toBeTruthy();
    expect(dialog.getByText(/^1 pair of the co-occurrence is hidden differently/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Go back", hidden: true }));
    expect(writes().filter(({ method }) => method === "PUT")).toHaveLength(0);
    expect(within(grid()).getByText("PSOR")).toBeTruthy();
    await userEvent.click(await ready());
    await userEvent.click(await screen.findByRole("button", { name: "Replace the current table" }));
    await waitFor(() => expect(writes().at(-1)?.method).toBe("PUT"));
    expect(writes().at(-1)?.url).toContain("replace=true");
    expect(writes().at(-1)?.headers.get("If-Match")).toBe('"7"');
  });

  test("that is not accepted stays with its edits and its mapping", async () => {
    let calls = 0;
    const { writes } = openTask({
      [`PUT ${path}`]: async (request: Request) => {
        calls += 1;
        if (calls === 1) return refused(503, "The server is being restarted.");
        if (calls === 2) {
          const body = {
            detail: "Changed.",
            code: "changed",
            fields: [],
            request_id: "r",
            current: cohort([], { version: 7 }),
          };
          return Response.json(body, { status: 409 });
        }
        return { cohort: taken, check: await judge(request) };
      },
    });
    await drop(tsv([["psor", "100", "300"]]));
    await userEvent.click(await screen.findByRole("button", { name: "Fix all 1" }));
    await userEvent.click(await ready());
    expect(await screen.findByText("The table was not accepted")).toBeTruthy();
    expect(within(grid()).getByText("PSOR")).toBeTruthy();

    await userEvent.click(await ready());
    expect(await screen.findByText("The cohort was changed meanwhile")).toBeTruthy();
    await userEvent.click(await ready());
    expect(await screen.findByText("Cases, male: the table was accepted.")).toBeTruthy();
    const last = writes().at(-1);
    expect(last?.headers.get("If-Match")).toBe('"7"');
    expect(await sentCells(last)).toEqual([casesHeader, ["PSOR", "100", "300"]]);
  });

  test("of a cohort that was deleted says so and keeps the table", async () => {
    openTask({ [`PUT ${path}`]: () => refused(404, "There is no such cohort.") });
    await drop(tsv([["PSOR", "1", "2"]]));
    await userEvent.click(await ready());
    expect(await screen.findByText(/There is no such cohort. Your table is kept here/)).toBeTruthy();
    expect(within(grid()).getByText("PSOR")).toBeTruthy();
  });
});

test("cells pasted from a spreadsheet go the same way", async () => {
  const { writes } = openTask();
  await userEvent.click((await screen.findAllByRole("button", { name: "Paste from a spreadsheet" }))[0] as HTMLElement);
  await userEvent.click(screen.getByRole("button", { name: "Check the pasted table" }));
  expect(await screen.findByText("Paste the cells with their header first.")).toBeTruthy();
  const box = screen.getByLabelText(/^Cells of the spreadsheet/);
  await userEvent.click(box);
  await userEvent.paste(tsv([["PSOR", "1", "2"]]));
  await userEvent.click(screen.getByRole("button", { name: "Check the pasted table" }));
  await userEvent.click(await ready());
  await waitFor(() => expect(writes().at(-1)?.method).toBe("PUT"));
  expect(await sentCells(writes().at(-1))).toEqual([casesHeader, ["PSOR", "1", "2"]]);
});
