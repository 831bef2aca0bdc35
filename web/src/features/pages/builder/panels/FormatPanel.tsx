import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { setFormats, titleOf } from "@/lib/document/change";
import type { Format, PageDocument } from "@/lib/document/document";
import { titledColumns } from "@/lib/document/ids";
import { plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import classes from "../builder.module.css";
import { controlId, type Editing } from "../fields/editing";
import { Fields } from "../fields/Fields";
import type { Kind } from "../kinds/field";
import { formatKinds, formatTypes } from "../kinds/formats";
import { OrderButtons } from "../OrderButtons";
import { moved } from "../order";
import type { PanelProps } from "../panel";
import { useSought } from "../places";
import { errorsOf, within } from "../problems";
import { useRemoval } from "../removal";

/** How the cells of each column are shown. */
export function FormatPanel({ document, problems, editing, change }: PanelProps) {
  const [chosen, setChosen] = useState<string>();
  useSought("/formats", ([id]) => setChosen(id));
  const columns = titledColumns(document);
  const formatted = Object.keys(document.formats);
  const left = columns.filter(({ id }) => !formatted.includes(id) && id !== chosen);
  const open = chosen !== undefined && !formatted.includes(chosen) ? [...formatted, chosen] : formatted;
  return (
    <div className={classes.panel}>
      {open.length === 0 && (
        <p className={classes.note}>Formats change only how a cell looks: decimals, links, bars, chips.</p>
      )}
      <ul className={classes.items}>
        {open.map((id) => {
          const errors = errorsOf(within(problems, `/formats/${id}`)).length;
          return (
            <li key={id} className={classes.item}>
              <button
                type="button"
                id={controlId(`/formats/${id}`)}
                className={classes.itemName}
                aria-expanded={chosen === id}
                onClick={() => setChosen(chosen === id ? undefined : id)}
              >
                <span className={classes.itemTitle}>{titleOf(document, id)}</span>
                <span className={errors > 0 ? classes.fault : classes.faint}>
                  {errors > 0 ? plural(errors, "problem") : linesOf(own(document.formats, id))}
                </span>
              </button>
              {chosen === id && (
                <div className={classes.itemBody}>
                  <Formats id={id} document={document} editing={editing()} change={change} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <NativeSelect
        aria-label="Format a column"
        value=""
        data={[{ value: "", label: "Format a column" }, ...left.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={({ currentTarget: { value } }) => setChosen(value || undefined)}
      />
    </div>
  );
}

const linesOf = (formats: readonly Format[] | undefined): string =>
  formats?.map(({ type }) => formatKinds[type].label).join(", ") ?? "";

interface FormatsProps {
  id: string;
  document: PageDocument;
  editing: Editing;
  change: PanelProps["change"];
}

/** The formats of one column: each works on what the one before made. A cell has one bar. */
function Formats({ id, document, editing, change }: FormatsProps) {
  const formats = own(document.formats, id) ?? [];
  const removing = useRemoval(formats.length);
  const set = (next: Format[], about?: string) => change((before) => setFormats(before, id, next), about);
  return (
    <>
      {formats.map((format, at) => {
        const kind = formatKinds[format.type] as Kind<Format>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a format is its place
          <div key={at} className={classes.format}>
            <div className={classes.itemHead}>
              <strong className={classes.grow}>{kind.label}</strong>
              <OrderButtons
                name={kind.label}
                at={at}
                of={formats.length}
                onMove={(to) => set(moved(formats, at, to))}
                onRemove={() => {
                  removing(`${kind.label} is removed`);
                  set(formats.filter((_, index) => index !== at));
                }}
              />
            </div>
            <p className={classes.note}>{kind.hint}</p>
            <Fields
              fields={kind.fields}
              item={format}
              pointer={`/formats/${id}/${at}`}
              editing={editing}
              onChange={(next, about) =>
                set(
                  formats.map((one, index) => (index === at ? (next as Format) : one)),
                  about,
                )
              }
            />
          </div>
        );
      })}
      <NativeSelect
        aria-label={`Add a format to ${titleOf(document, id)}`}
        value=""
        data={[
          { value: "", label: "Add a format" },
          ...formatTypes
            .filter((type) => type !== "bar" || !formats.some((format) => format.type === "bar"))
            .map((type) => ({ value: type, label: formatKinds[type].label })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const kind = formatKinds[value as Format["type"]];
          if (kind) set([...formats, kind.make(editing.given)]);
        }}
      />
    </>
  );
}
