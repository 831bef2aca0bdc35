import { Link } from "@tanstack/react-router";
import type { Schemas } from "@/api/client";
import { ApiError } from "@/lib/api-error";
import { plural } from "@/lib/format/format";
import { Notice } from "@/ui/state/Notice";

export type Withdrawal = Schemas["HermesWithdrawal"];

/** Whether the server refuses because an acceptance would go that the page did not know of. */
export const isUnknownAcceptance = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "withdraws_acceptance";

/**
 * Shown before an edit or another QC run: whose acceptance is withdrawn, and which meta-analyses
 * depend on it.
 */
export function WithdrawalNotice({ withdrawal }: { withdrawal: Withdrawal | undefined }) {
  if (!withdrawal) return null;
  return (
    <Notice tone="warn" title="This withdraws an acceptance">
      <WithdrawalWords withdrawal={withdrawal} />
    </Notice>
  );
}

/** What happens when an acceptance is withdrawn: QC and review start again, and which meta-analyses use the run. */
export function WithdrawalWords({ withdrawal: { accepted_by, meta_analyses, named } }: { withdrawal: Withdrawal }) {
  return (
    <>
      <div>Accepted by {accepted_by.join(" and ")}. QC runs again, and a reviewer has to accept the file again.</div>
      {meta_analyses > 0 && (
        <div>
          {plural(meta_analyses, "meta-analysis uses", "meta-analyses use")} the accepted run
          {named.length > 0 && ": "}
          {named.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ", "}
              <Link to="/hermes/ma/$id" params={{ id }} target="_blank">
                {name}
              </Link>
            </span>
          ))}
          . {meta_analyses === 1 ? "Its result stays" : "Their results stay"}, marked “Input changed”.
        </div>
      )}
    </>
  );
}
