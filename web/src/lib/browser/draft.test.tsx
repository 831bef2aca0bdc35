import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod/mini";
import { type DraftKind, draftKey, readDraft, removeDraft, useDraft, writeDraft } from "./draft";

interface Note {
  text: string;
}
const note: DraftKind<Note> = { name: "test-note", version: 2, shape: z.object({ text: z.string() }) };
const mine = { account: "u1", object: "new" };

const stored = () => readDraft(note, mine)?.content.text;
const store = (text: string) => writeDraft(note, mine, { content: { text }, savedAt: 1000 });

describe("what is stored", () => {
  test("comes back as it was written, until it is removed", () => {
    expect(store("Lake")).toBe(true);
    expect(readDraft(note, mine)).toEqual({ content: { text: "Lake" }, savedAt: 1000 });
    removeDraft(note, mine);
    expect(readDraft(note, mine)).toBeUndefined();
  });

  test.each([
    ["another account", note, { ...mine, account: "u2" }],
    ["another object", note, { ...mine, object: "d1" }],
    ["another form", { ...note, name: "test-other" }, mine],
    ["another version of the form", { ...note, version: 3 }, mine],
  ])("is not shared with %s", (_name, kind, of) => {
    store("Lake");
    expect(readDraft(kind, of)).toBeUndefined();
  });

  test.each([
    ["of another shape", JSON.stringify({ content: { text: 3 }, savedAt: 1 })],
    ["without a time", JSON.stringify({ content: { text: "Lake" } })],
    ["that is no JSON", "{"],
  ])("one %s is ignored", (_name, text) => {
    localStorage.setItem(draftKey(note, mine), text);
    expect(readDraft(note, mine)).toBeUndefined();
  });

  test("holds nothing that the form did not declare", () => {
    const content = { text: "Lake", password: "correct horse" };
    writeDraft(note, mine, { content, savedAt: 1 });
    expect(localStorage.getItem(draftKey(note, mine))).not.toContain("horse");
    expect(stored()).toBe("Lake");
  });
});

describe("useDraft", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 5000 }));
  afterEach(() => void vi.useRealTimers());

  const use = () => renderHook(() => useDraft(note, mine));
  type Used = ReturnType<typeof use>;
  const keep = ({ result }: Used, text: string | undefined) =>
    act(() => result.current.keep(text === undefined ? undefined : { text }));
  const wait = (ms = 5000) => act(() => vi.advanceTimersByTime(ms));

  test("restores what an earlier visit left, and says when that was", () => {
    store("Lake");
    const { result } = use();
    expect(result.current).toMatchObject({ restored: { text: "Lake" }, savedAt: 1000 });
  });

  test("writes soon after the last change, and says when", () => {
    const form = use();
    keep(form, "L");
    wait(400);
    keep(form, "La");
    wait(400);
    expect(stored()).toBeUndefined();
    wait(200);
    expect(stored()).toBe("La");
    expect(form.result.current.savedAt).toBe(6000);
  });

  test("does not wait for a user who types on and on", () => {
    const form = use();
    for (let typed = 0; typed < 5; typed++) {
      keep(form, "L".repeat(typed));
      wait(500);
    }
    expect(stored()).toBeDefined();
  });

  test.each<[string, (form: Used) => void]>([
    ["closed", ({ unmount }) => unmount()],
    ["reloaded", () => window.dispatchEvent(new Event("pagehide"))],
  ])("writes at once when the page is %s", (_name, leave) => {
    const form = use();
    keep(form, "Lake");
    act(() => leave(form));
    expect(stored()).toBe("Lake");
  });

  test("a discarded draft is gone, also what was about to be written, until something else is typed", () => {
    store("Lake");
    const form = use();
    keep(form, "Lakeland");
    act(() => form.result.current.discard());
    keep(form, "Lakeland");
    wait();
    expect(stored()).toBeUndefined();
    expect(form.result.current.savedAt).toBeUndefined();
    keep(form, "Hill");
    wait();
    expect(stored()).toBe("Hill");
  });

  test("nothing to keep removes what this form wrote, and the same text may be typed again", () => {
    const form = use();
    keep(form, "Lake");
    wait();
    keep(form, undefined);
    wait();
    expect(stored()).toBeUndefined();
    keep(form, "Lake");
    wait();
    expect(stored()).toBe("Lake");
  });

  test("looking at a form leaves alone what another tab keeps of it", () => {
    const form = use();
    store("Of another tab");
    keep(form, undefined);
    form.unmount();
    expect(stored()).toBe("Of another tab");
  });

  test("drafts of an older version are dropped", () => {
    writeDraft({ ...note, version: 1 }, mine, { content: { text: "Old" }, savedAt: 1 });
    use();
    expect(localStorage.length).toBe(0);
  });

  test("a browser that refuses to store is no failure, and nothing is said to be saved", () => {
    const setItem = () => {
      throw new DOMException("full");
    };
    vi.stubGlobal("localStorage", {
      setItem,
      getItem: () => null,
      removeItem: () => undefined,
      clear: () => undefined,
    });
    const form = use();
    keep(form, "Lake");
    wait();
    expect(form.result.current.savedAt).toBeUndefined();
    vi.unstubAllGlobals();
  });
});
