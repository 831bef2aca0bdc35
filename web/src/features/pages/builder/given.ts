/** What the forms of the builder offer. Pure; no DOM. */

import type { ColumnRole, ColumnType, PageDocument } from "@/lib/document/document";
import { columnIdsOf, freshId, outputsOf, titledColumns } from "@/lib/document/ids";
import type { TableInfo } from "@/lib/document/table";
import type { Prepared } from "@/lib/engine/engine";
import { own as ownOf } from "@/lib/own";
import type { Given, Offered } from "./kinds/field";

/** The columns before a step, or at the end. Until the engine has said what they are, as the document names them. */
export function offeredAt(document: PageDocument, prepared: Prepared | undefined, step?: string): readonly Offered[] {
  const told = step === undefined ? prepared?.columns : ownOf(prepared?.before, step);
  if (told) return told.filter(({ gone }) => !gone);
  const own = new Map(document.columns.map((column) => [column.id, column]));
  return titledColumns(document).map(({ id, title }) => {
    const { type = "text", role } = own.get(id) ?? {};
    return { id, title, type, role };
  });
}

export function givenOf(document: PageDocument, columns: readonly Offered[], table: TableInfo): Given {
  const find = (...roles: ColumnRole[]) =>
    roles.map((role) => columns.find((column) => column.role === role)?.id).find(Boolean);
  const ofType = (types: readonly ColumnType[]) =>
    types.map((type) => columns.find((column) => column.type === type)?.id).find(Boolean);
  return {
    columns,
    titleOf: (id) => columns.find((column) => column.id === id)?.title ?? id,
    find,
    pick: (roles, types = []) => find(...roles) ?? ofType(types) ?? columns[0]?.id ?? "",
    heldBy: (id) => {
      const isMade = document.steps.some((step) => !step.off && outputsOf(step).some((output) => output.id === id));
      const source = document.columns.find((column) => column.id === id)?.source;
      return isMade ? undefined : table.columns.find((column) => column.source === source);
    },
    newId: (title) => freshId(title, idsOf(document)),
  };
}

function idsOf(document: PageDocument): Set<string> {
  const { steps, filters, plots, groups } = document;
  return new Set([...columnIdsOf(document), ...[...steps, ...filters, ...plots, ...groups].map(({ id }) => id)]);
}
