import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { ApiError } from "@/lib/api-error";
import { type DraftKind, readDraft, writeDraft } from "@/lib/draft";
import { DialogForm } from "./DialogForm";
import { RecordConflict } from "./RecordConflict";
import { draftShape, partsOf, placeAt, type RecordKind } from "./record";
import { useRecordForm } from "./useRecordForm";
import { useRecordSaving } from "./useRecordSaving";

interface Lake {
  name: string;
  depth: string;
  note: string;
}

interface Held extends Lake {
  id: string;
  version: number;
}

const fields = ["name", "depth", "note"] as const;
const shape = draftShape(z.object({ name: z.string(), depth: z.string(), note: z.string() }));
const draft: DraftKind<z.infer<typeof shape>> = { name: "test-lake", version: 1, shape };
const of = { account: "u1", object: "l1" };

const kind: RecordKind<Lake, Held, keyof Lake> = {
  ...partsOf<Lake>(...fields),
  draft,
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  from: ({ name, depth, note }) => ({ name, depth, note }),
  check: ({ name }): Record<string, string> => (name.trim() ? {} : { name: "Name the lake." }),
  place: (error) => placeAt(error, fields),
};

class Changed extends Error {
  constructor(readonly current: Held) {
    super("Somebody else has changed this lake.");
  }
}

type Put = (version: number, values: Lake) => Promise<Held>;

function Form({ held, put, onSaved }: { held: Held; put: Put; onSaved: (left: boolean) => void }) {
  const form = useRecordForm(kind, of, { held, empty: { name: "", depth: "", note: "" } });
  const saving = useRecordSaving(form, held, {
    input: (values) => values,
    put,
    conflictOf: (error) => (error instanceof Changed ? error.current : undefined),
    onSaved: (_saved, left) => onSaved(left),
  });
  return (
    <>
      <DialogForm
        title="Lake"
        form={form}
        prefix="lake"
        label="Save"
        busy={saving.busy}
        onSubmit={saving.submit}
        onClose={() => {}}
      >
        {fields.map((name) => (
          <input
            key={name}
            id={`lake-${name}`}
            aria-label={name}
            value={form.values[name]}
            onChange={(event) => form.change((before) => ({ ...before, [name]: event.target.value }), name)}
          />
        ))}
      </DialogForm>
      <RecordConflict
        form={form}
        saving={saving}
        what="lake"
        by={() => "bo"}
        story={() => "bo changed it."}
        label={(part) => part}
        shown={(part, values) => values[part]}
      />
    </>
  );
}

const held: Held = { id: "l1", version: 1, name: "Upper", depth: "90", note: "" };

async function open(put: Put, now = held) {
  const outcomes: boolean[] = [];
  const queries = new QueryClient();
  const page = (shown: Held) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Form held={shown} put={put} onSaved={(left) => outcomes.push(left)} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender, unmount } = render(page(now));
  await screen.findByLabelText("name"); // dialogs come after the first page
  return { outcomes, unmount, readAgain: (next: Held) => rerender(page(next)) };
}

const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const press = (words: string) =>
  fireEvent.click(screen.getByText(words, { selector: "button *" }).closest("button") as HTMLElement);
const draftNow = () => readDraft(draft, of)?.content;

/** A server that answers when it is told to. */
function slow() {
  const calls: { version: number; values: Lake; answer: (held: Held) => void; refuse: (error: Error) => void }[] = [];
  const put: Put = (version, values) =>
    new Promise((answer, refuse) => calls.push({ version, values, answer, refuse }));
  return { calls, put };
}

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

test("a record that is read again shows in a form nobody has typed in, and leaves alone one that somebody has", async () => {
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
