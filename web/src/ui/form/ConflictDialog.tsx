import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Modal } from "@/ui/dialog/Modal";
import dataClasses from "../data.module.css";
import { Tag } from "../Tag";
import classes from "./ConflictDialog.module.css";
import type { Difference, Side, Sides } from "./record";

/** A field that differs between both versions, in display text. */
export interface ConflictField<K extends string> extends Difference<K> {
  label: string;
  mine: string;
  theirs: string;
}

interface ConflictDialogProps<K extends string> {
  /** e.g. "Two people changed this data set" */
  title: string;
  /** Who changed it, and when. */
  children: ReactNode;
  /** Heads the column of the other version. */
  savedBy: string;
  fields: readonly ConflictField<K>[];
  busy: boolean;
  onSave: (sides: Sides<K>) => void;
  /** Back to the form, with what was chosen. */
  onEdit: (sides: Sides<K>) => void;
  onClose: () => void;
}

/** Both versions of something beside each other, where two people changed it; one side is chosen for each field. */
export function ConflictDialog<K extends string>(props: ConflictDialogProps<K>) {
  const { title, children, savedBy, fields, busy, onSave, onEdit, onClose } = props;
  const sidesBy = (sideOf: (field: ConflictField<K>) => Side): Sides<K> =>
    Object.fromEntries(fields.map((field) => [field.key, sideOf(field)])) as Sides<K>;
  const [chosen, setChosen] = useState(() => sidesBy(({ proposed }) => proposed));
  return (
    <Modal opened onClose={onClose} size="xl" title={title}>
      <p>{children} Your changes are kept. Choose a value for each field, or continue editing with your choice.</p>
      <Group gap="xs" mb="sm">
        <Button variant="default" size="xs" onClick={() => setChosen(sidesBy(() => "mine"))}>
          Use all of mine
        </Button>
        <Button variant="default" size="xs" onClick={() => setChosen(sidesBy(() => "theirs"))}>
          Use all of theirs
        </Button>
      </Group>
      <div className={dataClasses.scroll}>
        <table className={`${dataClasses.table} ${classes.conflict}`}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">{savedBy}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <Row
                key={field.key}
                field={field}
                savedBy={savedBy}
                side={chosen[field.key] ?? "mine"}
                onSide={(side) => setChosen((before) => ({ ...before, [field.key]: side }))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => onEdit(chosen)}>
          Continue editing
        </Button>
        <Button loading={busy} onClick={() => onSave(chosen)}>
          Save this
        </Button>
      </Group>
    </Modal>
  );
}

interface RowProps {
  savedBy: string;
  field: ConflictField<string>;
  side: Side;
  onSide: (side: Side) => void;
}

const words: Record<Side, string> = { mine: "yours", theirs: "theirs" };

function Row({ field, savedBy, side, onSide }: RowProps) {
  const { key, label, both } = field;
  return (
    <tr>
      <th scope="row" className={dataClasses.wrap}>
        {label} {both && <Tag tone="warn">both changed</Tag>}
      </th>
      {(["mine", "theirs"] as const).map((which) => (
        <td key={which} className={dataClasses.wrap} data-label={which === "mine" ? "Yours" : savedBy}>
          <label className={classes.side}>
            <input
              type="radio"
              name={`conflict-${key}`}
              aria-label={`${label}: ${words[which]}, ${field[which]}`}
              checked={side === which}
              onChange={() => onSide(which)}
            />
            <span className={classes.text}>{field[which]}</span>
          </label>
        </td>
      ))}
    </tr>
  );
}
