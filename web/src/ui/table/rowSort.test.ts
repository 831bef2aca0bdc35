import fc from "fast-check";
import { expect, test } from "vitest";
import { sortRows } from "./rowSort";

interface Row {
  at: number;
  n: number | undefined;
}

const rows = fc
  .array(fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(Number.NaN)), { nil: undefined }))
  .map((list) => list.map((n, at): Row => ({ at, n })));
const isKnown = ({ n }: Row) => n !== undefined && !Number.isNaN(n);

test("known numbers go up or down, equal ones keep their order, and what is not known comes last", () => {
  fc.assert(
    fc.property(rows, fc.boolean(), (given, descending) => {
      const sorted = sortRows(given, ({ n }) => n, descending);
      expect([...sorted].sort((a, b) => a.at - b.at)).toEqual(given);
      const known = sorted.filter(isKnown);
      expect(sorted.slice(known.length).some(isKnown)).toBe(false);
      for (const [i, row] of sorted.slice(1).entries()) {
        const before = sorted[i] as Row;
        if (!isKnown(row) || before.n === row.n) {
          if (isKnown(before) === isKnown(row)) expect(before.at).toBeLessThan(row.at);
        } else expect((before.n as number) < (row.n as number)).toBe(!descending);
      }
    }),
  );
});
