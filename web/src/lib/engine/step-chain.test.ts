import { describe, expect, test } from "vitest";
import type { Step } from "../document/document";
import { out, run, texts } from "./testing/steps";

test("a split cuts at the first place of each mark, one after the other", async () => {
  const step: Step = { id: "s", type: "split", input: "t", by: [":", "_"], outputs: [out("x"), out("y"), out("z")] };
  const { cells, steps } = await run(texts("1:2_3_4:5", "1_2:3", "plain", null, ":b_c"), [step], ["x", "y", "z"]);
  expect(cells).toEqual([
    ["1", "1_2", "plain", null, null],
    ["2", "3", null, null, "b"],
    ["3_4:5", null, null, null, "c"],
  ]);
  expect(steps[0]).toMatchObject({
    missing: 1,
    failed: 2,
    first: [
      { row: 1, column: "t", value: "1_2:3", reason: "It has 2 parts only: “_” is not there." },
      { row: 2, column: "t", value: "plain", reason: "It has one part only: “:” is not there." },
    ],
  });
});

test("what cannot be made is named by row, column and value, and sampled", async () => {
  const { steps } = await run(
    texts("1", "2", "3", "4", "5", "6", "abc"),
    [{ id: "s", type: "to_number", input: "t", decimal: ".", output: out() }],
    [],
  );
  expect(steps[0]?.first).toEqual([{ row: 6, column: "t", value: "abc", reason: "“abc” is not a number." }]);
  expect(steps[0]?.before).toEqual({
    columns: ["t"],
    rows: [0, 1, 2].map((row) => ({ row, cells: [String(row + 1)] })),
  });
  expect(steps[0]?.after).toEqual({ columns: ["out"], rows: [0, 1, 2].map((row) => ({ row, cells: [row + 1] })) });
});

describe("a chain of steps", () => {
  const chain: Step[] = [
    { id: "one", type: "to_number", input: "t", decimal: ".", output: { id: "t", title: "T" } },
    { id: "two", type: "expression", expression: "t * 2", output: out("twice") },
    {
      id: "three",
      type: "join",
      inputs: ["t", "twice"],
      by: ["/"],
      missing: "missing",
      output: { id: "t", title: "T" },
    },
  ];

  test("reads what earlier steps made, and may put it in place of its input", async () => {
    const { cells, columns, before } = await run(texts("1", "x", "3"), chain, ["t", "twice"]);
    expect(cells).toEqual([
      ["1/2", null, "3/6"],
      [2, null, 6],
    ]);
    expect(columns.map(({ id, type }) => [id, type])).toEqual([
      ["t", "text"],
      ["twice", "number"],
    ]);
    expect(before.two?.map(({ id, type }) => [id, type])).toEqual([["t", "number"]]);
  });

  test("leaves out a step that is off", async () => {
    const off = chain.map((step) => (step.id === "one" ? { ...step, off: true } : step));
    const { steps, cells } = await run(texts("1"), off, ["t", "twice"]);
    expect(steps.map(({ id, fault }) => [id, fault])).toEqual([
      ["two", "* takes a number here, and this is a text. number(a) reads a number from a text."],
      ["three", "It reads “twice”, which is missing."],
    ]);
    expect(cells).toEqual([[null], [null]]);
  });

  test("says what is gone, and goes on", async () => {
    const { steps, columns } = await run(
      texts("1"),
      [
        { id: "s", type: "math", input: "gone", function: "abs", output: out() },
        { id: "d", type: "default", input: "t", value: "", output: out("d") },
      ],
      [],
    );
    expect(steps.map(({ fault }) => fault)).toEqual([
      "It reads “gone”, which is missing.",
      "Enter a value for missing cells.",
    ]);
    expect(columns.map(({ id, gone }) => [id, gone])).toEqual([
      ["t", undefined],
      ["out", true],
      ["d", true],
    ]);
  });
});
