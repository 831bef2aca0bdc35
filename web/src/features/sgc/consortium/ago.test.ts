import { expect, test } from "vitest";
import { agoWords } from "./ago";

const now = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:30Z", "just now"],
  ["2026-11-21T12:00:30Z", "just now"],
  ["2026-11-21T11:59:00Z", "1 minute ago"],
  ["2026-11-21T09:01:00Z", "2 hours ago"],
  ["2026-11-20T12:00:00Z", "1 day ago"],
  ["2026-11-09T06:00:00Z", "12 days ago"],
])("%s was %s", (iso, words) => expect(agoWords(iso, now)).toBe(words));
