import { expect, test } from "vitest";
import { toCsv } from "./csv";

test.each(["＝1", "＋1", "－x", "＠SUM(A1)", "﹦1", "\ufeff=1", "\u200b=1", "\u2060\u00a0+x", "\u202e@x", "\x1f=1"])(
  "disarms %j",
  (cell) => {
    expect(toCsv(["a"], [[cell]])).toContain(`'${cell}`);
  },
);

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
