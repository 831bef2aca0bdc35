import { expect, test } from "vitest";
import { listCell, numberCell, toCsv } from "./csv";

test.each(["＝1", "＋1", "－x", "＠SUM(A1)", "﹦1", "\ufeff=1", "\u200b=1", "\u2060\u00a0+x", "\u202e@x", "\x1f=1"])(
  "disarms %j",
  (cell) => {
    expect(toCsv(["a"], [[cell]])).toContain(`'${cell}`);
  },
);

test.each([
  [undefined, ""],
  [[], ""],
  [["a", "b c"], "a; b c"],
  [["a; b", "c"], "a\\; b; c"],
  [["a\\", "b"], "a\\\\; b"],
  [["NA"], "NA"],
])("the list %j is the cell %j", (items, cell) => expect(listCell(items)).toBe(cell));

test.each(["\ufeffname", " text", "a=1", "−0.5", "-0.5"])("leaves %j", (cell) => {
  expect(toCsv(["a"], [[cell]])).toBe(`a\r\n${cell}\r\n`);
});

test("quotes what needs it and disarms formulas", () => {
  const text = toCsv(
    ["Name", "β"],
    [
      ['a "b", c', "-0.12"],
      ["=HYPERLINK(1)", "+1-555"],
      ["two\nlines", "1e-400"],
      ["\0=1", "-0.5"],
    ],
  );
  expect(text).toBe(
    'Name,β\r\n"a ""b"", c",-0.12\r\n\'=HYPERLINK(1),\'+1-555\r\n"two\nlines",1e-400\r\n\'\0=1,-0.5\r\n',
  );
});

test.each([
  [0.002230600000027148, "0.0022306"],
  [0.1 + 0.2, "0.3"],
  [Math.fround(0.1), "0.10000000149011612"],
  [-1.2e-300, "-1.2e-300"],
  [123_456_789_012, "123456789012"],
  [0.12345678901234, "0.12345678901234"],
  [0, "0"],
  [null, ""],
  [Number.NaN, ""],
])("%d as a cell is %j", (value, cell) => expect(numberCell(value)).toBe(cell));

test("a cell reads back as the number, and a number of nine digits is written with no others, whatever arithmetic left", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let i = 0; i < 5_000; i++) {
    const typed = `${1 + Math.floor(random() * 999_999_998)}e${Math.floor(random() * 40) - 30}`;
    const exact = Number(typed);
    const cell = numberCell(exact * (1 + (random() - 0.5) * 1e-11));
    expect(Math.abs(Number(cell) - exact)).toBeLessThanOrEqual(1e-10 * exact);
    if (exact < 1) expect(cell).toBe(String(exact));
    const any = (random() - 0.5) * 10 ** (random() * 30 - 15);
    expect(Math.abs(Number(numberCell(any)) - any)).toBeLessThanOrEqual(1e-10 * Math.abs(any));
    expect(
      numberCell(any)
        .replace(/e.*|[-.]/g, "")
        .replace(/^0+/, "").length,
    ).toBeLessThanOrEqual(17);
  }
});
