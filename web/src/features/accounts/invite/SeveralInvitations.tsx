import { Button, Group, NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { InvitationResult } from "@/api/accounts/accounts";
import { accountLists } from "@/api/accounts/accounts";
import { invite } from "@/api/accounts/calls";
import { reread } from "@/api/api-query";
import { plural } from "@/lib/format/format";
import { handedInOnce, partsOf } from "@/ui/form/record";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import classes from "../accounts.module.css";
import { severalDraft } from "../draft";
import { roleNamed, typeNamed, userTypes } from "../words";
import { type CheckedRow, PreviewTable } from "./PreviewTable";
import { mostRows, type PastedRow, parsePaste, pasteOf } from "./paste";
import { SentTable } from "./SentTable";
import type { WayProps } from "./way";

const silent = "The server did not report the outcome of this row. Check the list of users.";
const empty = { text: "", user_type: "" };

// Problems of a row are shown at the row, below.
const kind = handedInOnce({
  ...partsOf<typeof empty>("text", "user_type"),
  draft: severalDraft,
  check: () => ({}),
  place: () => ({}),
});

/** Puts the results of the rows that could be sent beside all rows. */
function withResults(rows: readonly PastedRow[], results: readonly InvitationResult[]): CheckedRow[] {
  let next = 0;
  return rows.map((row) => {
    if (row.problem !== undefined) return { ...row, result: refusal(row, row.problem) };
    const result = results[next++];
    return { ...row, result: result ?? refusal(row, silent) };
  });
}

function refusal(row: PastedRow, message: string): InvitationResult {
  return { user_name: row.person.user_name, outcome: "refused", message };
}

const accepted = (row: CheckedRow) => row.result.outcome !== "refused";

/** Several people from a table: checked first, then the good rows are sent and the bad ones stay in the box. */
export function SeveralInvitations({ area, selfId, manages, hours }: WayProps) {
  const queries = useQueryClient();
  const form = useRecordForm(kind, { account: selfId, object: area }, { held: undefined, empty });
  const { values } = form;
  const change = (part: Partial<typeof empty>) => form.change((before) => ({ ...before, ...part }));
  const [checked, setChecked] = useState<CheckedRow[]>();
  const [sent, setSent] = useState<InvitationResult[]>([]);
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const types = userTypes(area);
  const type = values.user_type || (types[0]?.name ?? "");
  const good = checked?.filter(accepted) ?? [];

  // The table appears below; the focus moves there for users who cannot see it.
  useEffect(() => {
    if (checked) heading.current?.focus();
  }, [checked]);

  const check = useMutation({
    mutationFn: async (rows: PastedRow[]) => {
      const sendable = rows.filter((row) => row.problem === undefined).map((row) => row.person);
      return withResults(rows, sendable.length > 0 ? await invite(area, sendable, hours, true) : []);
    },
    onSuccess: setChecked,
    onError: (error) => setProblem(`${messageOf(error)} No invitation was sent.`),
  });

  const send = useMutation({
    mutationFn: () =>
      invite(
        area,
        good.map((row) => row.person),
        hours,
      ),
    onSuccess: (results) => {
      const told = new Map(good.map((row, at) => [row.line, results[at] ?? refusal(row, silent)]));
      const rows = (checked ?? []).map((row) => ({ ...row, result: told.get(row.line) ?? row.result }));
      const left = rows.filter((row) => !accepted(row));
      setSent((before) => [...before, ...rows.filter(accepted).map((row) => row.result)]);
      change({ text: pasteOf(left) });
      // Line numbers start again: the header is line one.
      setChecked(left.length > 0 ? left.map((row, at) => ({ ...row, line: at + 2 })) : undefined);
      return reread(queries, ...accountLists);
    },
    onError: (error) => setProblem(`${messageOf(error)} Check the list of users before you send again.`),
  });

  function preview() {
    setProblem(undefined);
    const rows = parsePaste(values.text, type, (word) => typeNamed(area, word), roleNamed);
    if (rows.length === 0) setProblem("Paste at least one person, one per line.");
    else if (rows.length > mostRows) {
      setProblem(`${plural(rows.length, "person", "people")} exceed the limit of ${mostRows}.`);
    } else check.mutate(rows);
  }

  return (
    <Stack gap={16}>
      <p className={classes.note}>
        Paste from a spreadsheet or a CSV file: e-mail, type, first name, last name. Only the e-mail is required. A
        header line can set another column order. Types: {types.map((one) => one.name).join(", ")}.
        {manages.length > 1 && " Add roles in other areas with +, for example uploader + contributor."}
      </p>
      {problem && (
        <Notice tone="fail" alert>
          {problem}
        </Notice>
      )}
      <Textarea
        label="One person per line"
        placeholder={`person@example.org,${types[0]?.name}`}
        value={values.text}
        onChange={(event) => {
          change({ text: event.currentTarget.value });
          setChecked(undefined);
        }}
        autosize
        minRows={6}
        maxRows={16}
        spellCheck={false}
        classNames={{ input: classes.mono }}
      />
      <NativeSelect
        label="Type for rows without one"
        data={types.map(({ name, label }) => ({ value: name, label }))}
        value={type}
        maw={280}
        onChange={(event) => {
          change({ user_type: event.currentTarget.value });
          setChecked(undefined);
        }}
      />
      {checked && <PreviewTable ref={heading} area={area} rows={checked} />}
      <Group justify="flex-end" gap={8}>
        <Text span c="var(--co-faint)" fz={12.5} mr="auto">
          Your draft is kept in this browser.
        </Text>
        <Button variant={good.length > 0 ? "default" : "filled"} onClick={preview} loading={check.isPending}>
          {checked ? "Check again" : "Check"}
        </Button>
        {good.length > 0 && (
          <Button onClick={() => send.mutate()} loading={send.isPending}>
            Send {plural(good.length, "invitation")}
          </Button>
        )}
      </Group>
      {sent.length > 0 && <SentTable results={sent} />}
    </Stack>
  );
}
