import type { Cohort } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { questionFields } from "../form/fields";
import { fromCohort, shownValue } from "../form/values";
import classes from "./view.module.css";

/** The cohort's description of its data. */
export function QuestionnaireCard({ cohort }: { cohort: Cohort }) {
  const values = fromCohort(cohort);
  const open = questionFields.filter(({ key }) => values[key].trim() === "").length;
  return (
    <Card title="Questionnaire" aside={open > 0 ? `${plural(open, "answer")} missing` : "complete"}>
      <dl className={classes.answers}>
        {questionFields.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{values[key] === "" ? "not answered yet" : shownValue(key, values[key])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
