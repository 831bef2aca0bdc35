import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "@/lib/api-error";
import { writeDraft } from "@/lib/browser/draft";
import {
  box,
  Changed,
  draft,
  draftNow,
  type Held,
  held,
  kind,
  type Lake,
  of,
  open,
  press,
  slow,
  type,
} from "./testing";

test("what is typed while it is saved stays, and is what the next save sends", async () => {
  const { calls, put } = slow();
  const { outcomes } = await open(put);
  type("note", "first");
  press("Save");
  await waitFor(() => expect(calls).toHaveLength(1));
  type("note", "first and second");
  await act(async () => calls[0]?.answer({ ...held, version: 2, note: "first", depth: "91" }));
  expect(outcomes).toEqual([true]);
  expect([box("note").value, box("depth").value]).toEqual(["first and second", "91"]);
  press("Save");
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toMatchObject({ version: 2, values: { note: "first and second", depth: "91" } });
  await act(async () => calls[1]?.answer({ ...held, version: 3, depth: "91", note: "first and second" }));
  expect(outcomes).toEqual([true, false]);
  await waitFor(() => expect(draftNow()).toBeUndefined());
});

test("two people's changes: what only one changed is proposed, each field is chosen, the choice is saved over theirs", async () => {
  const sent: [number, Lake][] = [];
  const theirs: Held = { ...held, version: 4, name: "Upper Lake", note: "theirs" };
  const { outcomes } = await open(async (version, values) => {
    sent.push([version, values]);
    if (version < 4) throw new Changed(theirs);
    return { ...held, ...values, version: 5 };
  });
  type("depth", "95");
  type("note", "mine");
  press("Save");
  const dialog = within(await screen.findByRole("dialog", { name: "Two people changed this lake" }));
  const chosen = (label: string) => (dialog.getByLabelText(label) as HTMLInputElement).checked;
  expect(chosen("name: theirs, Upper Lake")).toBe(true);
  expect(chosen("depth: yours, 95")).toBe(true);
  expect(chosen("note: yours, mine")).toBe(true);
  expect(dialog.getAllByText("both changed")).toHaveLength(1);
  fireEvent.click(dialog.getByLabelText("note: theirs, theirs"));
  press("Save this");
  await waitFor(() => expect(outcomes).toEqual([false]));
  expect(sent).toEqual([
    [1, { name: "Upper", depth: "95", note: "mine" }],
    [4, { name: "Upper Lake", depth: "95", note: "theirs" }],
  ]);
  expect(box("name").value).toBe("Upper Lake");
});

test("a change elsewhere that leaves the fields alone is saved over without asking", async () => {
  const sent: number[] = [];
  const { outcomes } = await open(async (version, values) => {
    sent.push(version);
    if (version < 2) throw new Changed({ ...held, version: 2 });
    return { ...held, ...values, version: 3 };
  });
  type("note", "mine");
  press("Save");
  await waitFor(() => expect(outcomes).toEqual([false]));
  expect(sent).toEqual([1, 2]);
});

test("a reload finds what was typed; when the record has changed since, saving is a choice and not a loss", async () => {
  const first = await open(async () => held);
  type("note", "mine");
  first.unmount();
  expect(draftNow()).toEqual({
    values: { ...kind.from(held), note: "mine" },
    base: { version: 1, values: kind.from(held) },
  });

  const newer: Held = { ...held, version: 2, depth: "99" };
  const sent: number[] = [];
  await open(async (version) => {
    sent.push(version);
    throw new Changed(newer);
  }, newer);
  expect([box("note").value, box("depth").value]).toEqual(["mine", "90"]);
  press("Save");
  const dialog = within(await screen.findByRole("dialog", { name: "Two people changed this lake" }));
  expect((dialog.getByLabelText("depth: theirs, 99") as HTMLInputElement).checked).toBe(true);
  expect((dialog.getByLabelText("note: yours, mine") as HTMLInputElement).checked).toBe(true);
  expect(sent).toEqual([1]);
});

test("a record that is read again shows in a form nobody has typed in, and leaves alone one that a user has", async () => {
  const { readAgain } = await open(async () => held);
  readAgain({ ...held, version: 2, depth: "91" });
  expect(box("depth").value).toBe("91");
  type("note", "mine");
  readAgain({ ...held, version: 3, depth: "92" });
  expect([box("depth").value, box("note").value]).toEqual(["91", "mine"]);
});

test("a draft of another shape is no draft", async () => {
  writeDraft(draft, of, { content: { values: kind.from(held) }, savedAt: 1 });
  localStorage.setItem(
    "cohortium-draft/test-lake/v1/u1/l1",
    JSON.stringify({ content: { values: { name: 3 } }, savedAt: 1 }),
  );
  await open(async () => held);
  expect(box("name").value).toBe("Upper");
});

test("a refusal stands at its field and takes the focus once; what was typed stays, and typing goes on undisturbed", async () => {
  const { calls, put } = slow();
  await open(put);
  // The dialog takes the focus a moment after it opens.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  type("name", " ");
  press("Save");
  const summary = await screen.findByRole("alert", { name: /1 problem to correct/ });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(calls).toHaveLength(0);
  fireEvent.click(within(summary).getByText("Name the lake."));
  expect(document.activeElement).toBe(box("name"));

  type("name", "Lower");
  expect(screen.queryByText("Name the lake.")).toBeNull();
  type("name", "");
  expect(screen.getByText("Name the lake.")).toBeTruthy();
  expect(document.activeElement).toBe(box("name"));

  type("name", "Lower");
  press("Save");
  await waitFor(() => expect(calls).toHaveLength(1));
  const told = [{ field: "depth", message: "No lake is that deep." }];
  await act(async () => calls[0]?.refuse(new ApiError(422, "Refused.", "rule", told)));
  const again = screen.getByRole("alert", { name: /1 problem to correct/ });
  expect(within(again).getByText("No lake is that deep.").getAttribute("href")).toBe("#lake-depth");
  expect(document.activeElement).toBe(again);
  expect(box("name").value).toBe("Lower");
  type("depth", "9");
  expect(screen.queryByText("No lake is that deep.")).toBeNull();
});

test("a failure that is about no field is told with what it has not done", async () => {
  await open(async () => {
    throw new ApiError(503, "The database is away.", "away");
  });
  type("note", "mine");
  press("Save");
  expect(await screen.findByText(/The database is away\..* Nothing was changed\./)).toBeTruthy();
  expect(box("note").value).toBe("mine");
  await waitFor(() => expect(draftNow()?.values).toMatchObject({ note: "mine" }));
});

test("a form that shows what the server holds already goes on from it, and saves it over nobody", async () => {
  const sent: number[] = [];
  const { readAgain, outcomes } = await open(async (version, values) => {
    sent.push(version);
    return { ...held, ...values, version: version + 1 };
  });
  type("note", "restored");
  readAgain({ ...held, version: 5, note: "restored" });
  await waitFor(() => expect(draftNow()).toBeUndefined());
  type("note", "and on");
  press("Save");
  await waitFor(() => expect(outcomes).toEqual([false]));
  expect(sent).toEqual([5]);
});

test("who saved the same as another user has nothing to choose", async () => {
  const { outcomes } = await open(async () => {
    throw new Changed({ ...held, version: 4, note: "the same" });
  });
  type("note", "the same");
  press("Save");
  await waitFor(() => expect(outcomes).toEqual([false]));
  expect(screen.queryByRole("dialog", { name: "Two people changed this lake" })).toBeNull();
});
