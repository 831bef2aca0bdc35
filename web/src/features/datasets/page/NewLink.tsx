import { Box, Button, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answersOf } from "@/api/api-query";
import { createLink, type LinkWish } from "@/api/datasets/calls";
import { type Dataset, linksQuery } from "@/api/datasets/datasets";
import { wholeUrl } from "@/api/datasets/urls";
import { refusedAt } from "@/lib/api-error";
import { formatDateTime } from "@/lib/format/format";
import { Copy } from "@/ui/action/Copy";
import { Form } from "@/ui/form/FormDialog";
import { Refused } from "@/ui/state/Refused";
import classes from "./page.module.css";
import { currentFiles, subjectOf } from "./words";

const usual = [1, 24, 168, 720];

/**
 * The offered lifetimes: usual ones that the server allows, and its maximum if that is shorter than
 * all.
 */
function lifetimes(longest: number): { value: string; label: string }[] {
  const allowed = usual.filter((hours) => hours <= longest);
  return (allowed.length > 0 ? allowed : [longest]).map((hours) => ({ value: String(hours), label: inWords(hours) }));
}

function inWords(hours: number): string {
  if (hours < 1) return `${Math.floor(hours * 60)} minutes`;
  if (hours < 24) return hours === 1 ? "1 hour" : `${hours} hours`;
  return hours === 24 ? "1 day" : `${hours / 24} days`;
}

/** Makes a signed link, and shows it to copy. */
export function NewLink({ dataset }: { dataset: Dataset }) {
  const files = currentFiles(dataset);
  const [file, setFile] = useState<string | null>(files[0]?.id ?? null);
  const [wanted, setWanted] = useState("24");
  const [note, setNote] = useState("");
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (wish: LinkWish) => createLink(dataset.id, wish),
    onSuccess: async () => {
      setNote("");
      await Promise.all([
        queries.invalidateQueries(answersOf("/api/datasets/{id}/links", { id: dataset.id })),
        queries.invalidateQueries(answersOf("/api/datasets/{id}/history", { id: dataset.id })),
      ]);
    },
  });
  const links = useQuery(linksQuery(dataset.id)).data;
  const offered = lifetimes(links?.longest_hours ?? Number.POSITIVE_INFINITY);
  const hours = offered.some(({ value }) => value === wanted) ? wanted : (offered.at(-1)?.value ?? wanted);
  const listed = links?.items.find(({ id }) => id === make.data?.id);
  // If it was revoked meanwhile, it is not shown.
  const made = listed && listed.state !== "active" ? undefined : make.data;
  const { error } = make;

  function submit(): void {
    if (file) make.mutate({ file_id: file, hours: Number(hours), note: note.trim() || undefined });
  }

  if (files.length === 0) return <p className={classes.note}>Add a file first to create a link.</p>;
  return (
    <>
      <Form className={classes.linkForm} onSubmit={submit}>
        <Select
          label="File"
          allowDeselect={false}
          value={file}
          data={files.map((one) => ({ value: one.id, label: `${one.file_name} (${subjectOf(one)})` }))}
          error={refusedAt(error, "file_id")}
          onChange={setFile}
        />
        <Select
          label="Valid for"
          allowDeselect={false}
          value={hours}
          data={offered}
          error={refusedAt(error, "hours")}
          onChange={(value) => setWanted(value ?? hours)}
        />
        <TextInput
          label="Note"
          placeholder="optional"
          maxLength={300}
          value={note}
          error={refusedAt(error, "note")}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={make.isPending}>
          Create link
        </Button>
      </Form>
      <Refused error={!refusedAt(error, "file_id", "hours", "note") && error} title="No link was created" />
      {made?.path && (
        <Box mt={14} role="status">
          <strong>The link works until {formatDateTime(made.expires_at)}.</strong>{" "}
          <Copy value={wholeUrl(made.path)} what="the new link" label="Copy link" />
          <code className={classes.address}>{wholeUrl(made.path)}</code>
        </Box>
      )}
    </>
  );
}
