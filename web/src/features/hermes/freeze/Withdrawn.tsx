import type { PublicFreeze } from "@/api/hermes/freezes-public";
import { Notice } from "@/ui/state/Notice";
import { dayWords } from "./words";

/** The cohorts that withdrew after a publication: their participants are still in its results. */
export function Withdrawn({ cohorts }: { cohorts: PublicFreeze["withdrawn_cohorts"] }) {
  if (cohorts.length === 0) return null;
  return (
    <Notice tone="warn" title="This version contains cohorts that have withdrawn">
      Do not start new analyses with it.{" "}
      {cohorts.map(({ cohort, reason, day }) => `${cohort}: ${reason}, ${dayWords(day)}.`).join(" ")}
    </Notice>
  );
}
