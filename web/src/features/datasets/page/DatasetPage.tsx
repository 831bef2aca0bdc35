import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Dataset, datasetQuery } from "@/api/datasets/datasets";
import { Card } from "@/ui/Card";
import { Answered, onPage } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { RowsSkeleton } from "@/ui/state/Skeletons";
import { useBin } from "../list/useBin";
import { AboutPart } from "./AboutPart";
import { BinNotice } from "./BinNotice";
import { CitePart } from "./CitePart";
import { DatasetSkeleton } from "./DatasetSkeleton";
import { FilesPart } from "./FilesPart";
import { HistoryPart } from "./HistoryPart";
import { InputChanged } from "./InputChanged";
import { PageHead } from "./PageHead";
import { PartsNav } from "./PartsNav";
import classes from "./page.module.css";
import type { PageSearch } from "./search";
import { currentFiles } from "./words";

/** Most users start with the metadata of a data set. */
const ResultsPart = late(() => import("./ResultsPart").then((part) => part.ResultsPart));
/** Readers need neither what sends files nor what shares them. */
const SharingPart = late(() => import("./SharingPart").then((part) => part.SharingPart));
const EditPage = late(() => import("../form/EditPage").then((part) => part.EditPage));

interface Props {
  id: string;
  /** User name of who is looking. */
  self: string;
  /** Groups of who is looking: those they may share with. */
  groups: readonly string[];
  search: PageSearch;
}

/** One data set: to read it, or with `edit` to change it. */
export function DatasetPage({ id, search, ...rest }: Props) {
  const dataset = useQuery(datasetQuery(id));
  return (
    <Answered
      what="the data set"
      answer={dataset}
      loading={<DatasetSkeleton label="Reading the data set" />}
      frame={onPage}
    >
      {(data) =>
        search.edit && data.can.edit ? (
          <EditPage key={id} dataset={data} meanwhile={<DatasetSkeleton label="Loading the form" />} />
        ) : (
          <Reading key={id} dataset={data} search={search} {...rest} />
        )
      }
    </Answered>
  );
}

function Reading({ dataset, self, groups, search }: Omit<Props, "id"> & { dataset: Dataset }) {
  const bin = usePageBin(dataset);
  const { part = "about" } = search;
  return (
    <>
      <PageHead dataset={dataset} bin={bin} />
      <PartsNav dataset={dataset} current={part} />
      <div className={classes.page}>
        <BinNotice dataset={dataset} bin={bin} />
        <InputChanged said={dataset.input_changed} />
        {search.edit && !dataset.deleted_at && (
          <Notice tone="info" title="You can view this data set, but not change it">
            It belongs to {dataset.owner}. Ask to become a co-owner, or clone it.
          </Notice>
        )}
        {part === "about" && <AboutPart dataset={dataset} />}
        {part === "results" && <ResultsPart dataset={dataset} chosen={search.phenotype} meanwhile={<RowsSkeleton />} />}
        {part === "files" && <FilesPart dataset={dataset} />}
        {part === "cite" && <CitePart dataset={dataset} />}
        {part === "history" && <HistoryPart dataset={dataset} />}
        {part === "sharing" && (
          <SharingPart
            dataset={dataset}
            self={self}
            groups={groups}
            meanwhile={
              <Card>
                <RowsSkeleton />
              </Card>
            }
          />
        )}
      </div>
    </>
  );
}

/** A deleted data set is shown as in the bin; one deleted for ever leads to the list. */
function usePageBin(dataset: Dataset) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, name } = dataset;
  return useBin(
    { id, name, files: currentFiles(dataset).length },
    {
      onDeleted: (forever) =>
        forever ? navigate({ to: "/datasets" }) : queries.refetchQueries({ queryKey: datasetQuery(id).queryKey }),
    },
  );
}
