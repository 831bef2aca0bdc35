import { Anchor } from "@mantine/core";
import { formatCount, plural } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./qc.module.css";
import type { QcReport } from "./report";

interface Props {
  liftover: NonNullable<QcReport["liftover"]>;
  /** Address of the rows that were not lifted. */
  unmapped: string;
}

/** What became of the rows on the way to the assembly of the consortium, and by which chain file. */
export function LiftoverCard({ liftover, unmapped }: Props) {
  const { chain } = liftover;
  return (
    <Card
      title={`Lifted over from ${buildName(liftover.source_build)} to ${buildName(liftover.target_build)}`}
      aside={
        liftover.total_unmapped > 0 && (
          <Anchor href={unmapped} download size="sm">
            Rows not lifted over ({formatCount(liftover.total_unmapped)})
          </Anchor>
        )
      }
    >
      <div className={classes.lifted}>
        <p>
          {formatCount(liftover.total_lifted)} of {plural(liftover.total_input_variants, "row")} lifted;{" "}
          {formatCount(liftover.strand_flips)} read on the other strand. The uploaded file is not changed.
        </p>
        <p>
          Chain file {chainName(chain)}
          {chain.inverted && ", read backwards"}
          {chain.licence && `; ${chain.licence}`}. <code className={shared.hash}>SHA-256 {chain.sha256}</code>
        </p>
        {liftover.compared && <p>{comparedWords(liftover.compared, chain)}</p>}
        {liftover.mitochondrion && <p>{mitochondrialWords(liftover.mitochondrion)}</p>}
        {liftover.indels && <p>{indelWords(liftover.indels)}</p>}
      </div>
      {liftover.per_chromosome.length > 0 && <PerChromosome rows={liftover.per_chromosome} />}
    </Card>
  );
}

type Chain = Props["liftover"]["chain"];

function chainName({ name, maker }: Chain): string {
  return maker ? `${name} (${maker})` : name;
}

/** Where a second chain file differs, so that the reader can judge. */
function comparedWords(compared: NonNullable<Props["liftover"]["compared"]>, used: Chain): string {
  const { elsewhere, only_here: here, only_there: there } = compared;
  const other = chainName(compared.chain);
  const rows = elsewhere + here + there;
  if (rows === 0) return `${other} lifts every row to the same place.`;
  return `${other} differs in ${plural(rows, "row")}: ${formatCount(elsewhere)} to another place, ${formatCount(here)} lifted by ${chainName(used)} only, ${formatCount(there)} by ${other} only.`;
}

function mitochondrialWords({ rows, sequence, evidence }: NonNullable<Props["liftover"]["mitochondrion"]>): string {
  const on = {
    rCRS: "positions of the rCRS (NC_012920)",
    NC_001807: "positions of chrM of UCSC hg19 (NC_001807), which is not the rCRS",
    "": "not lifted",
  }[sequence];
  return `${plural(rows, "mitochondrial row")}: ${on}. ${evidence}`;
}

function indelWords(indels: NonNullable<Props["liftover"]["indels"]>): string {
  return (
    `${plural(indels.indels, "insertion or deletion", "insertions and deletions")} checked with ${indels.sequence}: ` +
    `${formatCount(indels.left_aligned)} left-aligned, ${formatCount(indels.trimmed)} trimmed, ${formatCount(indels.reversed)} lifted on reversed blocks, ` +
    `${formatCount(indels.reference_mismatch)} with neither allele in the sequence, ${formatCount(indels.not_checked)} not checked.`
  );
}

type PerChromosomeRow = Props["liftover"]["per_chromosome"][number];

const names = ["Rows", "Lifted", "Not lifted", "Other strand"] as const;

const perChromosome: Record<(typeof names)[number], (row: PerChromosomeRow) => number> = {
  Rows: (row) => row.input,
  Lifted: (row) => row.lifted,
  "Not lifted": (row) => row.unmapped,
  "Other strand": (row) => row.strand_flips,
};

function PerChromosome({ rows }: { rows: Props["liftover"]["per_chromosome"] }) {
  const sort = useRowSort(rows, perChromosome);
  return (
    <details className={classes.reasons}>
      <summary>By chromosome</summary>
      <ScrollRegion label="Rows lifted per chromosome, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Chromosome</th>
              {names.map((name) => (
                <NumberHead key={name} sort={sort} by={name}>
                  {name}
                </NumberHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((row) => (
              <tr key={row.chromosome}>
                <th scope="row">{row.chromosome}</th>
                <td className={shared.number}>{formatCount(row.input)}</td>
                <td className={shared.number}>{formatCount(row.lifted)}</td>
                <td className={shared.number}>{formatCount(row.unmapped)}</td>
                <td className={shared.number}>{formatCount(row.strand_flips)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
