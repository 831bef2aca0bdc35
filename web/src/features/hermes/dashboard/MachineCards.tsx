import { Link } from "@tanstack/react-router";
import type { Dashboard } from "@/api/hermes/dashboard";
import { formatCount, formatDateTime, formatSince, plural } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { own } from "@/lib/own";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";

type Work = Dashboard["work"];
type Failure = NonNullable<Work["last_failure"]>;

/** What the server has in hand. */
export function WorkCard({ work }: { work: Work }) {
  const now = useNow(30_000);
  const { oldest_queued, last_failure } = work;
  return (
    <Card title="Jobs">
      <dl className={shared.facts}>
        <div>
          <dt>Running</dt>
          <dd>{work.running > 0 ? `${formatCount(work.running)} on ${plural(work.workers, "server")}` : "None"}</dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>
            {oldest_queued ? `${formatCount(work.queued)}, the first for ${formatSince(oldest_queued, now)}` : "None"}
          </dd>
        </div>
        <div>
          <dt>Last failure</dt>
          <dd>{last_failure ? <LastFailure failure={last_failure} /> : "None"}</dd>
        </div>
      </dl>
    </Card>
  );
}

function LastFailure({ failure }: { failure: Failure }) {
  return (
    <>
      <Subject failure={failure} />, {formatDateTime(failure.at)}
      <div className={shared.faint}>{failure.error}</div>
    </>
  );
}

function Subject({ failure: { kind, subject, subject_id: id } }: { failure: Failure }) {
  const what = kind === "meta" ? "Meta-analysis" : "QC";
  if (!subject) return `${what} of a deleted object`;
  return kind === "meta" ? (
    <Link to="/hermes/ma/$id" params={{ id }}>
      {subject}
    </Link>
  ) : (
    <>
      QC of{" "}
      <Link to="/hermes/qc/$id" params={{ id }}>
        {subject}
      </Link>
    </>
  );
}

const typeWords: Record<string, string> = {
  panel: "Panel",
  chain: "Chain file",
  fasta: "Reference sequence",
  genes: "Genes",
  recombination: "Recombination map",
  ld: "LD",
  ld_scores: "LD scores",
  loci: "Known loci",
  rs_numbers: "rs numbers",
};

/** What QC and the views of results are made with. */
export function ReferenceCard({ files }: { files: Dashboard["reference"] }) {
  return (
    <Card title="Reference data" flush>
      <ScrollRegion label="Reference data, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Name</th>
              <th scope="col">Build</th>
              <th scope="col">Ancestry</th>
              <th scope="col">Version</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.name}>
                <td>{own(typeWords, file.type) ?? file.type}</td>
                <th scope="row">{file.name}</th>
                <td>{file.build}</td>
                <td>{file.ancestry ?? "–"}</td>
                <td className={shared.wrap}>{file.version || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
