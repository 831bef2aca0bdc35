import { describe, expect, test } from "vitest";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { listParams } from "./search";
import { statusWord, summarySentence, verdictWord, waitingOptions, waitingWords } from "./words";

const summary = {
  files: 42,
  cohorts: 18,
  waiting_for_review: 6,
  waiting_for_uploader: 2,
  waiting_for_you: 0,
  by_status: {},
};

test.each([
  [{}, "42 files from 18 cohorts · 6 wait for review, 2 for their uploader"],
  [{ waiting_for_you: 3 }, "42 files from 18 cohorts · 6 wait for review, 2 for their uploader; 3 of these for you"],
  [{ waiting_for_review: 0 }, "42 files from 18 cohorts · 2 wait for their uploader"],
  [
    { files: 1, cohorts: 1, waiting_for_review: 1, waiting_for_uploader: 0 },
    "1 file from 1 cohort · 1 waits for review",
  ],
  [{ waiting_for_review: 0, waiting_for_uploader: 0 }, "42 files from 18 cohorts · nothing waits"],
])("summary %j", (change, sentence) => expect(summarySentence({ ...summary, ...change })).toBe(sentence));

test("a summary counts each waiting file once", () => {
  for (const [review, uploader, yours] of [
    [6, 2, 3],
    [0, 4, 4],
    [5, 0, 5],
  ] as const) {
    const of = { ...summary, waiting_for_review: review, waiting_for_uploader: uploader, waiting_for_you: yours };
    const [parts = ""] = summarySentence(of).split(" · ")[1]?.split(";") ?? [];
    const counted = [...parts.matchAll(/\d+/g)].reduce((sum, [n]) => sum + Number(n), 0);
    expect(counted).toBe(review + uploader);
  }
});

function running(job: object, more: object = {}): HermesUploadRow {
  return {
    status: "SUBMITTED TO QC",
    waiting_on: "system",
    waiting_since: "2026-11-21T11:00:00Z",
    n_total: 1000,
    review_state: { step: "none", reviewer: "" },
    run: { job: { state: "running", done: 62, total: 100, eta_seconds: 64, ...job } },
    ...more,
  } as unknown as HermesUploadRow;
}

const now = Date.parse("2026-11-21T12:00:00Z");

describe("a submission in QC", () => {
  test.each([
    [{}, "QC running · 62 %", "System, 1 min left"],
    [{ total: 0, eta_seconds: null }, "QC running", "System, 1 h"],
    [{ state: "queued" }, "Waiting for QC", "System, 1 h"],
  ])("%j", (job, status, waiting) => {
    expect([statusWord(running(job)).word, waitingWords(running(job), now)]).toEqual([status, waiting]);
  });
});

test("words of an old or foreign link that the server does not know are left out", () => {
  expect(listParams({ sort: "colour", status: ["FAILED QC", "LOST"], after: ["a", "b"] })).toMatchObject({
    sort: "-uploaded_at",
    status: ["FAILED QC"],
    cursor: "b",
  });
});

test("a filter asks for whom a file waits", () => {
  expect(waitingOptions.map(({ value }) => value)).toEqual(["reviewer", "uploader", "system"]);
  expect(listParams({ waiting: ["reviewer", "nobody", "system"] }).waiting_on).toEqual(["reviewer", "system"]);
  expect(listParams({ waiting: ["you"], reviewer: ["-"] })).toMatchObject({ waiting_for_you: true, unassigned: true });
  expect(listParams({ reviewer: ["rosa"] })).toMatchObject({ reviewer: "rosa", unassigned: undefined });
});

test("in review, it says how far it has come and who has it", () => {
  const inReview = (step: string, reviewer = "") =>
    running({}, { status: "READY FOR REVIEW", waiting_on: "reviewer", review_state: { step, reviewer } });
  expect(statusWord(inReview("open")).word).toBe("Ready for review");
  expect(statusWord(inReview("changes_requested")).word).toBe("Changes requested");
  expect(statusWord(inReview("second_review")).word).toBe("Accepted by one of two");
  expect(waitingWords(inReview("open"), now)).toBe("Reviewer, 1 h");
  expect(waitingWords(inReview("open", "rosa"), now)).toBe("rosa, 1 h");
});

test("what QC found, with how many warnings", () => {
  const found = (run: object) => verdictWord(running({}, { run }));
  expect(found({ verdict: "pass", warnings: 0 })).toEqual({ tone: "pass", word: "Passed" });
  expect(found({ verdict: "warn", warnings: 1 })).toEqual({ tone: "warn", word: "1 warning" });
  expect(found({ verdict: "warn", warnings: 3 })?.word).toBe("3 warnings");
  expect(found({ verdict: "warn", warnings: 0 })).toEqual({ tone: "warn", word: "Incomplete" });
  expect(found({ verdict: "warn" })?.word).toBe("Warnings");
  expect(found({ verdict: "fail", warnings: 2 })).toEqual({ tone: "fail", word: "Failed" });
  const partly = { steps: 14, not_measured: 5 };
  expect(found({ verdict: "pass", warnings: 0, ...partly })?.word).toBe("Passed, 5 of 14 not measured");
  expect(found({ verdict: "warn", warnings: 2, ...partly })?.word).toBe("2 warnings, 5 of 14 not measured");
  expect(found({ verdict: "warn", warnings: 0, ...partly })?.word).toBe("Incomplete, 5 of 14 not measured");
  expect(found({ verdict: "fail", warnings: 0, ...partly })?.word).toBe("Failed");
  expect(found({ verdict: "pass", warnings: 0, steps: 14, not_measured: 0 })?.word).toBe("Passed");
  expect(found({})).toBeUndefined();
  expect(listParams({ verdict: ["fail", "odd"] }).verdict).toEqual(["fail"]);
});
