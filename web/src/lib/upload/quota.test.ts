import { expect, test } from "vitest";
import { leftWords, overQuota, type Quota, quotaState, usedWords } from "./quota";

const files = (used: number, limit: number): Quota => ({ kind: "dataset_bytes", used, limit });

test.each<[number, number, string]>([
  [0, 100, "free"],
  [89, 100, "free"],
  [90, 100, "nearly"],
  [99, 100, "nearly"],
  [100, 100, "full"],
  [130, 100, "full"],
  [5e12, 0, "free"],
])("%d of %d: %s", (used, limit, state) => {
  expect(quotaState(files(used, limit))).toBe(state);
});

test("what is used and what is left, with and without a limit", () => {
  expect(usedWords(files(1.2e9, 50e9))).toBe("1.2 GB of 50 GB");
  expect(usedWords(files(1.2e9, 0))).toBe("1.2 GB, no limit");
  expect(usedWords({ kind: "pages", used: 3, limit: 1500 })).toBe("3 of 1,500");
  expect(leftWords(files(1.2e9, 50e9))).toBe("48.8 GB of your 50 GB are free.");
  expect(leftWords(files(50e9, 50e9))).toBe("Nothing is left of your 50 GB.");
  expect(leftWords(files(1.2e9, 0))).toBeUndefined();
});

// The sentences are those of internal/adapter/httpapi/storage_quota_test.go.
test("a file is refused to the byte, in the words of the server", () => {
  expect(overQuota(files(1500, 2000), 500)).toBeUndefined();
  expect(overQuota(files(1500, 2000), 501)).toBe(
    "Your files hold 1.5 kB of 2 kB; this one of 501 bytes exceeds your storage quota. Delete files, or ask the operator for more storage.",
  );
  expect(overQuota(files(1500, 0), 1e15)).toBeUndefined();
  expect(overQuota(undefined, 1e15)).toBeUndefined();
  expect(overQuota({ kind: "index_bytes", used: 1500, limit: 2000 }, 501)).toBe(
    "Your indexes and their files would take 2 kB, and an account may have 2 kB. Delete one permanently first.",
  );
  expect(overQuota({ kind: "table_bytes", used: 2600, limit: 2000 }, 0)).toBe(
    "Your tables would take 2.6 kB. The maximum is 2 kB. Delete pages, or tables that no page shows.",
  );
  expect(overQuota({ kind: "indexes", used: 2, limit: 2 }, 1)).toBe(
    "You have 2 indexes, which is as many as an account may have, those in the bin too. Delete one permanently first.",
  );
  expect(overQuota({ kind: "tables", used: 2, limit: 2 }, 1)).toBe(
    "You have 2 tables, the maximum. Delete pages, or tables that no page shows.",
  );
  expect(overQuota({ kind: "pages", used: 2, limit: 2 }, 1)).toBe(
    "You have 2 pages, which is as many as an account may have, those in the bin too. Delete one permanently first.",
  );
  expect(overQuota({ kind: "pages", used: 1, limit: 2 }, 1)).toBeUndefined();
});
