import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type BioIndex, type BioIndexBuild, type BioIndexProof, indexChanged } from "@/api/bioindex/bioindex";
import { verifyIndex } from "@/api/bioindex/calls";
import { finished } from "@/api/job";
import { formatCount, formatDateTime, plural } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { toastError } from "@/ui/dialog/toast";
import { Notice } from "@/ui/state/Notice";
import { Tag } from "@/ui/Tag";
import classes from "./page.module.css";

/** How random queries compared with a reading of the whole file. */
export function ProofCard({ index, build: { proof } }: { index: BioIndex; build: BioIndexBuild }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => verifyIndex(index.id),
    onSuccess: (changed) => indexChanged(queries, changed),
    onError: (error) => toastError("The comparison did not start", error),
  });
  const busy = again.isPending || (index.job !== undefined && !finished(index.job));
  const right = proof?.differ === 0;
  const tag = proof && <Tag tone={right ? "pass" : "fail"}>{right ? "Proven" : "Wrong answers"}</Tag>;
  return (
    <Card title="Build proof" aside={tag}>
      {proof ? <Proof proof={proof} /> : <p className={classes.plain}>Not compared with the file yet.</p>}
      {index.can.edit && (
        <p className={classes.note}>
          <TextButton onClick={() => again.mutate()} disabled={busy}>
            {proof ? "Compare again, with other queries" : "Compare now"}
          </TextButton>
        </p>
      )}
    </Card>
  );
}

/** "4:1-2: 3 rows by the index, 4 in the file." */
function differenceWords({ query, index, file, error }: BioIndexProof["differences"][number]): string {
  if (error) return `${query}: ${error}`;
  return `${query}: ${plural(index, "row")} by the index, ${formatCount(file)} in the file.`;
}

function Proof({ proof }: { proof: BioIndexProof }) {
  const { queries, differ, kinds, rows_compared, seed, at, differences } = proof;
  const [first] = differences;
  return (
    <>
      {differ === 0 ? (
        <strong>{plural(queries, "random query", "random queries")} equal the scan</strong>
      ) : (
        <Notice
          tone="fail"
          title={`${formatCount(differ)} of ${plural(queries, "random query", "random queries")} differ`}
        >
          {first && differenceWords(first)} Do not use its answers. Build it again.
        </Notice>
      )}
      <dl className={classes.pairs}>
        {kinds.map((kind) => (
          <div key={kind.name}>
            <dt>{kind.name}</dt>
            <dd>{formatCount(kind.queries)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        {plural(rows_compared, "row")} compared · {formatDateTime(at)} · seed {seed}
      </p>
    </>
  );
}
