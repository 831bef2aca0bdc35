import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Study, studiesQuery } from "@/api/datasets/datasets";
import { SuggestField } from "@/ui/form/SuggestField";
import { controlId } from "./controlId";
import classes from "./form.module.css";
import type { DatasetFormState } from "./useDatasetForm";
import type { StudyValue } from "./values";

const settleMs = 250;

/** The registered study that is meant, whatever its capitals. */
export function studyNamed(studies: readonly Study[], name: string): Study | undefined {
  const plain = name.trim().toLowerCase();
  return studies.find((study) => study.name.toLowerCase() === plain);
}

const chosen = ({ id, name, institution }: Study): StudyValue => ({ id, name, institution });

/** The study by name: one that is registered, or a new one with its institution. */
export function StudyField({ form }: { form: DatasetFormState }) {
  const { study } = form.values;
  const [typed] = useDebouncedValue(study.name.trim(), settleMs);
  const { data, isFetching, isPlaceholderData } = useQuery(studiesQuery(typed));
  const studies = data?.items ?? [];
  const settled = typed === study.name.trim() && !isPlaceholderData;
  const known = study.id === "" && settled ? studyNamed(studies, study.name) : undefined;
  const change = (next: StudyValue) => form.change((before) => ({ ...before, study: next }), "study", "institution");

  // A name that is typed in full is the registered study, without having to pick it.
  const knownId = known?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the study that was found is taken once
  useEffect(() => {
    if (known) change({ ...chosen(known), name: study.name });
  }, [knownId]);

  const isNew = study.id === "" && study.name.trim() !== "" && settled && !known;
  return (
    <>
      <SuggestField
        id={controlId("study")}
        label="Study"
        required
        value={study.name}
        maxLength={500}
        loading={isFetching}
        suggestions={studies.map(({ id, name, institution }) => ({ value: id, label: name, detail: institution }))}
        create={
          isNew
            ? {
                label: `Register study “${study.name.trim()}”`,
                onCreate: () => document.getElementById(controlId("institution"))?.focus(),
              }
            : undefined
        }
        nothing="No study is registered yet: enter the name of yours."
        description={study.id ? `Registered study of ${study.institution}` : "Type its name to see registered studies"}
        error={form.errors.study}
        onText={(name) => change({ id: "", name, institution: study.id ? "" : study.institution })}
        onPick={({ value }) => {
          const picked = studies.find(({ id }) => id === value);
          if (picked) change(chosen(picked));
        }}
        onBlur={() => form.leave("study")}
      />
      {isNew ? (
        <TextInput
          id={controlId("institution")}
          label="Institution of the new study"
          description="The study is registered together with the data set"
          required
          maxLength={500}
          value={study.institution}
          error={form.errors.institution}
          onBlur={() => form.leave("institution")}
          onChange={(event) => change({ ...study, institution: event.currentTarget.value })}
        />
      ) : (
        <div className={classes.gap} />
      )}
    </>
  );
}
