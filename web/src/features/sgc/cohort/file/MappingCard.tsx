import { NativeSelect } from "@mantine/core";
import type { FileCheck, SgcMapping } from "@/api/sgc/sgc";
import { own } from "@/lib/own";
import { Card } from "@/ui/Card";
import { Tag } from "@/ui/Tag";
import type { TableKind } from "../../words";
import { chooseColumn, fieldsOf, missingFields, type TableField } from "./fields";
import classes from "./file.module.css";

interface MappingProps {
  kind: TableKind;
  check: FileCheck;
  mapping: SgcMapping;
  onMapping: (mapping: SgcMapping) => void;
}

const shownValues = 3;
const lookedAt = 50;

/** Which column each field is read from: suggested, and remembered for the next file. */
export function MappingCard({ kind, check, mapping, onMapping }: MappingProps) {
  const missing = missingFields(kind, mapping).length;
  return (
    <Card title="Columns" aside={missing === 0 ? "Recognised by header. Remembered for your next file" : undefined}>
      <div className={classes.mapping}>
        {fieldsOf(kind).map((field) => (
          <Column key={field.key} field={field} check={check} mapping={mapping} onMapping={onMapping} kind={kind} />
        ))}
      </div>
    </Card>
  );
}

function Column({ kind, field, check, mapping, onMapping }: MappingProps & { field: TableField }) {
  const column = own(mapping, field.key);
  const usedFor = new Map(Object.entries(mapping).map(([key, header]) => [header, key]));
  const at = column === undefined ? -1 : check.header.indexOf(column);
  const cells = check.grid.slice(0, lookedAt).map((row) => row.cells[at] ?? "");
  const values = cells.filter((value) => value.trim() !== "").slice(0, shownValues);
  return (
    <div>
      <NativeSelect
        id={`column-${kind}-${field.key}`}
        label={field.label}
        required={field.needed}
        value={column ?? ""}
        error={field.needed && !column ? "Choose its column." : undefined}
        onChange={(event) => onMapping(chooseColumn(mapping, field.key, event.currentTarget.value || undefined))}
        data={[
          { value: "", label: "– none –" },
          ...check.header.map((value) => ({
            value,
            label: usedFor.has(value) && value !== column ? `${value} (used for ${usedFor.get(value)})` : value,
          })),
        ]}
      />
      {column ? (
        <div className={classes.values} title={values.join(" · ")}>
          {values.length > 0 ? values.join(" · ") : "empty"}
        </div>
      ) : (
        !field.needed && <Tag tone="neutral">optional</Tag>
      )}
    </div>
  );
}
