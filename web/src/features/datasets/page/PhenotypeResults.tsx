import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { regionsOf } from "@/api/browse/browse";
import {
  checksQuery,
  codesQuery,
  type Dataset,
  type DatasetFile,
  type DatasetPhenotype,
  figureQuery,
} from "@/api/datasets/datasets";
import { formatBytes, formatCount, formatDateTime, formatDecimal, formatPart } from "@/lib/format/format";
import { browseBuildOf } from "@/lib/route/browse-address";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { TopHits } from "@/ui/genes/TopHits";
import { ManhattanFigure, QqFigure } from "@/ui/region/ResultFigures";
import { Answered, inCard } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { labelOf } from "../words";
import { CheckState } from "./CheckState";
import { FindingsCard } from "./FindingsCard";
import { CheckTag } from "./PhenotypesCard";
import classes from "./page.module.css";
import { hasRows, type RowsReport, reportOf } from "./report";
import { SampleRows } from "./SampleRows";
import { isAtWork, noFigure, sizeWords } from "./words";

interface Props {
  dataset: Dataset;
  phenotype: DatasetPhenotype;
}

/** The evidence of one phenotype: sizes, verdict and findings, figures, top hits, first rows. */
export function PhenotypeResults({ dataset, phenotype }: Props) {
  const { file } = phenotype;
  return (
    <div className={classes.main}>
      <OverviewCard phenotype={phenotype} />
      {file ? (
        <FileResults dataset={dataset} file={file} />
      ) : (
        <Card>
          <EmptyState title="No file yet">
            The sizes are known, but no summary statistics have been uploaded for this phenotype.
          </EmptyState>
        </Card>
      )}
    </div>
  );
}

function OverviewCard({ phenotype }: { phenotype: DatasetPhenotype }) {
  const codes = useQuery(codesQuery).data;
  const { file } = phenotype;
  const check = file?.check;
  return (
    <Card title={phenotype.description || phenotype.phenotype} aside={<CheckTag phenotype={phenotype} />}>
      <Facts>
        <Fact name="People">{sizeWords(phenotype)}</Fact>
        {file && (
          <Fact name="File">
            {file.file_name}, {formatBytes(file.size)}
            {file.version > 1 && `, version ${file.version}`}
          </Fact>
        )}
        {check?.rows_in !== undefined && (
          <>
            <Fact name="Variants">
              {formatCount(check.rows_clean)} of {formatCount(check.rows_in)} rows are valid (
              {formatPart(check.rows_clean ?? 0, check.rows_in)})
            </Fact>
            <Fact name="Genomic inflation λ">{formatDecimal(check.lambda_gc, 3)}</Fact>
          </>
        )}
        {check && (
          <Fact name="Checked against">
            {labelOf(codes?.genome_build, check.build)}
            {check.finished_at && `, ${formatDateTime(check.finished_at)}`}
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

function FileResults({ dataset, file }: { dataset: Dataset; file: DatasetFile }) {
  const { check } = file;
  return (
    <>
      <CheckState dataset={dataset} file={file} />
      {check && !isAtWork(check) && (
        <Reported dataset={dataset} file={file} withFigures={check.rows_in !== undefined} />
      )}
      <SampleRows id={dataset.id} file={file} />
    </>
  );
}

interface ReportedProps {
  dataset: Dataset;
  file: DatasetFile;
  /** The check went over all rows. */
  withFigures: boolean;
}

function Reported({ dataset, file, withFigures }: ReportedProps) {
  const checks = useQuery(checksQuery(dataset.id, file.id));
  return (
    <Answered
      what="the check results"
      answer={checks}
      rows={withFigures ? 12 : 3}
      frame={inCard("What the check found")}
      safe="The file and its check are kept."
    >
      {({ items }) => {
        const report = reportOf(items);
        return (
          report && (
            <>
              <FindingsCard report={report} />
              {withFigures && hasRows(report) && <Figures dataset={dataset} file={file} report={report} />}
            </>
          )
        );
      }}
    </Answered>
  );
}

function Figures({ dataset, file, report }: { dataset: Dataset; file: DatasetFile; report: RowsReport }) {
  const { id } = dataset;
  const [selected, select] = useState<string>();
  return (
    <>
      <ManhattanFigure
        query={figureQuery(id, file, "manhattan")}
        missing={noFigure}
        regions={regionsOf("datasets", `file:${file.id}`)}
        leads={report.lead_variants}
        selected={selected}
        onSelect={select}
      />
      <div className={classes.pair}>
        <QqFigure
          query={figureQuery(id, file, "qq")}
          missing={noFigure}
          lambdaGc={file.check?.lambda_gc}
          lambda1000={report.lambda_1000}
        />
        <TopHits
          report={report}
          area="datasets"
          build={browseBuildOf(report.file_build ?? file.genome_build)}
          selected={selected}
          onSelect={select}
        />
      </div>
    </>
  );
}
