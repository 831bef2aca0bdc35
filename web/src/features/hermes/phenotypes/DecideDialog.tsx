import { Button, Group, Modal, Radio, Stack, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type HermesPhenotype, hermesKeys } from "@/api/hermes";
import { decideRequest, type PhenotypeDecision, type PhenotypeRequest } from "@/api/phenotypes";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { type DialogProblems, useDialogForm } from "@/ui/form/useDialogForm";
import { toastDone } from "@/ui/toast";
import { PhenotypeFields } from "./PhenotypeFields";
import { PhenotypeSearch } from "./PhenotypeSearch";
import { codeFor, inputOf, noForm, type PhenotypeForm, problemsOf } from "./phenotypes";
import classes from "./phenotypes.module.css";

type Way = "grant" | "use" | "decline";

interface DecideForm extends PhenotypeForm {
  way: Way;
  use: string;
  answer: string;
}

interface Props {
  request: PhenotypeRequest;
  known: readonly HermesPhenotype[];
  onClose: () => void;
}

function check(form: DecideForm): DialogProblems<DecideForm> {
  if (form.way === "grant") return problemsOf(form, true);
  if (form.way === "use") return form.use ? {} : { use: "Choose the phenotype to use instead." };
  return form.answer.trim() ? {} : { answer: "Say why, so that who asked knows what to do." };
}

function decisionOf(form: DecideForm): PhenotypeDecision {
  const answer = form.answer.trim() || undefined;
  if (form.way === "grant") return { grant: inputOf(form, true, false), answer };
  return form.way === "use" ? { use: form.use, answer } : { answer };
}

const done: Readonly<Record<Way, (request: PhenotypeRequest) => string>> = {
  grant: ({ phenotype, asked_by }) => `${phenotype} was added, and ${asked_by} is told.`,
  use: ({ phenotype, asked_by }) => `${asked_by} is told to use ${phenotype}.`,
  decline: ({ asked_by }) => `The request was declined, and ${asked_by} is told.`,
};

const submits: Readonly<Record<Way, string>> = { grant: "Add phenotype", use: "Use this one", decline: "Decline" };

/** A reviewer's answer to a request: a new phenotype, one that is there, or none. */
export function DecideDialog({ request, known, onClose }: Props) {
  const queries = useQueryClient();
  const { wanted, why, dichotomous, term, asked_by } = request;
  const { form, change, problems, summary, attempt, saving, submit } = useDialogForm({
    begin: {
      ...noForm,
      name: codeFor(wanted),
      description: wanted,
      dichotomous,
      terms: term ? [term] : [],
      way: "grant",
      use: "",
      answer: "",
    } as DecideForm,
    fields: ["name", "description", "dichotomous", "terms", "synonyms", "use", "answer"],
    prefix: "decide",
    check,
    save: (typed) => decideRequest(request.id, decisionOf(typed)),
    onSaved: (decided) => {
      toastDone(done[form.way](decided));
      onClose();
      void queries.invalidateQueries({ queryKey: hermesKeys.phenotypes });
      return queries.invalidateQueries({ queryKey: hermesKeys.phenotypeRequests });
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Decide on “${wanted}”`} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary items={summary} attempt={attempt} />
          <p className={classes.note}>
            {asked_by} says: {why}
          </p>
          <Radio.Group label="What to do" value={form.way} onChange={(way) => change({ way: way as Way })}>
            <Stack gap={6} mt={6}>
              <Radio value="grant" label="Add it to the list" />
              <Radio value="use" label="Point to one that is in the list" />
              <Radio value="decline" label="Decline" />
            </Stack>
          </Radio.Group>
          {form.way === "grant" && (
            <PhenotypeFields prefix="decide" form={form} problems={problems} onChange={change} isNew />
          )}
          {form.way === "use" && (
            <PhenotypeSearch
              id="decide-use"
              label="Phenotype to use instead"
              required
              error={problems.use}
              value={form.use}
              known={known}
              onChange={(use) => change({ use })}
            />
          )}
          <Textarea
            id="decide-answer"
            label={`Answer to ${asked_by}`}
            required={form.way === "decline"}
            autosize
            minRows={2}
            maxLength={2000}
            value={form.answer}
            error={problems.answer}
            onChange={(event) => change({ answer: event.currentTarget.value })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color={form.way === "decline" ? "red" : undefined} loading={saving}>
              {submits[form.way]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
