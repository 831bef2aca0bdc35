import type { ToolConversion, ToolRun } from "@/api/tools/tools";
import { formatCount, formatPart } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { Notice } from "@/ui/state/Notice";
import { FilesCard } from "./FilesCard";
import { FindingList } from "./FindingList";
import { ReasonsCard } from "./ReasonsCard";
import classes from "./tools.module.css";

/** The converted table: where to get it, what became of the rows, what a deposit still needs. */
export function ConvertResult({ run, conversion }: { run: ToolRun; conversion: ToolConversion }) {
  const { rows_in, rows_written, genome_build, md5, excluded, repaired, lacking, sample_size, warnings } = conversion;
  return (
    <>
      <FilesCard run={run} />
      <Card title="Row counts">
        <Facts>
          <Fact name="Read">{formatCount(rows_in)}</Fact>
          <Fact name="Written">
            {formatCount(rows_written)} ({formatPart(rows_written, rows_in)}), by chromosome and position
          </Fact>
          <Fact name="Genome build">{genome_build ? buildName(genome_build) : "not known"}</Fact>
          {sample_size !== undefined && <Fact name="Sample size">{formatCount(sample_size)}</Fact>}
          <Fact name="MD5 of the table">
            <span className={classes.code}>{md5}</span>
          </Fact>
        </Facts>
      </Card>
      <FindingList title="How the file was read" findings={warnings ?? []} />
      <ReasonsCard title="Excluded rows" reasons={excluded} />
      <ReasonsCard title="Repairs" reasons={repaired} />
      {lacking && lacking.length > 0 && (
        <Notice tone="info" title="For a deposit in the GWAS Catalog">
          The metadata also need: {lacking.join(", ")}. Enter them below and convert again, or add them to the YAML
          file. The table does not change.
        </Notice>
      )}
    </>
  );
}
