import { describe, expect, test } from "vitest";
import { type At, walk } from "./walk";

/** A list of `count` numbers, `size` at once whatever is asked for. */
function list(count: number, size: number) {
  const asked: At[] = [];
  async function read(at: At) {
    asked.push(at);
    const start = Number(at.cursor ?? 0);
    const items = Array.from({ length: Math.min(size, count - start) }, (_, i) => start + i);
    return { items, total: count, next_cursor: start + size < count ? String(start + size) : undefined };
  }
  return { read, asked };
}

const never = new AbortController().signal;
const silent = () => {};

describe("walk", () => {
  test("reads every page once, in order, and tells how far it is", async () => {
    const { read, asked } = list(450, 200);
    const told: [number, number | undefined][] = [];
    const { rows, total, whole } = await walk(read, (...progress) => told.push(progress), never);
    expect(rows).toEqual(Array.from({ length: 450 }, (_, i) => i));
    expect([total, whole]).toEqual([450, true]);
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, "200", "400"]);
    expect(told).toEqual([
      [200, 450],
      [400, 450],
      [450, 450],
    ]);
  });

  test.each([
    [9, 9, true],
    [10, 10, true],
    [11, 10, false],
    [30, 10, false],
  ])("of %d rows at most ten: %d, whole %s", async (count, got, whole) => {
    const { read, asked } = list(count, 5);
    const walked = await walk(read, silent, never, 10);
    expect([walked.rows.length, walked.total, walked.whole]).toEqual([got, count, whole]);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  test("ends between two pages when it is stopped", async () => {
    const control = new AbortController();
    const { read, asked } = list(450, 200);
    await expect(walk(read, () => control.abort(), control.signal)).rejects.toThrow(/abort/i);
    expect(asked).toHaveLength(2);
  });

  test("a list that promises more and gives nothing ends", async () => {
    const { rows } = await walk(async () => ({ items: [], next_cursor: "again" }), silent, never);
    expect(rows).toEqual([]);
  });
});
