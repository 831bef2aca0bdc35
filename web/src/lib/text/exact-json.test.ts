import { expect, test } from "vitest";
import { readAnswer } from "./exact-json";

test("numbers of rows stay as they are written, those of the answer are numbers", () => {
  const first = String.raw`{"p":3.2e-412,"beta":-0.10,"rsid":"rs1","note":"5 \"of\" 7","gene":null}`;
  const second = '{"p":12345678901234567890,"x":[1,2]}';
  const { answer, rows } = readAnswer<{ count: number }>(`{"count":2,"data":[${first},${second}]}`);
  expect(answer.count).toBe(2);
  expect(rows).toEqual([
    { p: "3.2e-412", beta: "-0.10", rsid: "rs1", note: '5 "of" 7', gene: null },
    { p: "12345678901234567890", x: '["1","2"]' },
  ]);
});

test("no rows", () => expect(readAnswer('{"data":[]}').rows).toEqual([]));
