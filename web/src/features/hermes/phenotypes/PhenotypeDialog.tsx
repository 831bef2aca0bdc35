import { Button, Group, Modal, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/api/error";
import { type HermesPhenotype, hermesKeys } from "@/api/hermes";
import { createPhenotype, updatePhenotype } from "@/api/phenotypes";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { useDialogForm } from "@/ui/form/useDialogForm";
import { Notice } from "@/ui/Notice";
import { toastDone } from "@/ui/toast";
import { PhenotypeFields } from "./PhenotypeFields";
import { formOf, inputOf, isRetired, noForm, problemsOf } from "./phenotypes";
import { kindWords } from "./words";

interface Props {
  /** Absent: a new one. */
  phenotype?: HermesPhenotype;
  onClose: () => void;
}

/** Adds a phenotype, or changes what is said about one. */
export function PhenotypeDialog({ phenotype, onClose }: Props) {
  const queries = useQueryClient();
  const isNew = phenotype === undefined;
  const [opened] = useState(phenotype);
  const reload = () => queries.invalidateQueries({ queryKey: hermesKeys.phenotypes });
  const { form, change, problems, summary, attempt, saving, submit } = useDialogForm({
    begin: phenotype ? formOf(phenotype) : noForm,
    fields: ["name", "description", "dichotomous", "terms", "synonyms"],
    prefix: "phenotype",
    check: (typed) => problemsOf(typed, isNew),
    save: (typed) => {
      const input = inputOf(typed, isNew, phenotype ? isRetired(phenotype) : false);
      return phenotype ? updatePhenotype(phenotype.name, phenotype.version, input) : createPhenotype(input);
    },
    onSaved: ({ name }) => {
      toastDone(isNew ? `${name} was added.` : `${name} was changed.`);
      onClose();
      return reload();
    },
    // Another version may be the reason; the list behind the dialog shows it.
    onRefused: (error) => error instanceof ApiError && error.status === 409 && void reload(),
  });
  return (
    <Modal opened onClose={onClose} title={isNew ? "Add a phenotype" : `Edit ${phenotype.name}`} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary items={summary} attempt={attempt} />
          {phenotype && phenotype.version !== opened?.version && <Changed now={phenotype} />}
          <PhenotypeFields
            prefix="phenotype"
            form={form}
            problems={problems}
            onChange={change}
            isNew={isNew}
            used={phenotype !== undefined && phenotype.datasets > 0}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              {isNew ? "Add phenotype" : "Save changes"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What somebody else made of it while the dialog was open; the list behind has been read again. */
function Changed({ now }: { now: HermesPhenotype }) {
  const { description, terms, synonyms } = now;
  const facts = [
    kindWords(now).toLowerCase(),
    terms.length > 0 ? `the terms ${terms.join(", ")}` : "no terms",
    synonyms.length > 0 ? `the other names ${synonyms.join(", ")}` : "no other names",
    ...(isRetired(now) ? ["retired"] : []),
  ];
  return (
    <Notice tone="warn" title="Somebody else changed this phenotype meanwhile" alert>
      It now says “{description}”: {facts.join("; ")}. What you typed is still here; saving it replaces theirs.
    </Notice>
  );
}
