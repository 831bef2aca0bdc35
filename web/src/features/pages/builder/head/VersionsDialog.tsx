import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { keepPageVersion, restorePageVersion } from "@/api/pages/calls";
import {
  ofVersions,
  type PageDifference,
  pageChanged,
  pageQuery,
  pageVersionQuery,
  pageVersionsQuery,
} from "@/api/pages/pages";
import type { PageDocument } from "@/lib/document/document";
import { formatDateTime } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Modal } from "@/ui/dialog/Modal";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { Answered } from "@/ui/state/Answered";
import { messageOf } from "@/ui/state/states";
import { readDocument } from "../../document";
import classes from "../builder.module.css";
import type { HeldPage } from "../pageKind";
import type { PageForm } from "../usePageForm";
import { namesAt, placeWords, valueWords } from "./differences";

interface Props {
  page: HeldPage;
  built: PageForm;
  onClose: () => void;
}

/** Versions that were kept: what differs from the page as it is now, and the way back. */
export function VersionsDialog({ page, built, onClose }: Props) {
  const versions = useQuery(pageVersionsQuery(page.id));
  const [open, setOpen] = useState<number>();
  return (
    <Modal opened onClose={onClose} title="Versions" size="lg">
      <Stack gap="md">
        {page.can.edit && <KeepForm page={page} saved={built.form.clean} />}
        <Answered
          what="the versions"
          answer={versions}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <p className={classes.note}>
              No version yet. Publishing saves a version. You can also save one at any time.
            </p>
          }
        >
          {({ items }) => (
            <ol className={classes.items}>
              {items.map(({ number, name, by, at }) => (
                <li key={number} className={classes.item}>
                  <button
                    type="button"
                    className={classes.itemName}
                    aria-expanded={open === number}
                    onClick={() => setOpen(open === number ? undefined : number)}
                  >
                    <span className={classes.itemTitle}>
                      {number}. {name}
                    </span>
                    <span className={classes.faint}>
                      {formatDateTime(at)}, {by}
                    </span>
                  </button>
                  {open === number && (
                    <div className={classes.itemBody}>
                      <Version page={page} number={number} built={built} onClose={onClose} />
                    </div>
                  )}
                </li>
              ))}
            </ol>
          )}
        </Answered>
      </Stack>
    </Modal>
  );
}

/** Saves the current state as a named version. */
function KeepForm({ page, saved }: { page: HeldPage; saved: boolean }) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [empty, setEmpty] = useState(false);
  const keep = useMutation({
    mutationFn: () => keepPageVersion(page.id, name.trim()),
    onSuccess: async ({ number }) => {
      setName("");
      toastDone(`Saved as version ${number}.`);
      await queries.invalidateQueries(ofVersions(page.id));
      await queries.invalidateQueries({ queryKey: pageQuery(page.id).queryKey });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setEmpty(name.trim() === "");
    if (name.trim() && saved) keep.mutate();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="sm">
        <TextInput
          className={classes.grow}
          data-autofocus
          label="Save the current page as"
          placeholder="For example: before the review"
          maxLength={200}
          value={name}
          error={empty ? "Enter a name for the version." : keep.error && messageOf(keep.error)}
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            setEmpty(false);
            keep.reset();
          }}
        />
        <Button type="submit" variant="default" loading={keep.isPending || !saved}>
          Save
        </Button>
      </Group>
    </form>
  );
}

function Version({ page, number, built, onClose }: Props & { number: number }) {
  const queries = useQueryClient();
  const version = useQuery(pageVersionQuery(page.id, number));
  const restore = useMutation({
    mutationFn: () => restorePageVersion(page, number),
    onSuccess: async (restored) => {
      const read = readDocument(restored.document);
      // It goes through undo like any other change; the server already has it.
      if ("document" in read) built.change(() => read.document);
      await pageChanged(queries, restored);
      await queries.invalidateQueries(ofVersions(page.id));
      toastDone(`The page is as version ${number} was. The state before is saved too.`);
      onClose();
    },
    onError: (error) => toastError("The version was not restored", error),
  });
  return (
    <Answered what="the version" answer={version} rows={2}>
      {({ differences, document }) => (
        <>
          <Differences differences={differences ?? []} now={built.document} then={readable(document, built.document)} />
          {page.can.edit && (
            <Group>
              <Button
                variant="default"
                size="compact-sm"
                loading={restore.isPending || !built.form.clean}
                onClick={() => restore.mutate()}
              >
                Restore
              </Button>
            </Group>
          )}
        </>
      )}
    </Answered>
  );
}

const shownAtFirst = 8;

/** A version that these pages cannot read is described with the page's current names. */
function readable(version: unknown, now: PageDocument): PageDocument {
  const read = readDocument(version);
  return "document" in read ? read.document : now;
}

interface DifferencesProps {
  differences: readonly PageDifference[];
  /** The page as it is, and as the version has it. */
  now: PageDocument;
  then: PageDocument;
}

/** The differences between a version and the current page. */
function Differences({ differences, now, then }: DifferencesProps) {
  const [all, setAll] = useState(false);
  if (differences.length === 0) return <p className={classes.note}>Same as the current page.</p>;
  return (
    <>
      <ul className={classes.differences}>
        {differences.slice(0, all ? undefined : shownAtFirst).map((difference) => (
          <OneDifference key={difference.path} difference={difference} now={now} then={then} />
        ))}
      </ul>
      {!all && differences.length > shownAtFirst && (
        <TextButton onClick={() => setAll(true)}>Show all {differences.length} differences</TextButton>
      )}
    </>
  );
}

function OneDifference({
  difference,
  now,
  then,
}: Omit<DifferencesProps, "differences"> & { difference: PageDifference }) {
  const { path, before, after } = difference;
  const names = namesAt(path, then, now);
  return (
    <li>
      <div>{placeWords(path, after === undefined ? now : then, names)}</div>
      <dl className={classes.sides}>
        <dt>Now</dt>
        <dd>{valueWords(before, names)}</dd>
        <dt>In this version</dt>
        <dd>{valueWords(after, names)}</dd>
      </dl>
    </li>
  );
}
