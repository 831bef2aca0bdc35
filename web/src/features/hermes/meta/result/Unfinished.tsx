import type { MetaAnalysis } from "@/api/hermes/meta";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/state/states";
import { JobProgress } from "../../report/JobProgress";
import classes from "../meta.module.css";
import { InputsCard } from "./InputsCard";

/** A meta-analysis at work, failed or cancelled, with its inputs. */
export function Unfinished({ meta, mayRun }: { meta: MetaAnalysis; mayRun: boolean }) {
  const failed = meta.status === "FAILED";
  return (
    <div className={classes.result}>
      {meta.status === "SUBMITTED" || meta.status === "RUNNING" ? (
        <JobProgress
          title="Combining the studies"
          job={meta.job}
          cancel={meta.actions.cancel}
          startedAt={meta.started_at}
        />
      ) : (
        <Card>
          <EmptyState
            title={failed ? "This meta-analysis failed" : "This meta-analysis was cancelled"}
            actions={
              mayRun && (
                <ButtonLink to="/hermes/ma/new" search={{ from: meta.id }}>
                  Start again with the same choices
                </ButtonLink>
              )
            }
          >
            {failed && <p>{meta.error ?? meta.job?.error}</p>}
            <p>The submissions are not changed. No partial result is kept.</p>
          </EmptyState>
        </Card>
      )}
      <InputsCard meta={meta} summary={undefined} />
    </div>
  );
}
