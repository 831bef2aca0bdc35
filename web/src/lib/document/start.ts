/** A new page's content, derived from the roles of its table's columns. */
import type { Column, ColumnRole, Filter, Format, PageDocument, Plot } from "./document";
import { documentVersion } from "./document";
import type { TableColumn, TableInfo } from "./table";

/** Columns shown at first; the others can be switched on. */
const mostShown = 12;

/** The column of each role, of two the first; and of a table without rs numbers the one that names its variants otherwise. */
export type Roles = Partial<Record<ColumnRole | "variant", TableColumn>>;

/** How files call what names a variant. */
const variantNames =
  /^(?:snp|snpid|snp id|id|name|marker|marker ?name|marker ?id|variant|variant ?id|rs ?id|rs ?number)$/i;

export function rolesOf(table: TableInfo): Roles {
  const roles: Roles = {};
  for (const column of table.columns) if (column.role) roles[column.role] ??= column;
  const isOfVariants = roles.position ?? roles.effect_allele;
  const named = table.columns.find(
    ({ source, type, role }) => !role && type === "text" && variantNames.test(source.replaceAll(/[_.:]/g, " ").trim()),
  );
  const variant = roles.rsid ?? (isOfVariants && named);
  return variant ? { ...roles, variant } : roles;
}

/** Columns of a page, without those that only hold the logarithms of others. */
export function columnsOf(table: TableInfo): Column[] {
  const logs = new Set(table.columns.map(({ neg_log_10 }) => neg_log_10));
  return table.columns
    .filter(({ id }) => !logs.has(id))
    .slice(0, 500)
    .map(({ id, source, type, role }) => ({
      id,
      source,
      title: source.slice(0, 200),
      type,
      ...(role ? { role } : {}),
    }));
}

/** In the table's order: those with a role, and as many of the others as there is room for. */
function shownFirst(columns: Column[]): string[] {
  let room = mostShown - columns.filter(({ role }) => role).length;
  return columns.filter(({ role }) => role || room-- > 0).map(({ id }) => id);
}

/** A page without steps, filters and plots that shows the table. */
export function blankDocument(table: TableInfo): PageDocument {
  const columns = columnsOf(table);
  return {
    version: documentVersion,
    title: "",
    about: "",
    ...(table.genome_build ? { genome_build: table.genome_build } : {}),
    columns,
    steps: [],
    formats: {},
    tips: {},
    table: { columns: shownFirst(columns), rows: 20 },
    groups: [],
    filters: [],
    plots: [],
    layout: "tabs",
  };
}

/** A first page of a table: P values first, with the filters and plots that its columns allow. */
export function emptyDocument(table: TableInfo): PageDocument {
  const roles = rolesOf(table);
  const blank = blankDocument(table);
  const { variant } = roles;
  const sort = strongestFirst(roles);
  return {
    ...blank,
    formats: formatsOf(roles),
    table: { ...blank.table, ...(sort ? { sort } : {}) },
    ...(variant ? { star: variant.id } : {}),
    filters: filtersFor(roles),
    plots: [manhattan(roles), qq(roles), volcano(roles)].flatMap((plot) => plot ?? []),
  };
}

function strongestFirst({ p_value: p, neg_log_10_p_value: log }: Roles): PageDocument["table"]["sort"] {
  if (p) return { column: p.id, descending: false };
  return log && { column: log.id, descending: true };
}

export function formatsOf({ p_value: p, beta }: Roles): PageDocument["formats"] {
  const scientific: Format[] = [{ type: "scientific", digits: 2 }];
  return { ...(p ? { [p.id]: scientific } : {}), ...(beta ? { [beta.id]: [{ type: "direction" }] } : {}) };
}

const asked = (column: TableColumn, label: string) => ({ id: column.id, column: column.id, label, name_in_chip: true });

export function filtersFor({ gene, variant, chromosome, p_value: p, neg_log_10_p_value: log }: Roles): Filter[] {
  const filters: Filter[] = [];
  if (gene) filters.push({ ...asked(gene, "Gene"), type: "suggest" });
  if (variant) filters.push({ ...asked(variant, "Variant"), type: "contains" });
  if (chromosome) filters.push({ ...asked(chromosome, "Chromosome"), type: "choice" });
  if (p) filters.push({ ...asked(p, "P value"), type: "at_most" });
  else if (log) filters.push({ ...asked(log, "−log10 P at least"), type: "at_least" });
  return filters;
}

export type Strength = Extract<Plot, { type: "qq" }>["y"];

/** The strength of associations, from P values if there are any. */
export function strengthOf({ p_value: p, neg_log_10_p_value: log }: Roles): Strength | undefined {
  if (p) return { column: p.id, is: "p", label: "−log10 P" };
  return log && { column: log.id, is: "neg_log_10_p", label: "−log10 P" };
}

function placeOfRoles({ chromosome, position }: Roles): { chromosome: string; position: string } | undefined {
  return chromosome && position && { chromosome: chromosome.id, position: position.id };
}

const named = ({ variant, gene }: Roles) => {
  const name = variant ?? gene;
  return name ? { name: name.id } : {};
};

/** Genome-wide and suggestive significance. */
export const usualThresholds = [5e-8, 1e-5];

export function manhattan(roles: Roles): Plot | undefined {
  const [place, y] = [placeOfRoles(roles), strengthOf(roles)];
  return (
    place &&
    y && {
      id: "manhattan",
      title: "Manhattan",
      type: "manhattan",
      place,
      y,
      ...named(roles),
      thresholds: usualThresholds,
    }
  );
}

export function qq(roles: Roles): Plot | undefined {
  const y = strengthOf(roles);
  return y && { id: "qq", title: "QQ", type: "qq", y };
}

export function region(roles: Roles): Plot | undefined {
  const [place, y] = [placeOfRoles(roles), strengthOf(roles)];
  if (!place || !y) return undefined;
  const { effect_allele: effect, other_allele: other } = roles;
  const alleles = effect && other ? { alleles: { effect: effect.id, other: other.id } } : {};
  return { id: "region", title: "Region", type: "region", place, y, ...named(roles), ...alleles, genes: true };
}

export function volcano(roles: Roles): Plot | undefined {
  const y = strengthOf(roles);
  const { beta } = roles;
  const name = roles.gene ?? roles.variant;
  if (!y || !beta || !name) return undefined;
  return {
    id: "volcano",
    title: "Volcano",
    type: "volcano",
    x: { column: beta.id, label: beta.source.slice(0, 200) },
    y,
    name: name.id,
    x_condition: { join: "either" },
    y_condition: { above: 7.3, join: "either" },
    label_at: 1,
  };
}
