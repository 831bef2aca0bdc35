import { Button } from "@mantine/core";
import { forwardRef } from "react";
import type { AccountArea, InvitationResult } from "@/api/accounts";
import { saveText, toCsv } from "@/lib/csv";
import { formatCount, plural } from "@/lib/format";
import data from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../accounts.module.css";
import { userTypes } from "../words";
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
    p.user_type,
    p.first_name ?? "",
    p.last_name ?? "",
    result.message ?? "",
  ]);
  saveText("refused-invitations.csv", toCsv(["email", "type", "first name", "last name", "message"], lines));
}

/** What would become of each row. */
export const PreviewTable = forwardRef<HTMLHeadingElement, Props>(function PreviewTable({ area, rows }, ref) {
  const label = (name: string) => userTypes(area).find((type) => type.name === name)?.label ?? name;
  return (
    <section aria-labelledby="preview-heading" className={classes.part}>
      <div className={classes.tableHead}>
        <h2 id="preview-heading" ref={ref} tabIndex={-1} className={classes.subtitle}>
          {sentence(rows)}
        </h2>
        {rows.some((row) => row.result.outcome === "refused") && (
          <Button variant="default" size="xs" onClick={() => saveRefused(rows)}>
            Export refused rows
          </Button>
        )}
      </div>
      <ScrollRegion label="Rows to be sent" className={data.tall}>
        <table className={data.table}>
          <thead>
            <tr>
              <th scope="col" className={data.number}>
                Line
              </th>
              <th scope="col">E-mail</th>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { tone, word } = outcomeWord(row.result, true);
              return (
                <tr key={row.line}>
                  <td className={data.number}>{row.line}</td>
                  <th scope="row">{row.person.user_name || "–"}</th>
                  <td>{[row.person.first_name, row.person.last_name].filter(Boolean).join(" ") || "–"}</td>
                  <td>{label(row.person.user_type)}</td>
                  <td className={data.wrap}>
                    <Tag tone={tone}>{word}</Tag> {row.result.message}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
});
