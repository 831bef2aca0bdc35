import { describe, expect, test } from "vitest";
import type { UploadState } from "./state";
import { certainShare, progressWords, refusal } from "./words";

const sending: UploadState = {
  phase: "sending",
  fileName: "a.gz",
  size: 812e6,
  sent: 577e6,
  speed: 18e6,
  secondsLeft: 13,
};

describe("upload progress", () => {
  test("amount, speed, time left, and that the page may be closed", () => {
    expect(progressWords(sending)).toBe(
      "577 of 812 MB · 18 MB/s · 13 s left. You can close this page. The upload continues where it stopped.",
    );
  });

  test("is not complete before the server has confirmed", () => {
    expect(certainShare({ ...sending, phase: "checking", sent: 812e6 })).toBe(0.99);
    expect(certainShare({ ...sending, phase: "stored", sent: 812e6 })).toBe(1);
    expect(certainShare({ ...sending, size: 0, sent: 0 })).toBe(0);
  });
});

describe("refusal", () => {
  const file = { name: "a.gz", size: 100 };
  test.each([
    ["empty", { ...file, size: 0 }, undefined, /is empty/],
    ["too large", { ...file, size: 2000 }, undefined, /up to 1 kB/],
    ["another file than the one begun", file, { name: "b.gz", size: 100 }, /not the file of this upload/],
    ["the begun file in another length", file, { name: "a.gz", size: 99 }, /not the file of this upload/],
  ])("%s", (_name, chosen, expected, message) => expect(refusal(chosen, 1000, expected)).toMatch(message));

  test("the file that was begun is taken", () => expect(refusal(file, 1000, file)).toBeUndefined());
});
