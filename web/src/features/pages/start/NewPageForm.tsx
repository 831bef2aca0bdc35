import { Button, Checkbox, NativeSelect, Radio } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { pendingQuery } from "@/api/files/uploads";
import { createPage, setPageTable } from "@/api/pages/calls";
import { pageLists, pageQuery } from "@/api/pages/pages";
import type { TableInput, TableLayout, TablePreview, TableSource } from "@/api/pages/tables";
import { createTable } from "@/api/pages/tables-calls";
import type { PageDocument } from "@/lib/document/document";
import { formatBytes, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { Notice } from "@/ui/state/Notice";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { messageOf } from "@/ui/state/states";
import { sourceWords } from "../words";
import { ColumnsTable } from "./ColumnsTable";
import classes from "./start.module.css";
import { beginningsOf } from "./templates";

interface Props {
  source: TableSource;
  preview: TablePreview;
  /** What was corrected so far. */
  layout: TableLayout;
  replace: string | undefined;
  /** The page is made without asking; the form is for what keeps it from being made. */
  atOnce: boolean;
  onLayout: (part: Partial<TableLayout>) => void;
  onAnother: () => void;
}

const delimiters: { value: NonNullable<TableLayout["delimiter"]>; label: string }[] = [
  { value: "tab", label: "Tab" },
  { value: "comma", label: "Comma" },
  { value: "semicolon", label: "Semicolon" },
  { value: "pipe", label: "Vertical bar" },
  { value: "space", label: "One space" },
  { value: "spaces", label: "Spaces or tabs" },
];

/** What was recognised, to be corrected, and what the page begins with. */
export function NewPageForm({ source, preview, layout, replace, atOnce, onLayout, onAnother }: Props) {
  const beginnings = useMemo(() => beginningsOf(preview, layout), [preview, layout]);
  const [chosen, setChosen] = useState("itself");
  const beginning = beginnings.find(({ id }) => id === chosen);
  const make = useMaking({ source, layout }, beginning?.document, replace);
  const began = useRef(false);
  useEffect(() => {
    if (!atOnce || began.current) return;
    began.current = true;
    make.mutate();
  }, [atOnce, make]);
  if (atOnce && !make.isError) return <PageSkeleton label="Creating the page" />;
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <ColumnsTable preview={preview} layout={layout} onLayout={onLayout} />
      </div>
      <div className={classes.stack}>
        <TableCard source={source} preview={preview} layout={layout} onLayout={onLayout} onAnother={onAnother} />
        {!replace && (
          <Card title="Template">
            <Radio.Group aria-label="Template" value={chosen} onChange={setChosen}>
              <div className={classes.choices}>
                {beginnings.map(({ id, title, about, lacks }) => (
                  <Radio
                    key={id}
                    value={id}
                    label={title}
                    description={lacks.length > 0 ? `${about} Not found: ${lacks.join(", ")}.` : about}
                  />
                ))}
              </div>
            </Radio.Group>
          </Card>
        )}
        {make.error && (
          <Notice tone="fail" alert title="No page was created">
            {messageOf(make.error)}
          </Notice>
        )}
        <Button className={classes.start} loading={make.isPending} onClick={() => make.mutate()}>
          {replace ? "Show this table" : "Build the page"}
        </Button>
      </div>
    </div>
  );
}

/** Makes the table, and a page of it; the rows are read while the builder is open. */
function useMaking(input: TableInput, document: PageDocument | undefined, replace: string | undefined) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const table = await createTable(input);
      if (replace) return setPageTable(await queries.fetchQuery(pageQuery(replace)), table.id);
      return createPage(table.id, document ?? {});
    },
    onSuccess: async (page) => {
      queries.setQueryData(pageQuery(page.id).queryKey, page);
      void queries.invalidateQueries(pageLists);
      void queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
      await navigate({ to: "/configbuilder", search: { page: page.id }, replace: true });
    },
  });
}

const formats: Readonly<Record<string, string>> = { parquet: "Parquet", jsonl: "One JSON object per line" };

/** Which kind of file it is. Columns between other marks than commas and tabs are text; Parquet is compressed within. */
function recognisedWords({ format, compression, delimiter }: TablePreview): string {
  const marked = format === "csv" && delimiter !== "comma" ? "Text" : format.toUpperCase();
  const kind = own(formats, format) ?? marked;
  if (format === "parquet") return kind;
  return `${kind}, ${compression === "none" ? "not compressed" : compression}`;
}

function TableCard({ source, preview, layout, onLayout, onAnother }: Omit<Props, "replace" | "atOnce">) {
  const { name, bytes, columns, findings, delimiter, header } = preview;
  return (
    <Card title="The table" aside={<TextButton onClick={onAnother}>Another table</TextButton>}>
      <div className={classes.stack}>
        <Facts>
          <Fact name="Name">
            <span className={classes.code}>{name}</span>
            {bytes !== undefined && `, ${formatBytes(bytes)}`}
          </Fact>
          <Fact name="From">{sourceWords(source)}</Fact>
          <Fact name="Recognised">
            {recognisedWords(preview)}, {plural(columns.length, "column")}
          </Fact>
        </Facts>
        {delimiter !== undefined && (
          <>
            <NativeSelect
              label="Columns are separated by"
              data={delimiters}
              value={layout.delimiter ?? delimiter}
              onChange={({ currentTarget: { value } }) =>
                onLayout({ delimiter: value as NonNullable<TableLayout["delimiter"]>, types: {}, roles: {} })
              }
            />
            <Checkbox
              label="The first line names the columns"
              checked={layout.header ?? header}
              onChange={({ currentTarget: { checked } }) => onLayout({ header: checked, types: {}, roles: {} })}
            />
          </>
        )}
        <NativeSelect
          label="Genome build of the positions"
          data={[
            { value: "", label: preview.genome_build ? "As recognised" : "Not stated" },
            { value: "GRCh37", label: "GRCh37 (hg19)" },
            { value: "GRCh38", label: "GRCh38 (hg38)" },
          ]}
          value={layout.genome_build ?? preview.genome_build ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onLayout({ genome_build: (value || undefined) as TableLayout["genome_build"] })
          }
        />
        {findings.length > 0 && (
          <Notice tone="warn" title="Findings">
            <ul className={classes.bullets}>
              {findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </Card>
  );
}
