import fc from "fast-check";
import { expect, test } from "vitest";
import { type Format, mathFunctions } from "../document/document";
import { showCell } from "./format";

test("formats never fail, and never lead anywhere but to http, https and mailto", () => {
  const format: fc.Arbitrary<Format> = fc.oneof(
    fc.record({
      type: fc.constant("link" as const),
      to: fc.oneof(fc.string(), fc.constantFrom("{value}", "https://x.example/{value}{n}")),
      new_tab: fc.boolean(),
      as: fc.constantFrom("text" as const, "button" as const),
    }),
    fc.record({ type: fc.constant("math" as const), function: fc.constantFrom(...mathFunctions) }),
    fc.record({
      type: fc.constantFrom("scientific" as const, "decimals" as const),
      digits: fc.integer({ min: 0, max: 15 }),
    }),
    fc.record({ type: fc.constant("bar" as const), reverse: fc.boolean(), empty: fc.integer({ min: 0, max: 100 }) }),
    fc.record({
      type: fc.constant("shorten" as const),
      to: fc.integer({ min: 1, max: 9 }),
      from: fc.constantFrom("start" as const, "end" as const),
    }),
    fc.record({ type: fc.constantFrom("direction" as const, "list" as const, "chips" as const, "copy" as const) }),
  );
  const cell = fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ minLength: 1 }),
    fc.webUrl(),
    fc.boolean(),
    fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
  );
  fc.assert(
    fc.property(cell, fc.array(format, { maxLength: 5 }), cell, (of, formats, other) => {
      const { parts, bar } = showCell(of, formats, { cell: () => other, range: { low: -1, high: 1 } });
      for (const { link, text: shown } of parts) {
        if (link) expect(link.href).toMatch(/^(https?|mailto):/i);
        expect(shown).not.toMatch(/NaN|Infinity|undefined/.test(String(of)) ? /$^/ : /^(NaN|-?Infinity|undefined)$/);
      }
      if (bar) expect(bar.width >= 0 && bar.width <= 100).toBe(true);
    }),
  );
});
