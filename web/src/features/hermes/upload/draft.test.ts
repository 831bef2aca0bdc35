import { describe, expect, test, vi } from "vitest";
import { discardDraft, draftKey, readDraft, saveDraft } from "./draft";

const key = draftKey("u1", "new");
const content = { values: { cohort: "Lake" }, mapping: { mapping: { beta: "B" }, decided: ["beta"] }, uploadId: "up1" };

describe("draft", () => {
  test("comes back as it was saved, until it is discarded", () => {
    expect(saveDraft(key, content, 1000)).toBe(1000);
    expect(readDraft(key)).toEqual({ ...content, version: 1, savedAt: 1000 });
    discardDraft(key);
    expect(readDraft(key)).toBeUndefined();
  });

  test("people and data sets do not share drafts", () => {
    saveDraft(key, content, 1000);
    expect(readDraft(draftKey("u2", "new"))).toBeUndefined();
    expect(readDraft(draftKey("u1", "d1"))).toBeUndefined();
  });

  test.each([
    ["of another shape", JSON.stringify({ version: 1, values: [] })],
    ["of another version", JSON.stringify({ ...content, version: 99, savedAt: 1 })],
    ["that is no JSON", "{"],
  ])("one %s is ignored", (_name, text) => {
    localStorage.setItem(key, text);
    expect(readDraft(key)).toBeUndefined();
  });

  test("a browser that refuses to store is no failure", () => {
    const setItem = () => {
      throw new DOMException("full");
    };
    vi.stubGlobal("localStorage", { setItem, clear: () => undefined });
    expect(saveDraft(key, content, 1000)).toBeUndefined();
  });
});
