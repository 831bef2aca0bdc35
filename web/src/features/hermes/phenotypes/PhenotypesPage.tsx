import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type HermesPhenotype, phenotypesQuery } from "@/api/hermes/hermes";
import { phenotypeSearchQuery, phenotypesCsvUrl } from "@/api/hermes/phenotypes";
import { formatCount, plural } from "@/lib/format/format";
import { pageOf } from "@/lib/list/list-page";
import { tableOf } from "@/lib/list/table-search";
import { useMay } from "@/lib/permission";
import { PageHeader } from "@/ui/PageHeader";
import { ShownChoice } from "@/ui/phenotype/PhenotypeFields";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { EmptyState } from "@/ui/state/states";
import { QueryTable } from "@/ui/table/QueryTable";
import { phenotypeColumns } from "./columns";
import { isRetired, shownPhenotypes } from "./phenotypes";
import classes from "./phenotypes.module.css";
import { Requests } from "./Requests";
import { type PhenotypesSearch, phenotypesListed } from "./search";

const AskDialog = late(() => import("./AskDialog").then((part) => part.AskDialog));
const PhenotypeDialog = late(() => import("./PhenotypeDialog").then((part) => part.PhenotypeDialog));

interface Props {
  search: PhenotypesSearch;
  onSearch: (change: Partial<PhenotypesSearch>) => void;
}

const rowKey = (phenotype: HermesPhenotype) => phenotype.name;

/** The phenotypes of the consortium: everybody reads them, uploaders ask for more, reviewers keep the list. */
export function PhenotypesPage({ search, onSearch }: Props) {
  const all = useQuery(phenotypesQuery);
  const found = useQuery(phenotypeSearchQuery(search.q ?? ""));
  const reviews = useMay("approveUpload");
  const uploads = useMay("uploadData");
  const [dialog, setDialog] = useState<"add" | "ask">();
  const narrow = useMediaQuery("(max-width: 900px)", undefined, { getInitialValueInEffect: false }) ?? false;
  const columns = useMemo(() => phenotypeColumns(reviews, narrow), [reviews, narrow]);
  const known = all.data?.items ?? [];
  const add = reviews && <Button onClick={() => setDialog("add")}>Add phenotype</Button>;
  const ask = uploads && !reviews && <Button onClick={() => setDialog("ask")}>Ask for a phenotype</Button>;
  const shown = found.data && pageOf(shownPhenotypes(found.data.items, search), search, rowKey);
  return (
    <>
      <PageHeader
        longSub
        sub={all.data ? summaryWords(known) : !all.error && "Reading the list"}
        actions={
          <>
            <Button variant="default" component="a" href={phenotypesCsvUrl}>
              Export
            </Button>
            {add || ask}
          </>
        }
      />
      <Requests all={search.show === "asked"} known={known} reviews={reviews} />
      {search.q && found.data?.near && !found.isPlaceholderData && (
        <div className={classes.above} role="status">
          <Notice tone="info">No phenotype matches “{search.q}”. These have similar names.</Notice>
        </div>
      )}
      <QueryTable
        label="Phenotypes"
        columns={columns}
        rowKey={rowKey}
        answer={{ ...found, data: shown }}
        {...tableOf(phenotypesListed, search, onSearch)}
        searchLabel="Search name, code, term"
        filters={
          <ShownChoice shown={search.show} more={requests} onShown={(show) => onSearch({ show, after: undefined })} />
        }
        empty={
          <EmptyState title="No phenotypes yet" actions={add || ask}>
            Every submission has a phenotype from this list. There are none yet.
          </EmptyState>
        }
      />
      {dialog === "add" && <PhenotypeDialog onClose={() => setDialog(undefined)} />}
      {dialog === "ask" && <AskDialog wanted={search.q ?? ""} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** A list with requests: all of them, not only those that wait. */
const requests = [{ value: "asked", label: "With all requests" }] as const;

function summaryWords(all: readonly HermesPhenotype[]): string {
  const retired = all.filter(isRetired).length;
  const gone = retired > 0 ? `, ${formatCount(retired)} of them retired` : "";
  return `${plural(all.length, "phenotype")}${gone}. Submissions of one phenotype can be combined.`;
}
