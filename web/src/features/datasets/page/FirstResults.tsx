import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  checksQuery,
  type Dataset,
  type DatasetFile,
  type DatasetPhenotype,
  figureQuery,
} from "@/api/datasets/datasets";
import { Figure } from "@/ui/chart/Figure";
import { ManhattanCard, manhattanPlace } from "@/ui/chart/ManhattanCard";
import { hasRows, reportOf } from "./report";
import { isJudged, noFigure } from "./words";

/** The Manhattan figure of the first phenotype that has one; nothing where there is none. */
export function FirstResults({ dataset }: { dataset: Dataset }) {
  const first = dataset.phenotypes.find(({ file }) => isJudged(file?.check) && file.check.rows_in !== undefined);
  if (!first?.file) return null;
  return <FirstFigure dataset={dataset} phenotype={first} file={first.file} />;
}

interface Props {
  dataset: Dataset;
  phenotype: DatasetPhenotype;
  file: DatasetFile;
}

function FirstFigure({ dataset: { id, phenotypes }, phenotype, file }: Props) {
  const navigate = useNavigate();
  const report = reportOf(useQuery(checksQuery(id, file.id)).data?.items ?? []);
  const name = phenotype.description || phenotype.phenotype;
  return (
    <Figure title="Manhattan" height={manhattanPlace} query={figureQuery(id, file, "manhattan")} missing={noFigure}>
      {(data) => (
        <ManhattanCard
          data={data}
          leads={report && hasRows(report) ? report.lead_variants : []}
          selected={undefined}
          onSelect={() =>
            void navigate({ to: "/datasets/$id", params: { id }, search: { part: "results", phenotype: phenotype.id } })
          }
          note={phenotypes.length > 1 ? `${name}; the other phenotypes are under Results.` : undefined}
        />
      )}
    </Figure>
  );
}
