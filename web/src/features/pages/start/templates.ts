/** What a new page begins with. Pure; no DOM. */

import type { TableLayout, TablePreview } from "@/api/pages/tables";
import type { ColumnRole, PageDocument } from "@/lib/document/document";
import { blankDocument, emptyDocument } from "@/lib/document/start";
import type { TableInfo } from "@/lib/document/table";
import { templates } from "@/lib/document/templates";
import { own } from "@/lib/own";

export interface Beginning {
  id: string;
  title: string;
  about: string;
  document: PageDocument;
  /** What the table does not have for it. */
  lacks: readonly string[];
}

/** The table as it was recognised and corrected. It is still being read when the page is made. */
export function tableOf({ columns, genome_build }: TablePreview, layout: TableLayout): TableInfo {
  const { types = {}, roles = {} } = layout;
  const build = layout.genome_build ?? genome_build;
  return {
    ...(build && { genome_build: build }),
    columns: columns.map(({ id, source, type, role, min, max }) => {
      const meant = own(roles, source) ?? role ?? "none";
      return {
        id,
        source,
        type: own(types, source) ?? type,
        ...(meant !== "none" && { role: meant as ColumnRole }),
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
      };
    }),
  };
}

/** Every way to begin, that which makes itself first. */
export function beginningsOf(preview: TablePreview, layout: TableLayout): Beginning[] {
  const table = tableOf(preview, layout);
  const title = titleOf(preview.name);
  const own = [
    {
      id: "itself",
      title: "Automatic",
      about: "Filters, formats and plots from the meaning of the columns.",
      document: emptyDocument(table),
      lacks: [],
    },
    {
      id: "blank",
      title: "Table only",
      about: "Without filters and plots.",
      document: blankDocument(table),
      lacks: [],
    },
  ];
  const filled = templates.map(({ make, ...template }) => ({ ...template, ...make(table) }));
  return [...own, ...filled].map((one) => ({ ...one, document: { ...one.document, title } }));
}

/** "burden_HF.regenie.tsv.gz" → "burden HF": endings of letters go, behind them those of GWAS software, and the rest is read as words. */
const titleOf = (file: string) =>
  file
    .replace(/\.(?:gz|bgz|zst|bz2|zip)$/i, "")
    .replace(/\.[a-z][a-z0-9]{0,7}$/i, "")
    .replace(/\.(?:regenie|saige|bolt|fastGWA|assoc|glm|linear|logistic|hybrid|ma|meta)$/i, "")
    .replaceAll("_", " ")
    .trim() || file;
