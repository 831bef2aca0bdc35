import fc from "fast-check";
import { expect, test } from "vitest";
import { changed, type History, noHistory, redone, undone } from "./history";

test("letters typed into one field are undone together; a pause, or another field, begins anew", () => {
  let history: History<string> = noHistory;
  history = changed(history, "", "/title", 0);
  history = changed(history, "a", "/title", 1499);
  expect(history.past).toEqual([""]);
  history = changed(history, "ab", "/title", 1499 + 1500);
  expect(history.past).toEqual(["", "ab"]);
  history = changed(history, "abc", "/about", 3000);
  expect(history.past).toEqual(["", "ab", "abc"]);
});

test("changes about nothing in particular are undone one by one", () => {
  const first = changed(noHistory as History<number>, 1, "", 0);
  expect(changed(first, 2, "", 1).past).toEqual([1, 2]);
});

test("a change after undo forgets what was undone", () => {
  const history = changed(noHistory as History<number>, 1, "", 0);
  const back = undone(history, 2);
  expect(back?.value).toBe(1);
  expect(redone(changed(back?.history ?? noHistory, 1, "", 1), 3)).toBeUndefined();
});

test("undo as often as there were changes leads to the beginning, redo as often to the end", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 100 }), (values) => {
      let history: History<number> = noHistory;
      let now = -1;
      for (const value of values) {
        history = changed(history, now, "", 0);
        now = value;
      }
      const end = now;
      for (const _ of values) {
        const step = undone(history, now);
        if (!step) throw new Error("too few to undo");
        ({ history, value: now } = step);
      }
      expect(now).toBe(-1);
      expect(undone(history, now)).toBeUndefined();
      for (const _ of values) {
        const step = redone(history, now);
        if (!step) throw new Error("too few to redo");
        ({ history, value: now } = step);
      }
      expect(now).toBe(end);
      expect(redone(history, now)).toBeUndefined();
    }),
  );
});

test("at most 200 changes are kept, the latest", () => {
  let history: History<number> = noHistory;
  for (let n = 0; n < 201; n++) history = changed(history, n, "", 0);
  expect([history.past.length, history.past[0]]).toEqual([200, 1]);
});
