import { TextInput } from "@mantine/core";
import { addTo, moveIn, removeFrom, replaceIn, setTip } from "@/lib/document/change";
import type { Group, PageDocument } from "@/lib/document/document";
import { titledColumns } from "@/lib/document/ids";
import { own } from "@/lib/own";
import classes from "../builder.module.css";
import { Fields } from "../fields/Fields";
import type { Field, Given, Kinds } from "../kinds/field";
import type { PanelProps } from "../panel";
import { ItemsPanel } from "./ItemsPanel";

/** A group as an item with a kind, as the others have one. */
type Shown = Group & { type: "group" };

const groupKinds: Kinds<Shown> = {
  group: {
    label: "Group",
    hint: "Columns shown when a row is opened.",
    fields: [
      { at: "title", kind: "text", label: "Name" },
      { at: "columns", kind: "columns", label: "Columns" },
    ],
    make: (given: Given) => ({
      id: given.newId("group"),
      type: "group",
      title: "Details",
      columns: [given.pick([])],
    }),
  },
};

const plain = ({ type: _, ...group }: Shown): Group => group;

const besideTable: readonly Field<"locus" | "star" | "comparison">[] = [
  { at: "locus", kind: "column", optional: true, label: "Sort as genomic position" },
  { at: "star", kind: "column", optional: true, label: "Column to star rows by" },
  {
    at: "comparison",
    kind: "part",
    label: "Compare groups of rows",
    hint: "Rows with the same key side by side, by group.",
    make: (given) => ({
      key: given.pick(["rsid", "gene"], ["text"]),
      group: given.pick([], ["text"]),
      columns: [given.pick(["beta", "p_value"], ["number"])],
      keys: "all",
    }),
    fields: [
      { at: "key", kind: "column", label: "Key" },
      { at: "group", kind: "column", label: "Groups" },
      { at: "columns", kind: "columns", label: "Compared" },
      {
        at: "keys",
        kind: "choice",
        label: "Keys shown",
        choices: [
          ["all", "all keys"],
          ["shared", "keys in every group"],
        ],
      },
    ],
  },
];

/** Details of a row, descriptions of columns, and comparisons. */
export function GroupsPanel({ document, editing, change }: PanelProps) {
  return (
    <div className={classes.panel}>
      <ItemsPanel<Shown>
        items={document.groups.map((group) => ({ ...group, type: "group" as const }))}
        kinds={groupKinds}
        pointer="/groups"
        add="Add a group"
        empty="Readers open a group from its row."
        nameOf={({ title }) => title}
        editing={() => editing()}
        onAdd={(group) => change((before) => addTo(before, "groups", plain(group)))}
        onChange={(group, about) => change((before) => replaceIn(before, "groups", plain(group)), about)}
        onMove={(id, to) => change((before) => moveIn(before, "groups", id, to))}
        onRemove={({ id }) => change((before) => removeFrom(before, "groups", id))}
      />
      <Fields
        fields={besideTable}
        item={document}
        pointer=""
        editing={editing()}
        onChange={(next, about) => change(() => next as PageDocument, about)}
      />
      <details className={classes.tips}>
        <summary>Column tips</summary>
        <div className={classes.panel}>
          {titledColumns(document).map(({ id, title }) => (
            <TextInput
              key={id}
              size="xs"
              label={title}
              maxLength={2000}
              value={own(document.tips, id) ?? ""}
              onChange={({ currentTarget: { value } }) => change((before) => setTip(before, id, value), `/tips/${id}`)}
            />
          ))}
        </div>
      </details>
    </div>
  );
}
