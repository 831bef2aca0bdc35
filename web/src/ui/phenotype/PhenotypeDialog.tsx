import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useMemo } from "react";
import { ApiError } from "@/lib/api-error";
import { useAccountId } from "@/lib/permission";
import { toastDone } from "../dialog/toast";
import { DialogForm } from "../form/DialogForm";
import { RecordConflict } from "../form/RecordConflict";
import { type FieldErrors, partsOf, placeAt, type RecordKind } from "../form/record";
import { useHandingIn } from "../form/useHandingIn";
import { useRecordForm } from "../form/useRecordForm";
import { useRecordSaving } from "../form/useRecordSaving";
import type { PhenotypeFieldsProps } from "./PhenotypeFields";

/** An area's list of phenotypes: the typed values of a phenotype, and its request. */
export interface PhenotypeList<V extends object, Held> extends Pick<RecordKind<V, Held>, "draft" | "from"> {
  codeOf: (held: Held) => string;
  empty: V;
  /** The parts of the form with their names. */
  labels: Readonly<Record<keyof V & string, string>>;
  /** The display text of a part. */
  shown: (part: keyof V & string, values: V) => string;
  /** The problems; `all` are the existing ones, if the page knows them. */
  check: (values: V, isNew: boolean, all: readonly Held[]) => FieldErrors;
  /** Places a refusal that names no field. */
  place?: (error: ApiError) => FieldErrors;
  create: (values: V) => Promise<Held>;
  update: (code: string, version: number, values: V) => Promise<Held>;
  /** Reads the list past the cache. */
  read: (queries: QueryClient) => Promise<{ items: Held[] }>;
  /** Of all that is kept of the list. */
  key: QueryKey;
  Fields: ComponentType<PhenotypeFieldsProps<V, Held>>;
}

interface Props<V extends object, Held> {
  list: PhenotypeList<V, Held>;
  /** Absent: a new one is added. */
  phenotype?: Held | undefined;
  all?: readonly Held[] | undefined;
  onClose: () => void;
}

const none: readonly never[] = [];

/** The typed values of a phenotype, and its problems. */
function usePhenotypeForm<V extends object, Held extends { version: number }>(props: Props<V, Held>) {
  const { list, phenotype, all = none } = props;
  const isNew = phenotype === undefined;
  const kind = useMemo((): RecordKind<V, Held, keyof V & string> => {
    const parts = Object.keys(list.labels) as (keyof V & string)[];
    // The use count is not a field of the form.
    const fields = parts.filter((part) => part !== "retired");
    return {
      ...partsOf<V>(...parts),
      draft: list.draft,
      idOf: list.codeOf,
      versionOf: ({ version }) => version,
      from: list.from,
      check: (typed) => list.check(typed, isNew, all),
      place: (error) => ({ ...(error instanceof ApiError && list.place?.(error)), ...placeAt(error, fields) }),
    };
  }, [list, isNew, all]);
  const of = { account: useAccountId(), object: isNew ? "new" : list.codeOf(phenotype) };
  return useRecordForm(kind, of, { held: phenotype, empty: list.empty });
}

/** Adds a phenotype to the list, or changes the description of one. */
export function PhenotypeDialog<V extends object, Held extends { version: number }>(props: Props<V, Held>) {
  const { phenotype } = props;
  return phenotype ? <EditDialog {...props} phenotype={phenotype} /> : <AddDialog {...props} />;
}

function AddDialog<V extends object, Held extends { version: number }>(props: Props<V, Held>) {
  const { list, onClose } = props;
  const queries = useQueryClient();
  const form = usePhenotypeForm(props);
  const adding = useHandingIn(form, {
    send: list.create,
    onDone: async (added, sent) => {
      const left = form.registered(added, sent);
      const unsaved = left ? " Later input is not saved. Edit it to continue." : "";
      toastDone(`${list.codeOf(added)} was added.${unsaved}`);
      onClose();
      await queries.invalidateQueries({ queryKey: list.key });
    },
  });
  return (
    <DialogForm
      title="Add a phenotype"
      form={form}
      prefix="phenotype"
      label="Add phenotype"
      busy={adding.busy}
      onSubmit={adding.submit}
      onClose={onClose}
    >
      <list.Fields {...fieldsOf(form)} />
    </DialogForm>
  );
}

function EditDialog<V extends object, Held extends { version: number }>(props: Props<V, Held> & { phenotype: Held }) {
  const { list, phenotype, onClose } = props;
  const queries = useQueryClient();
  const form = usePhenotypeForm(props);
  const code = list.codeOf(phenotype);
  const saving = useRecordSaving(form, phenotype, {
    input: (typed) => typed,
    put: (version, typed) => list.update(code, version, typed),
    conflictOf: async (error) => {
      if (!(error instanceof ApiError && error.code === "changed")) return undefined;
      const { items } = await list.read(queries);
      void queries.invalidateQueries({ queryKey: list.key });
      return items.find((one) => list.codeOf(one) === code);
    },
    onSaved: async (_saved, left) => {
      toastDone(left ? `${code} was changed. Later input is not saved yet.` : `${code} was changed.`);
      if (!left) onClose();
      await queries.invalidateQueries({ queryKey: list.key });
    },
  });
  return (
    <>
      <DialogForm
        title={`Edit ${code}`}
        form={form}
        prefix="phenotype"
        label="Save changes"
        busy={saving.busy}
        onSubmit={saving.submit}
        onClose={onClose}
      >
        <list.Fields {...fieldsOf(form)} phenotype={phenotype} />
      </DialogForm>
      <RecordConflict
        form={form}
        saving={saving}
        what="phenotype"
        by={() => undefined}
        story={() => `Another person changed ${code} meanwhile.`}
        label={(part) => list.labels[part]}
        shown={list.shown}
      />
    </>
  );
}

function fieldsOf<V extends object>({ values, errors, change }: ReturnType<typeof usePhenotypeForm<V, never>>) {
  return {
    prefix: "phenotype",
    form: values,
    problems: errors,
    onChange: (part: Partial<V>) => change((before) => ({ ...before, ...part }), ...Object.keys(part)),
  };
}
