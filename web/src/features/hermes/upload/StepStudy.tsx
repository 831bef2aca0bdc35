import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { buildName } from "@/lib/sumstats/build";
import { buildDoubt } from "@/lib/sumstats/inspection";
import { Card } from "@/ui/Card";
import { askedHint } from "../review/subjects";
import { askedOf } from "./caseFields";
import { EarlierValues } from "./EarlierValues";
import { controlId, effectScale, type Field, type Group, groups, requiredFields } from "./fields";
import type { FieldErrors } from "./metadata";
import { type Choices, StudyField } from "./StudyField";
import { toldHint } from "./told";
import classes from "./upload.module.css";
import type { Wizard } from "./wizard";

interface StepStudyProps {
  wizard: Wizard;
  choices: Choices;
  errors: FieldErrors;
  /** Whose earlier submissions may be copied from. */
  userName: string;
  /** The submission that is being edited; not offered as its own model. */
  editing?: string;
  /** What reviewers asked for, by what it is about. */
  asked?: ReadonlyMap<string, string>;
}

/** Step 2: what the analyst knows and the file does not say. */
export function StepStudy({ wizard, choices, errors, userName, editing, asked }: StepStudyProps) {
  const { inspection } = wizard;
  const doubt = inspection && buildDoubt(inspection, wizard.values.genomeBuild);
  const lifted = `The consortium works in ${buildName(choices.config.target_genome_build)}; a file on another build is lifted over before QC.`;
  const hintOf = (field: Field) => {
    const told = toldHint(field.key, wizard.values, inspection);
    const own = field.key === "genomeBuild" ? [doubt ?? told, lifted].filter(Boolean).join(" ") : told;
    const question = askedHint(asked, field.key);
    return question ? [question, own].filter(Boolean).join(" ") : own;
  };
  const named = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (named) document.getElementById(named)?.focus();
  }, [named]);
  // Cases determine the scale like an answer does.
  const scale = inspection?.effect_scale;
  const asksScale = scale?.question && !wizard.values.cases;
  const rest = groups.map((group) => ({
    ...group,
    fields: askedOf(group.fields, wizard.values, choices.phenotypes).filter(
      (field) => !asksScale || field !== effectScale,
    ),
  }));
  return (
    <Card flush title="About the study" aside={<EarlierValues wizard={wizard} userName={userName} editing={editing} />}>
      <div className={classes.groupBody}>
        <p className={classes.note}>Fields with a star are required. Everything else can follow later.</p>
      </div>
      <div className={`${classes.groupBody} ${classes.fields}`}>
        {askedOf(requiredFields, wizard.values, choices.phenotypes).map((field) => (
          <StudyField
            key={field.key}
            field={field}
            value={wizard.values[field.key]}
            onValue={(value) => wizard.change({ [field.key]: value })}
            choices={choices}
            error={errors[field.key]}
            hint={hintOf(field)}
          />
        ))}
        {asksScale && (
          <StudyField
            field={effectScale}
            value={wizard.values.effectScale}
            onValue={(value) => wizard.change({ effectScale: value })}
            choices={choices}
            error={errors.effectScale}
            hint={`${scale.reason} ${scale.question}`}
          />
        )}
      </div>
      {rest.map((group) => (
        <FieldGroup
          key={group.title}
          group={group}
          named={named}
          wizard={wizard}
          choices={choices}
          errors={errors}
          hintOf={hintOf}
        />
      ))}
    </Card>
  );
}

interface FieldGroupProps {
  group: Group;
  /** The control that the address names; its group is open. */
  named: string;
  wizard: Wizard;
  choices: Choices;
  errors: FieldErrors;
  hintOf: (field: Field) => string | undefined;
}

function FieldGroup({ group, named, wizard, choices, errors, hintOf }: FieldGroupProps) {
  const filled = group.fields.filter((field) => wizard.values[field.key]).length;
  const [open, setOpen] = useState(filled > 0 || group.fields.some(({ key }) => controlId(key) === named));
  const broken = group.fields.some((field) => errors[field.key]);
  return (
    <details className={classes.group} open={open || broken} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.groupHead}>
        <span className={classes.groupTitle}>{group.title}</span>
        <span className={classes.groupAbout}>
          {filled > 0 ? `${filled} of ${group.fields.length} filled in` : group.about}
        </span>
      </summary>
      <div className={`${classes.groupBody} ${classes.fields} ${group.title === "Age and sex" ? classes.ages : ""}`}>
        {group.fields.map((field) => (
          <StudyField
            key={field.key}
            field={field}
            value={wizard.values[field.key]}
            onValue={(value) => wizard.change({ [field.key]: value })}
            choices={choices}
            error={errors[field.key]}
            hint={hintOf(field)}
          />
        ))}
      </div>
    </details>
  );
}
