import { useMay } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";
import { EmptyState } from "@/ui/state/states";
import { Examples } from "../../Examples";
import classes from "./list.module.css";

/** What this place is for, before there is anything in it. */
export function NoCohorts() {
  const mayUpload = useMay("sgc-upload-data");
  if (!mayUpload) {
    return (
      <EmptyState title="No cohorts yet">
        Cohorts appear here when their contacts register them, with submitted and missing files.
      </EmptyState>
    );
  }
  return (
    <>
      <EmptyState title="No cohorts yet" actions={<ButtonLink to="/sgc/new">Register a cohort</ButtonLink>}>
        Register your cohort, answer a few questions about its data, and submit its numbers of cases and controls for
        each phenotype, for males and females. Each table is checked immediately. Small numbers are hidden.
      </EmptyState>
      <div className={classes.examples}>
        <Examples />
      </div>
    </>
  );
}
