import { Radio, Stack, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { apiKey } from "@/api/api-query";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import { decideRequest, type PhenotypeDecision, type PhenotypeRequest } from "@/api/hermes/phenotypes";
import type { DraftKind } from "@/lib/browser/draft";
import { useAccountId } from "@/lib/permission";
import { toastDone } from "@/ui/dialog/toast";
import { DialogForm } from "@/ui/form/DialogForm";
import { draftShape, type FieldErrors, handedInOnce, partsOf, placeAt } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { PhenotypeFields } from "./PhenotypeFields";
import { PhenotypeSearch } from "./PhenotypeSearch";
import { codeFor, inputOf, noForm, phenotypeFields, phenotypeShape, problemsOf } from "./phenotypes";
import classes from "./phenotypes.module.css";

interface Props {
  request: PhenotypeRequest;
  known: readonly HermesPhenotype[];
  onClose: () => void;
}

const fields = [...phenotypeFields, "use", "answer"] as const;

const way = z.enum(["grant", "use", "decline"]);
type Way = z.infer<typeof way>;

const typed = z.extend(phenotypeShape, { way, use: z.string(), answer: z.string() });
type DecideForm = z.infer<typeof typed>;

const shape = draftShape(typed);
const draft: DraftKind<z.infer<typeof shape>> = { name: "hermes-phenotype-decision", version: 1, shape };

function check(form: DecideForm): FieldErrors {
  if (form.way === "grant") return problemsOf(form, true);
  if (form.way === "use") return form.use ? {} : { use: "Choose the phenotype to use instead." };
  return form.answer.trim() ? {} : { answer: "Enter a reason for the person who asked." };
}

function decisionOf(form: DecideForm): PhenotypeDecision {
  const answer = form.answer.trim() || undefined;
  if (form.way === "grant") return { grant: inputOf(form, true), answer };
  return form.way === "use" ? { use: form.use, answer } : { answer };
}

const done: Readonly<Record<Way, (request: PhenotypeRequest) => string>> = {
  grant: ({ phenotype, asked_by }) => `${phenotype} was added, and ${asked_by} is notified.`,
  use: ({ phenotype, asked_by }) => `${asked_by} is notified to use ${phenotype}.`,
  decline: ({ asked_by }) => `The request was declined, and ${asked_by} is notified.`,
};

const submits: Readonly<Record<Way, string>> = { grant: "Add phenotype", use: "Use this one", decline: "Decline" };

const kind = handedInOnce({
  ...partsOf<DecideForm>(...fields, "way"),
  draft,
  check,
  place: (error) => placeAt(error, fields),
});

/** What a reviewer begins with: the wish in the words of the list. */
function begun({ wanted, dichotomous, term }: PhenotypeRequest): DecideForm {
  const asked = { name: codeFor(wanted), description: wanted, dichotomous, terms: term ? [term] : [] };
  return { ...noForm, ...asked, way: "grant", use: "", answer: "" };
}

/** A reviewer's answer to a request: a new phenotype, one that is there, or none. */
export function DecideDialog({ request, known, onClose }: Props) {
  const queries = useQueryClient();
  const { wanted, why, asked_by } = request;
  const of = { account: useAccountId(), object: request.id };
  const form = useRecordForm(kind, of, { held: undefined, empty: begun(request) });
  const deciding = useHandingIn(form, {
    send: (typed) => decideRequest(request.id, decisionOf(typed)),
    onDone: (decided, sent) => {
      form.handedIn(sent);
      toastDone(done[sent.way](decided));
      onClose();
      void queries.invalidateQueries({ queryKey: apiKey("/api/hermes/phenotypes") });
      return queries.invalidateQueries({ queryKey: apiKey("/api/hermes/phenotype-requests") });
    },
  });
  const { values, errors } = form;
  const set = (part: Partial<DecideForm>) => form.change((before) => ({ ...before, ...part }), ...Object.keys(part));
  return (
    <DialogForm
      title={`Decide on “${wanted}”`}
      form={form}
      prefix="decide"
      label={submits[values.way]}
      color={values.way === "decline" ? "red" : undefined}
      busy={deciding.busy}
      onSubmit={deciding.submit}
      onClose={onClose}
    >
      <p className={classes.note}>
        {asked_by}: {why}
      </p>
      <Radio.Group label="What to do" value={values.way} onChange={(way) => set({ way: way as Way })}>
        <Stack gap={6} mt={6}>
          <Radio value="grant" label="Add it to the list" />
          <Radio value="use" label="Use one from the list" />
          <Radio value="decline" label="Decline" />
        </Stack>
      </Radio.Group>
      {values.way === "grant" && <PhenotypeFields prefix="decide" form={values} problems={errors} onChange={set} />}
      {values.way === "use" && (
        <PhenotypeSearch
          id="decide-use"
          label="Phenotype to use instead"
          required
          error={errors.use}
          value={values.use}
          known={known}
          onChange={(use) => set({ use })}
        />
      )}
      <Textarea
        id="decide-answer"
        label={`Answer to ${asked_by}`}
        required={values.way === "decline"}
        autosize
        minRows={2}
        maxLength={2000}
        value={values.answer}
        error={errors.answer}
        onChange={(event) => set({ answer: event.currentTarget.value })}
      />
    </DialogForm>
  );
}
