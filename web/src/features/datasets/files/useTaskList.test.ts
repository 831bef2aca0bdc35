import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { newTask, type Task } from "./tasks";
import { useTaskList } from "./useTaskList";

const named = (key: string): Task => ({ ...newTask(key, { kind: "phenotype" }), phenotype: `trait ${key}` });
const open = (object: string) => renderHook(() => useTaskList({ account: "u1", object })).result;
const typed = (list: ReturnType<typeof open>) => list.current.tasks.map(({ phenotype }) => phenotype);

test("a row in the middle goes, and the others keep what was typed, sent and refused", () => {
  const list = open("d1");
  act(() => {
    for (const key of ["a", "b", "c"]) list.current.add(named(key));
    list.current.note("c", { refused: { cases: "No." } });
  });
  act(() => list.current.drop("b"));
  act(() => list.current.change("c", { uploadId: "up-c" }));
  expect(typed(list)).toEqual(["trait a", "trait c"]);
  expect(list.current.tasks.map(({ uploadId }) => uploadId)).toEqual([undefined, "up-c"]);
  expect(list.current.seenOf("c").refused).toEqual({ cases: "No." });
  expect(list.current.seenOf("b")).toEqual({});
});

test("rows of one data set are not those of another", () => {
  const first = open("d3");
  act(() => first.current.add(named("a")));
  expect(typed(open("d4"))).toEqual([]);
  expect(typed(first)).toEqual(["trait a"]);
});
