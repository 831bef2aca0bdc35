import { late } from "@/ui/state/late";

const fetchStudy = () => import("./StepStudy").then((part) => part.StepStudy);
const fetchSubmit = () => import("./StepSubmit").then((part) => part.StepSubmit);

/** Steps that are never the first; loaded while the first is shown. */
export const StepStudy = late(fetchStudy);
export const StepSubmit = late(fetchSubmit);

/** One that does not arrive now is asked for again when it is gone to. */
export function fetchLaterSteps(): void {
  Promise.all([fetchStudy(), fetchSubmit()]).catch(() => undefined);
}
