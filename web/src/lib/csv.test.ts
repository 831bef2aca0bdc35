import { expect, test } from "vitest";
import { toCsv } from "./csv";

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
