import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type HermesUpload, uploadsQuery } from "@/api/hermes";
import { buildWords } from "@/lib/sumstats/inspection";
import { chooseColumn, earlierMapping } from "@/lib/sumstats/mapping";
import { Card } from "@/ui/Card";
import { toastDone } from "@/ui/toast";
import { askedOf } from "./caseFields";
import { effectScale, type Group, groups, requiredFields } from "./fields";
import { type FieldErrors, fromMetadata } from "./metadata";
import { type Choices, StudyField } from "./StudyField";
import classes from "./upload.module.css";
import type { Wizard } from "./wizard";

interface StepStudyProps {
  wizard: Wizard;
  choices: Choices;
  errors: FieldErrors;
  /** Whose earlier data sets may be copied from. */
  userName: string;
  /** The data set that is being edited; not offered as its own model. */
  editing?: string;
}

/** Step 2: what the analyst knows and the file does not say. */
export function StepStudy({ wizard, choices, errors, userName, editing }: StepStudyProps) {
  const { inspection } = wizard;
  const read = inspection && buildWords(inspection);
  const buildHint = [
    read && `The file: ${read}.`,
    `The consortium works in ${buildLabel(choices)}; a file on another build is lifted over to it before QC.`,
  ]
    .filter(Boolean)
    .join(" ");
  // Cases tell the scale as well as an answer does.
  const scale = inspection?.effect_scale;
  const asksScale = scale?.question && !wizard.values.cases;
  const rest = groups.map((group) => ({
    ...group,
    fields: askedOf(group.fields, wizard.values, choices.phenotypes).filter(
      (field) => !asksScale || field !== effectScale,
    ),
  }));
  return (
    <Card flush title="About the study" aside={<Earlier wizard={wizard} userName={userName} editing={editing} />}>
      <div className={classes.groupBody}>
        <p className={classes.note}>Fields with a star are needed. Everything else can follow later.</p>
      </div>
      <div className={`${classes.groupBody} ${classes.fields}`}>
        {askedOf(requiredFields, wizard.values, choices.phenotypes).map((field) => (
          <StudyField
            key={field.key}
            field={field}
            control={wizard.form.control}
            choices={choices}
            error={errors[field.key]}
            hint={field.key === "genomeBuild" ? buildHint : undefined}
          />
        ))}
        {asksScale && (
          <StudyField
            field={effectScale}
            control={wizard.form.control}
            choices={choices}
            error={errors.effectScale}
            hint={`${scale.reason} ${scale.question}`}
          />
        )}
      </div>
      {rest.map((group) => (
        <FieldGroup key={group.title} group={group} wizard={wizard} choices={choices} errors={errors} />
      ))}
    </Card>
  );
}

function buildLabel({ config }: Choices): string {
  const target = config.target_genome_build;
  return config.genome_builds.find((build) => build.value === target)?.label ?? target;
}

interface FieldGroupProps {
  group: Group;
  wizard: Wizard;
  choices: Choices;
  errors: FieldErrors;
}

function FieldGroup({ group, wizard, choices, errors }: FieldGroupProps) {
  const filled = group.fields.filter((field) => wizard.values[field.key]).length;
  const [open, setOpen] = useState(filled > 0);
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
            control={wizard.form.control}
            choices={choices}
            error={errors[field.key]}
          />
        ))}
      </div>
    </details>
  );
}

/** Copies everything but the name from one of the user's earlier data sets. Nothing when there is none. */
function Earlier({ wizard, userName, editing }: { wizard: Wizard; userName: string; editing?: string }) {
  const { data } = useQuery(uploadsQuery({ uploader: userName, sort: "-uploaded_at", limit: 50 }));
  const earlier = (data?.items ?? []).filter((upload) => upload.id !== editing);
  if (earlier.length === 0) return null;

  function apply(model: HermesUpload) {
    const { form, inspection } = wizard;
    const dataSetName = form.getValues("dataSetName");
    form.reset({ ...fromMetadata(model.metadata), dataSetName }, { keepDefaultValues: true });
    if (inspection) {
      const { mapping } = earlierMapping(model.mapping, inspection);
      wizard.setColumns((state) => {
        const copied = Object.entries(mapping).reduce(
          (next, [field, column]) => chooseColumn(next, field, column),
          state,
        );
        // What the reader doubts is asked again: this is another file.
        return { ...copied, decided: [] };
      });
    }
    toastDone(`Values of ${model.dataset_name} were filled in.`);
  }

  return (
    <NativeSelect
      size="xs"
      aria-label="Fill in the values of an earlier data set"
      value=""
      onChange={(event) => {
        const model = earlier.find((upload) => upload.id === event.currentTarget.value);
        if (model) apply(model);
      }}
    >
      <option value="">Fill in from an earlier data set</option>
      {earlier.map((upload) => (
        <option key={upload.id} value={upload.id}>
          {upload.dataset_name}
        </option>
      ))}
    </NativeSelect>
  );
}
