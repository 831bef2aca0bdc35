import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { z } from "zod/mini";
import { type DraftKind, readDraft } from "@/lib/browser/draft";
import { DialogForm } from "./DialogForm";
import { RecordConflict } from "./RecordConflict";
import { draftShape, partsOf, placeAt, type RecordKind } from "./record";
import { useRecordForm } from "./useRecordForm";
import { useRecordSaving } from "./useRecordSaving";

export interface Lake {
  name: string;
  depth: string;
  note: string;
}

export interface Held extends Lake {
  id: string;
  version: number;
}

const fields = ["name", "depth", "note"] as const;
const shape = draftShape(z.object({ name: z.string(), depth: z.string(), note: z.string() }));
export const draft: DraftKind<z.infer<typeof shape>> = { name: "test-lake", version: 1, shape };
export const of = { account: "u1", object: "l1" };

export const kind: RecordKind<Lake, Held, keyof Lake> = {
  ...partsOf<Lake>(...fields),
  draft,
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  from: ({ name, depth, note }) => ({ name, depth, note }),
  check: ({ name }): Record<string, string> => (name.trim() ? {} : { name: "Name the lake." }),
  place: (error) => placeAt(error, fields),
};

export class Changed extends Error {
  constructor(readonly current: Held) {
    super("Another person changed this lake.");
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

export const held: Held = { id: "l1", version: 1, name: "Upper", depth: "90", note: "" };

export async function open(put: Put, now = held) {
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

export const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
export const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
export const press = (words: string) =>
  fireEvent.click(screen.getByText(words, { selector: "button *" }).closest("button") as HTMLElement);
export const draftNow = () => readDraft(draft, of)?.content;

/** A server that answers on command. */
export function slow() {
  const calls: { version: number; values: Lake; answer: (held: Held) => void; refuse: (error: Error) => void }[] = [];
  const put: Put = (version, values) =>
    new Promise((answer, refuse) => calls.push({ version, values, answer, refuse }));
  return { calls, put };
}
