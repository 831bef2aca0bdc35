import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Dataset, type DatasetFile, filesQuery } from "@/api/datasets/datasets";
import { formatBytes, plural } from "@/lib/format/format";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { Answered } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { FileItem } from "./FileItem";
import { NoPhenotypes } from "./NoPhenotypes";
import classes from "./page.module.css";
import { currentFiles } from "./words";

/** The files of every phenotype and credible set; earlier versions when asked for. */
export function FilesPart({ dataset }: { dataset: Dataset }) {
  const { id, phenotypes, can } = dataset;
  const [earlier, setEarlier] = useState(false);
  const versions = useQuery({ ...filesQuery(id, true), enabled: earlier });
  const files = currentFiles(dataset);
  const replaced = phenotypes
    .flatMap(({ versions, file, credible_sets }) => [{ versions, file }, ...credible_sets])
    .reduce((sum, { versions, file }) => sum + Math.max(0, versions - (file ? 1 : 0)), 0);

  if (phenotypes.length === 0 || (files.length === 0 && replaced === 0)) {
    return (
      <Card>
        {phenotypes.length === 0 ? (
          <NoPhenotypes dataset={dataset} />
        ) : (
          <EmptyState
            title="No files yet"
            actions={
              can.edit && (
                <ButtonLink to="/datasets/$id" params={{ id }} search={{ edit: true, step: "files" }}>
                  Add files
                </ButtonLink>
              )
            }
          >
            No file has been uploaded for these phenotypes.
          </EmptyState>
        )}
      </Card>
    );
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <Card
      title="Files"
      aside={
        <>
          {plural(files.length, "file")}, {formatBytes(bytes)}{" "}
          {replaced > 0 && (
            <Button variant="default" size="compact-sm" aria-pressed={earlier} onClick={() => setEarlier(!earlier)}>
              {earlier ? "Hide" : "Show"} {plural(replaced, "earlier version")}
            </Button>
          )}
        </>
      }
      flush
    >
      {earlier && (
        <Answered what="the earlier versions" answer={versions} loading={null} safe="They are kept." flush>
          {() => null}
        </Answered>
      )}
      {/* The current files stay visible while the others load, and if they cannot be loaded. */}
      <Groups dataset={dataset} files={(earlier && versions.data?.items) || files} />
    </Card>
  );
}

/** Files by phenotype, each with those of its credible sets, the newest version first. */
function Groups({ dataset, files }: { dataset: Dataset; files: readonly DatasetFile[] }) {
  const of = (parent: string) =>
    files.filter((file) => file.parent_id === parent).sort((a, b) => b.version - a.version);
  return dataset.phenotypes.map((phenotype) => {
    const shown = [phenotype.id, ...phenotype.credible_sets.map((set) => set.id)].flatMap(of);
    const name = phenotype.description || phenotype.phenotype;
    return (
      <section key={phenotype.id} className={classes.group} aria-label={`Files of ${name}`}>
        <h3 className={classes.subject}>{name}</h3>
        {shown.length === 0 ? (
          <p className={classes.none}>No file yet.</p>
        ) : (
          <ul className={classes.files}>
            {shown.map((file) => (
              <FileItem key={file.id} datasetId={dataset.id} file={file} />
            ))}
          </ul>
        )}
      </section>
    );
  });
}
