import { Button, Group } from "@mantine/core";
import { forwardRef } from "react";
import type { AccountArea, InvitationResult } from "@/api/accounts/accounts";
import { formatCount, plural } from "@/lib/format/format";
import { saveText, toCsv } from "@/lib/text/csv";
import { WordTag } from "@/ui/Tag";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
import classes from "../accounts.module.css";
import { roleWord, userTypes } from "../words";
import { outcomeWord } from "./outcome";
import type { PastedRow } from "./paste";

export interface CheckedRow extends PastedRow {
  result: InvitationResult;
}

interface Props {
  area: AccountArea;
  rows: readonly CheckedRow[];
}

function sentence(rows: readonly CheckedRow[]): string {
  const bad = rows.filter((row) => row.result.outcome === "refused").length;
  const all = plural(rows.length, "row");
  if (bad === 0) return `${all} can be sent`;
  return bad === rows.length ? `None of ${all} can be sent` : `${formatCount(rows.length - bad)} of ${all} can be sent`;
}

/** The refused rows with the reason beside each. */
function saveRefused(rows: readonly CheckedRow[]): void {
  const refused = rows.filter((row) => row.result.outcome === "refused");
  const lines = refused.map(({ person: p, result }) => [
    p.user_name,
    [p.user_type, ...(p.also_roles ?? [])].join(" + "),
    p.first_name ?? "",
    p.last_name ?? "",
    result.message ?? "",
  ]);
  saveText("refused-invitations.csv", toCsv(["email", "type", "first name", "last name", "message"], lines));
}

function columnsOf(area: AccountArea): DataColumn<CheckedRow>[] {
  const typesOf = ({ user_type, also_roles = [] }: PastedRow["person"]) => [
    userTypes(area).find((type) => type.name === user_type)?.label ?? user_type,
    ...also_roles.map((role) => roleWord("all", role).word),
  ];
  return [
    { label: "Line", kind: "number", value: ({ line }) => line, cell: ({ line }) => line },
    { label: "E-mail", names: true, cell: ({ person }) => person.user_name || "–" },
    {
      label: "Name",
      cell: ({ person }) => [person.first_name, person.last_name].filter(Boolean).join(" ") || "–",
    },
    { label: "Type", cell: ({ person }) => typesOf(person).join(" + ") },
    {
      label: "Outcome",
      kind: "wrap",
      cell: ({ result }) => (
        <>
          <WordTag {...outcomeWord(result, true)} /> {result.message}
        </>
      ),
    },
  ];
}

/** What would become of each row. */
export const PreviewTable = forwardRef<HTMLHeadingElement, Props>(function PreviewTable({ area, rows }, ref) {
  return (
    <section aria-labelledby="preview-heading">
      <Group gap={8} mb={8}>
        <h2 id="preview-heading" ref={ref} tabIndex={-1} className={classes.subtitle}>
          {sentence(rows)}
        </h2>
        {rows.some((row) => row.result.outcome === "refused") && (
          <Button variant="default" size="xs" onClick={() => saveRefused(rows)}>
            Export refused rows
          </Button>
        )}
      </Group>
      <DataTable label="Rows to be sent" columns={columnsOf(area)} rows={rows} rowKey={(row) => row.line} tall />
    </section>
  );
});
