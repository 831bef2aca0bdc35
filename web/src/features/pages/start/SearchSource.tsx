import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Dataset, datasetQuery } from "@/api/datasets/datasets";
import type { TableSource } from "@/api/pages/tables";
import { type SearchGroup, type SearchHit, searchQuery } from "@/api/search";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { SearchInput } from "@/ui/form/SearchInput";
import { Answered } from "@/ui/state/Answered";
import { type Found, foundAt } from "./source";
import classes from "./start.module.css";

interface Props {
  onSource: (source: TableSource) => void;
}

/** Data sets, indexes, files of HERMES and meta-analyses that are here already. */
export function SearchSource({ onSource }: Props) {
  const [q, setQ] = useState("");
  return (
    <Card title="Existing data">
      <div className={classes.stack}>
        <SearchInput label="Search data sets, indexes, meta-analyses" value={q} onChange={(next) => setQ(next ?? "")} />
        {q === "" ? (
          <p className={classes.note}>
            A data set, an index, a HERMES clean file or a meta-analysis. Nothing is uploaded again.
          </p>
        ) : (
          <Hits q={q} onSource={onSource} />
        )}
      </div>
    </Card>
  );
}

interface Usable {
  hit: SearchHit;
  found: Found;
}

const usable = (groups: readonly SearchGroup[]): Usable[] =>
  groups
    .flatMap(({ hits }) => hits)
    .flatMap((hit) => {
      const found = foundAt(hit.address);
      return found ? [{ hit, found }] : [];
    });

function Hits({ q, onSource }: Props & { q: string }) {
  const hits = useQuery(searchQuery(q, { session: true, sgcToken: undefined }));
  return (
    <Answered
      what="the results"
      answer={hits}
      rows={3}
      isEmpty={(groups) => usable(groups).length === 0}
      empty={<p className={classes.note}>Nothing found for “{q}” that has a table.</p>}
    >
      {(groups) => (
        <ul className={classes.list}>
          {usable(groups).map(({ hit, found }) => (
            <li key={hit.address}>
              <HitLine hit={hit} found={found} onSource={onSource} />
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
}

function HitLine({ hit: { title, subtitle }, found, onSource }: Usable & Props) {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);

  /** With a single file there is no question. Errors are shown in place of the files. */
  async function choose() {
    if ("source" in found) return onSource(found.source);
    const dataset = await queries.fetchQuery(datasetQuery(found.dataset)).catch(() => undefined);
    const [first, ...others] = dataset ? filesOf(dataset) : [];
    if (first && others.length === 0) return onSource(first.source);
    setOpen(!open);
  }

  return (
    <div>
      <TextButton aria-label={`Use ${title}`} onClick={() => void choose()}>
        {title}
      </TextButton>{" "}
      <span className={classes.note}>{subtitle}</span>
      {open && "dataset" in found && <DatasetFiles id={found.dataset} onSource={onSource} />}
    </div>
  );
}

/** The files of a data set, one for each phenotype. */
const filesOf = ({ id, phenotypes }: Dataset): { name: string; source: TableSource }[] =>
  phenotypes.flatMap(({ file }) =>
    file ? [{ name: file.file_name, source: { kind: "dataset_file", id, file_id: file.id } }] : [],
  );

function DatasetFiles({ id, onSource }: Props & { id: string }) {
  return (
    <Answered what="its files" answer={useQuery(datasetQuery(id))} rows={2}>
      {(dataset) => {
        const files = filesOf(dataset);
        if (files.length === 0) return <p className={classes.note}>It has no file yet.</p>;
        return (
          <ul className={classes.files}>
            {files.map(({ name, source }) => (
              <li key={source.file_id}>
                <TextButton onClick={() => onSource(source)}>{name}</TextButton>
              </li>
            ))}
          </ul>
        );
      }}
    </Answered>
  );
}
