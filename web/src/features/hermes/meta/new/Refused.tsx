import { ApiError } from "@/lib/api-error";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import classes from "../meta.module.css";
import { confirmations } from "../words";

/** The step of each refused field. */
const stepOf = (field: string): number => {
  if (field === "phenotype") return 1;
  return field.startsWith("datasets") || confirmations.some((one) => field === `options.${one}`) ? 2 : 3;
};

/** Why a new meta-analysis was not started, with the way to each refused field. */
export function Refused({ error, onStep }: { error: Error; onStep: (step: number) => void }) {
  const fields = error instanceof ApiError ? error.fields : [];
  return (
    <div className={classes.refused}>
      <Notice tone="fail" title={messageOf(error)} alert>
        Nothing was started.
        {fields.map((entry) => (
          <div key={entry.field}>
            <button
              type="button"
              className={classes.jump}
              onClick={() => {
                onStep(stepOf(entry.field));
                // On another step, the step itself takes the focus and shows the problem at its
                // field.
                document.getElementById(`ma-${entry.field.split(".").at(-1)}`)?.focus();
              }}
            >
              {entry.message}
            </button>
          </div>
        ))}
      </Notice>
    </div>
  );
}
