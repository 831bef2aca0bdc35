import { expect, test, vi } from "vitest";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { ApiError } from "@/lib/api-error";
import { type Outcome, together } from "./together";

const upload = (id: string, actions: HermesUploadRow["actions"]) => ({ id, actions }) as HermesUploadRow;
const words = (outcomes: Outcome[]) => outcomes.map(({ upload: { id }, refusal }) => [id, refusal]);

test("each file has an outcome of its own, and one that is refused does not stop the others", async () => {
  const act = vi.fn(async ({ id }: HermesUploadRow) => {
    if (id === "b") throw new ApiError(409, "QC has been run again since this report.", "newer_run");
  });
  const seen: number[] = [];
  const outcomes = await together({
    name: "review",
    uploads: [
      upload("a", { review: { allowed: true } }),
      upload("b", { review: { allowed: true } }),
      upload("c", { review: { allowed: false, reason: "You uploaded this file." } }),
      upload("d", {}),
      upload("e", { review: { allowed: true } }),
    ],
    act,
    goesOn: () => true,
    onOutcome: (now) => seen.push(now.length),
  });
  expect(words(outcomes)).toEqual([
    ["a", undefined],
    ["b", "QC has been run again since this report."],
    ["c", "You uploaded this file."],
    ["d", "Your account cannot do this."],
    ["e", undefined],
  ]);
  expect(act).toHaveBeenCalledTimes(3);
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test("what was stopped leaves the rest as it is", async () => {
  let done = 0;
  const outcomes = await together({
    name: "rerun",
    uploads: ["a", "b", "c"].map((id) => upload(id, { rerun: { allowed: true } })),
    act: async () => {
      done++;
    },
    goesOn: () => done < 2,
    onOutcome: () => undefined,
  });
  expect(words(outcomes)).toEqual([
    ["a", undefined],
    ["b", undefined],
  ]);
});
