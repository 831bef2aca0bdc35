import { useState } from "react";
import { regionsOf } from "@/api/browse/browse";
import type { Schemas } from "@/api/client";
import { type ToolRun, toolPlotQuery } from "@/api/tools/tools";
import { formatCount, formatDecimal, formatPart } from "@/lib/format/format";
import { browseBuildOf } from "@/lib/route/browse-address";
import { buildName } from "@/lib/sumstats/build";
import { TopHits } from "@/ui/genes/TopHits";
import { ManhattanFigure, QqFigure } from "@/ui/region/ResultFigures";
import { Tile, TileRow } from "@/ui/Tiles";
import { FilesCard } from "./FilesCard";
import { ReasonsCard } from "./ReasonsCard";
import classes from "./tools.module.css";

/**
 * The figures of a file: Manhattan with the selected region below, QQ, lead variants with their
 * genes.
 */
export function LookResult({ run, report }: { run: ToolRun; report: Schemas["QcReport"] }) {
  const [selected, select] = useState<string>();
  const { rows_in, rows_clean, lambda_gc, lambda_1000, lead_variants, n_leads, build } = report;
  const empty = rows_clean === 0 ? "No row was kept, so there is nothing to plot." : undefined;
  const reasons = report.waterfall
    .filter(({ count }) => count > 0)
    .map(({ reason, sentence, count }) => ({ reason, sentence, n: count, lines: [] }));
  return (
    <>
      <TileRow>
        <Tile label="Rows" value={formatCount(rows_in)} hint={`on ${buildName(build)}`} />
        <Tile label="Drawn" value={formatCount(rows_clean)} hint={`${formatPart(rows_clean, rows_in)} of the rows`} />
        <Tile label="Genomic inflation λ" value={formatDecimal(lambda_gc, 3)} hint="1 without inflation" />
        <Tile label="Loci" value={formatCount(n_leads ?? lead_variants.length)} hint="below 5e-8" />
      </TileRow>
      <ManhattanFigure
        query={toolPlotQuery(run.id, "manhattan")}
        empty={empty}
        regions={regionsOf("datasets", `tool:${run.id}`)}
        leads={lead_variants}
        selected={selected}
        onSelect={select}
      />
      <div className={classes.pair}>
        <QqFigure query={toolPlotQuery(run.id, "qq")} empty={empty} lambdaGc={lambda_gc} lambda1000={lambda_1000} />
        <TopHits report={report} area="datasets" build={browseBuildOf(build)} selected={selected} onSelect={select} />
      </div>
      <ReasonsCard title="Excluded rows" reasons={reasons} />
      <FilesCard run={run} />
    </>
  );
}
