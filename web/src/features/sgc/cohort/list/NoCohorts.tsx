import { useMay } from "@/lib/permission";
import { ButtonLink } from "@/ui/links";
import { EmptyState } from "@/ui/states";
import { Examples } from "../../Examples";
import classes from "./list.module.css";

/** What this place is for, before there is anything in it. */
export function NoCohorts() {
  const mayUpload = useMay("sgc-upload-data");
  if (!mayUpload) {
    return (
      <EmptyState title="No cohorts yet">
        Cohorts appear here as soon as their contacts register them, with what they have sent and what is missing.
      </EmptyState>
    );
  }
  return (
    <>
      <EmptyState title="No cohorts yet" actions={<ButtonLink to="/sgc/new">Register a cohort</ButtonLink>}>
        Register your cohort, answer a few questions about its data, and hand in how many cases and controls it has for
        each phenotype, for males and for females. Each table is checked while you look at it; small numbers stay
        hidden.
      </EmptyState>
      <div className={classes.examples}>
        <Examples />
      </div>
    </>
  );
}
