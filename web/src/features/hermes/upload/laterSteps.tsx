import { lazy } from "react";

const fetchStudy = () => import("./StepStudy");
const fetchSubmit = () => import("./StepSubmit");

/** Steps that nobody begins with; fetched while the first is looked at. */
export const StepStudy = lazy(async () => ({ default: (await fetchStudy()).StepStudy }));
export const StepSubmit = lazy(async () => ({ default: (await fetchSubmit()).StepSubmit }));

/** One that does not arrive now is asked for again when it is gone to. */
export function fetchLaterSteps(): void {
  Promise.all([fetchStudy(), fetchSubmit()]).catch(() => undefined);
}
