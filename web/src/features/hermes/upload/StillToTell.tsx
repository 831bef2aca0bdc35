import { Button } from "@mantine/core";
import type { Schemas } from "@/api/client";
import { missingFields } from "@/lib/sumstats/mapping";
import { Card } from "@/ui/Card";
import { requiredFields } from "./fields";
import type { Step } from "./places";
import classes from "./upload.module.css";
import type { Wizard } from "./wizard";

interface StillToTellProps {
  wizard: Wizard;
  docs: Schemas["FieldDoc"][];
  onStep: (step: Step) => void;
}

/** The facts that the file does not contain, shown early. */
export function StillToTell({ wizard, docs, onStep }: StillToTellProps) {
  const { values, columns } = wizard;
  const facts = requiredFields.filter(({ key, required }) => required && values[key].trim() === "");
  const missing = missingFields(columns, docs);
  if (facts.length === 0 && missing.length === 0) return null;
  return (
    <Card title="Missing fields">
      <ul className={classes.left}>
        {missing.length > 0 && (
          <li>
            No column was found for: {missing.map(({ label }) => label).join(", ")}. If the file has none, export the
            results again with {missing.length === 1 ? "it" : "them"}.{" "}
            <Button size="compact-xs" variant="default" onClick={() => onStep(3)}>
              Choose the columns
            </Button>
          </li>
        )}
        {facts.length > 0 && <li>About the study: {facts.map(({ label }) => label.toLowerCase()).join(", ")}.</li>}
      </ul>
    </Card>
  );
}
