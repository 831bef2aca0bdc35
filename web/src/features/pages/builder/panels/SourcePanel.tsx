import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { PageDocument } from "@/lib/document/document";
import { formatBytes, formatCount, formatDateTime, plural } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import { Fact, Facts } from "@/ui/Facts";
import { Notice } from "@/ui/state/Notice";
import { sourceWords } from "../../words";
import classes from "../builder.module.css";
import { controlId } from "../fields/editing";
import { useNote } from "../fields/ProblemNote";
import type { PanelProps } from "../panel";

/** The source of the rows, and the page's description of itself. */
export function SourcePanel({ page, document, table, editing, change }: PanelProps) {
  const [titleNote, aboutNote, buildNote] = [
    useNote("/title", editing()),
    useNote("/about", editing(), "Markdown: **bold**, lists, [links](https://…)."),
    useNote("/genome_build", editing()),
  ];
  const { source, rows, columns, bytes, created_at, findings } = table;
  return (
    <div className={classes.panel}>
      <TextInput
        id={controlId("/title")}
        label="Title"
        {...titleNote}
        maxLength={200}
        value={document.title}
        onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, title: value }), "/title")}
      />
      <Textarea
        id={controlId("/about")}
        label="Text above the page"
        {...aboutNote}
        rows={4}
        maxLength={20_000}
        value={document.about}
        onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, about: value }), "/about")}
      />
      <NativeSelect
        id={controlId("/genome_build")}
        label="Genome build of the positions"
        {...buildNote}
        value={document.genome_build ?? ""}
        data={[
          { value: "", label: "Not stated" },
          { value: "GRCh37", label: "GRCh37 (hg19)" },
          { value: "GRCh38", label: "GRCh38 (hg38)" },
        ]}
        onChange={({ currentTarget: { value } }) =>
          change((before) => {
            const { genome_build: _, ...others } = before;
            return value ? { ...others, genome_build: value as NonNullable<PageDocument["genome_build"]> } : others;
          })
        }
      />
      <Facts>
        <Fact name="Table">
          <span className={classes.code}>{source.name}</span>, {sourceWords(source)}
        </Fact>
        <Fact name="Size">
          {plural(rows ?? 0, "row")}, {plural(columns.length, "column")}
          {bytes !== undefined && `, ${formatBytes(bytes)}`}
        </Fact>
        <Fact name="Read">{formatDateTime(created_at)}</Fact>
      </Facts>
      {source.newer && (
        <Notice tone="info" title="Its source has changed since">
          Choose it again to use the new version.
        </Notice>
      )}
      {findings && findings.length > 0 && (
        <Notice tone="warn" title={`${formatCount(findings.length)} found while reading`}>
          <ul className={classes.bullets}>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </Notice>
      )}
      {page.can.edit && (
        <AnchorLink to="/configbuilder" search={{ page: undefined, replace: page.id }}>
          Show another table
        </AnchorLink>
      )}
    </div>
  );
}
