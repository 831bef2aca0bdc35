import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { regionsOf } from "@/api/browse/browse";
import {
  type PublicDataset,
  type PublicFile,
  type PublicPhenotype,
  publicPlotQuery,
  publicResultsQuery,
} from "@/api/datasets/public";
import { browseBuildOf } from "@/lib/route/browse-address";
import { Card } from "@/ui/Card";
import { TopHits } from "@/ui/genes/TopHits";
import { ManhattanFigure, QqFigure } from "@/ui/region/ResultFigures";
import { EmptyState } from "@/ui/state/states";
import page from "../page/page.module.css";
import { AboutCards } from "./PublicAbout";
import classes from "./public.module.css";

interface Props {
  dataset: PublicDataset;
  file: PublicFile;
  /** To the right of the content below the figure. */
  children: ReactNode;
}

const missing = "This file has no figures.";

/** The Manhattan figure of one phenotype, and the content below it. */
export function PublicResults({ dataset, file, children }: Props) {
  const { id } = dataset;
  const [selected, select] = useState<string>();
  const results = useQuery(publicResultsQuery(id, file)).data;
  const leads = results?.lead_variants ?? [];
  return (
    <>
      <ManhattanFigure
        query={publicPlotQuery(id, file, "manhattan")}
        missing={missing}
        regions={regionsOf("public", `file:${file.id}`)}
        leads={leads}
        selected={selected}
        onSelect={select}
      />
      <div className={classes.below}>
        <div className={classes.hits}>
          {results && (
            <TopHits
              area="public"
              build={browseBuildOf(file.check?.file_build ?? file.genome_build)}
              report={{ ...results, lead_variants: leads }}
              selected={selected}
              onSelect={select}
            />
          )}
        </div>
        <div className={classes.beside}>{children}</div>
        <div className={page.main}>
          <AboutCards dataset={dataset} />
          <QqFigure
            query={publicPlotQuery(id, file, "qq")}
            missing={missing}
            lambdaGc={file.check?.lambda_gc}
            lambda1000={results?.lambda_1000}
          />
        </div>
      </div>
    </>
  );
}

/** In place of figures that nothing was measured for. */
export function NoResults({ phenotype }: { phenotype: PublicPhenotype | undefined }) {
  return (
    <Card title="Results">
      <EmptyState title={phenotype?.file ? "No figures for this file" : "No results yet"}>
        {phenotype?.file
          ? "You can download the file. It has no figures because its check is not finished, or because it is not a table of summary statistics."
          : "Metadata are available, but no files have been uploaded."}
      </EmptyState>
    </Card>
  );
}
