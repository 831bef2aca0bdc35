/** Pages to start from, filled in from the table's columns, each with a list of missing parts. */
import type { Filter, PageDocument, Plot } from "./document";
import { heatScale } from "./heatScale";
import {
  blankDocument,
  emptyDocument,
  filtersFor,
  formatsOf,
  manhattan,
  qq,
  type Roles,
  region,
  rolesOf,
  strengthOf,
  usualThresholds,
  volcano,
} from "./start";
import type { TableColumn, TableInfo } from "./table";

export interface Template {
  id: string;
  title: string;
  /** What it is for, in a sentence. */
  about: string;
  make(table: TableInfo): Filled;
}

export interface Filled {
  document: PageDocument;
  /** What the table does not have, or not by a name that is known: "a column with the tissue". */
  lacks: string[];
}

/** The first column of the given types whose header contains one of the words. */
function called(
  table: TableInfo,
  words: RegExp,
  types: readonly TableColumn["type"][] = ["text"],
): TableColumn | undefined {
  return table.columns.find(
    ({ source, type, role }) => !role && types.includes(type) && words.test(source.replaceAll(/[_.]/g, " ")),
  );
}

const axis = ({ id, source }: TableColumn) => ({ column: id, label: source.slice(0, 200) });

/** The message for missing parts. */
function lacking(parts: Record<string, unknown>): string[] {
  return Object.entries(parts).flatMap(([name, found]) => (found === undefined ? [name] : []));
}

const there = (...plots: (Plot | undefined)[]): Plot[] => plots.flatMap((plot) => plot ?? []);

const usual = (roles: Roles) => ({
  "a chromosome": roles.chromosome,
  "a position": roles.position,
  "a P value": roles.p_value ?? roles.neg_log_10_p_value,
});

function gwas(table: TableInfo): Filled {
  const roles = rolesOf(table);
  const plots = there(manhattan(roles), qq(roles), region(roles));
  return { document: { ...emptyDocument(table), plots }, lacks: lacking(usual(roles)) };
}

function burden(table: TableInfo): Filled {
  const roles = rolesOf(table);
  const { gene, beta } = roles;
  const byGene = { ...roles, variant: undefined } as Roles;
  const document = { ...emptyDocument(table), plots: there(volcano(byGene), qq(roles), manhattan(byGene)) };
  const starred = gene ? { ...document, star: gene.id } : document;
  return {
    document: starred,
    lacks: lacking({ "a gene": gene, "a P value": strengthOf(roles), "an effect (beta)": beta }),
  };
}

function eqtl(table: TableInfo): Filled {
  const roles = rolesOf(table);
  const row = roles.gene ?? called(table, /\bgene\b/i);
  const column = called(table, /\b(tissue|cell ?type|context)\b/i);
  const value = roles.beta ?? called(table, /\b(nes|slope|z( ?score)?|effect)\b/i, ["number"]);
  const heat: Plot | undefined = row &&
    column &&
    value && {
      id: "heat_map",
      title: "Effects by tissue",
      type: "heatmap",
      row: axis(row),
      column: axis(column),
      value: { ...axis(value), ...heatScale(value) },
    };
  const filter: Filter[] = column
    ? [{ id: column.id, column: column.id, label: "Tissue", name_in_chip: true, type: "checklist" }]
    : [];
  const filters = [...filtersFor(roles), ...filter];
  return {
    document: { ...blankDocument(table), formats: formatsOf(roles), filters, plots: there(heat) },
    lacks: lacking({ "a gene": row, "a column with the tissue": column, "an effect (beta)": value }),
  };
}

function phewas(table: TableInfo): Filled {
  const roles = rolesOf(table);
  const y = strengthOf(roles);
  const name = called(table, /\b(phenotype|trait|phecode|disease|outcome|description)\b/i);
  const group = called(table, /\b(group|category|class|chapter|system)\b/i);
  const { beta } = roles;
  const plot: Plot | undefined = y &&
    name &&
    group && {
      id: "phewas",
      title: "PheWAS",
      type: "phewas",
      y,
      name: name.id,
      group: group.id,
      ...(beta ? { beta: beta.id } : {}),
      thresholds: [usualThresholds[0] as number],
    };
  const document = emptyDocument(table);
  const filter: Filter[] = group
    ? [{ id: group.id, column: group.id, label: "Group", name_in_chip: true, type: "checklist" }]
    : [];
  return {
    document: {
      ...document,
      ...(name ? { star: name.id } : {}),
      filters: [...document.filters, ...filter],
      plots: there(plot),
    },
    lacks: lacking({ "a phenotype": name, "a column with groups of phenotypes": group, "a P value": y }),
  };
}

function credible(table: TableInfo): Filled {
  const roles = rolesOf(table);
  const pip = called(table, /\b(pip|posterior|ppa|probability)\b/i, ["number"]);
  const set = called(table, /\b(credible|cs|cs id|set|locus|signal)\b/i, ["text", "number"]);
  const { position } = roles;
  const plots = there(
    pip &&
      position && {
        id: "posterior",
        title: "Posterior by position",
        type: "scatter",
        x: axis(position),
        y: axis(pip),
        x_log: false,
        y_log: false,
        ...(set ? { colour: set.id } : {}),
        ...(roles.variant ? { name: roles.variant.id } : {}),
      },
    set && {
      id: "sizes",
      title: "Variants per credible set",
      type: "bar",
      category: axis(set),
      as: "count",
      across: false,
    },
    region(roles),
  );
  const document = emptyDocument(table);
  const filter: Filter[] = pip
    ? [{ id: pip.id, column: pip.id, label: "Posterior at least", name_in_chip: true, type: "at_least" }]
    : [];
  const sort = pip ? { sort: { column: pip.id, descending: true } } : {};
  return {
    document: { ...document, table: { ...document.table, ...sort }, filters: [...filter, ...document.filters], plots },
    lacks: lacking({ "a posterior probability": pip, "a credible set": set, "a position": position }),
  };
}

export const templates: readonly Template[] = [
  { id: "gwas", title: "GWAS table", about: "Variants by P value, with Manhattan, QQ and region plots.", make: gwas },
  {
    id: "burden",
    title: "Gene burden",
    about: "Genes by P value, with a volcano plot of their effects.",
    make: burden,
  },
  { id: "eqtl", title: "eQTL heat map", about: "Effects of genes in tissues as a heat map.", make: eqtl },
  { id: "phewas", title: "PheWAS", about: "One variant or gene against many phenotypes, by group.", make: phewas },
  {
    id: "credible",
    title: "Credible sets",
    about: "Variants of credible sets by posterior probability.",
    make: credible,
  },
];
