import { Button, Menu } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { plural } from "@/lib/format/format";
import { Chevron } from "@/ui/Icons";
import classes from "../builder.module.css";
import { controlId, type Editing } from "../fields/editing";
import { Fields } from "../fields/Fields";
import type { Kind, Kinds } from "../kinds/field";
import { OrderButtons } from "../OrderButtons";
import { useGo, useSought } from "../places";
import { errorsOf, within } from "../problems";
import { useRemoval } from "../removal";

export interface Item {
  id: string;
  type: string;
}

interface Props<T extends Item> {
  items: readonly T[];
  kinds: Kinds<T>;
  /** The list in the document, e.g. "/plots". */
  pointer: string;
  /** On the button, e.g. "Add a plot". */
  add: string;
  /** Kinds that are offered first. */
  suggested?: readonly T["type"][];
  empty: string;
  nameOf: (item: T) => string;
  editing: (item: T | undefined) => Editing;
  onAdd: (item: T) => void;
  onChange: (item: T, about: string) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (item: T) => void;
  /** Called with the opened item. */
  onOpen?: (id: string) => void;
  /** Below the form of the open item. */
  more?: (item: T) => ReactNode;
}

/** The steps, filters or plots of a page: a list in order, one of them open with its form. */
export function ItemsPanel<T extends Item>(props: Props<T>) {
  const { items, kinds, pointer, empty, editing, onAdd, onRemove, onOpen, nameOf } = props;
  const [open, setOpened] = useState<string>();
  const setOpen = (id: string | undefined) => {
    setOpened(id);
    if (id !== undefined) onOpen?.(id);
  };
  const go = useGo();
  const removing = useRemoval(items.length);
  useSought(pointer, ([at]) => setOpen(items[Number(at)]?.id));

  function add(kind: Kind<T>) {
    const item = kind.make(editing(undefined).given);
    onAdd(item);
    setOpen(item.id);
    go(`${pointer}/${items.length}`);
  }

  function remove(item: T) {
    removing(`${nameOf(item) || kindOf(kinds, item).label} is removed`);
    onRemove(item);
  }

  return (
    <div className={classes.panel}>
      {items.length === 0 && <p className={classes.note}>{empty}</p>}
      {items.length > 0 && (
        <ol className={classes.items}>
          {items.map((item, at) => (
            <ItemRow
              key={item.id}
              {...props}
              onRemove={remove}
              item={item}
              at={at}
              open={open === item.id}
              onOpen={() => setOpen(open === item.id ? undefined : item.id)}
            />
          ))}
        </ol>
      )}
      <AddMenu {...props} onPick={add} />
    </div>
  );
}

interface RowProps<T extends Item> extends Omit<Props<T>, "onOpen"> {
  item: T;
  at: number;
  open: boolean;
  onOpen: () => void;
}

const kindOf = <T extends Item>(kinds: Kinds<T>, item: T) => kinds[item.type as T["type"]] as unknown as Kind<T>;

function ItemRow<T extends Item>(props: RowProps<T>) {
  const { item, at, items, kinds, pointer, open, onOpen, nameOf, onMove, onRemove, onChange, more } = props;
  const kind = kindOf(kinds, item);
  const here = `${pointer}/${at}`;
  const editing = props.editing(item);
  const errors = errorsOf(within(editing.problems, here)).length;
  const name = nameOf(item) || kind.label;

  function change(next: unknown, about: string) {
    const changed = next as T;
    onChange(kind.fit ? kind.fit(changed, editing.given) : changed, about);
  }

  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <button type="button" id={controlId(here)} className={classes.itemName} aria-expanded={open} onClick={onOpen}>
          <span className={classes.itemTitle}>{name}</span>
          <span className={errors > 0 ? classes.fault : classes.faint}>
            {errors > 0 ? plural(errors, "problem") : kind.label}
            {(item as { off?: boolean }).off && ", switched off"}
          </span>
        </button>
        <OrderButtons
          name={name}
          at={at}
          of={items.length}
          onMove={(to) => onMove(item.id, to)}
          onRemove={() => onRemove(item)}
        />
      </div>
      {open && (
        <div className={classes.itemBody}>
          <p className={classes.note}>{kind.hint}</p>
          <Fields fields={kind.fields} item={item} pointer={here} editing={editing} onChange={change} />
          {more?.(item)}
        </div>
      )}
    </li>
  );
}

interface AddProps<T extends Item> extends Pick<Props<T>, "kinds" | "add" | "suggested"> {
  onPick: (kind: Kind<T>) => void;
}

function AddMenu<T extends Item>({ kinds, add, suggested = [], onPick }: AddProps<T>) {
  const types = Object.keys(kinds) as T["type"][];
  const option = (type: T["type"]) => {
    const kind = kinds[type] as unknown as Kind<T>;
    return (
      <Menu.Item key={type} onClick={() => onPick(kind)}>
        <div>{kind.label}</div>
        <div className={classes.faint}>{kind.hint}</div>
      </Menu.Item>
    );
  };
  return (
    <Menu position="bottom-start" width={320} classNames={{ dropdown: classes.tallMenu }}>
      <Menu.Target>
        <Button variant="default" rightSection={<Chevron />}>
          {add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {suggested.length > 0 && <Menu.Label>Fits these columns</Menu.Label>}
        {suggested.map(option)}
        {suggested.length > 0 && <Menu.Label>Others</Menu.Label>}
        {types.filter((type) => !suggested.includes(type)).map(option)}
      </Menu.Dropdown>
    </Menu>
  );
}
