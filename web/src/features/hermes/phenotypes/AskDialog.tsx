import { Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { apiKey } from "@/api/api-query";
import { askForPhenotype, type PhenotypeRequest } from "@/api/hermes/phenotypes";
import type { DraftKind } from "@/lib/browser/draft";
import { useAccountId } from "@/lib/permission";
import { toastDone } from "@/ui/dialog/toast";
import { DialogForm } from "@/ui/form/DialogForm";
import { draftShape, type FieldErrors, handedInOnce, partsOf, placeAt } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { KindField } from "./PhenotypeFields";

interface Props {
  /** What was looked for. */
  wanted: string;
  onAsked?: (request: PhenotypeRequest) => void;
  onClose: () => void;
}

const fields = ["wanted", "why", "dichotomous", "term"] as const;

const typed = z.object({ wanted: z.string(), why: z.string(), dichotomous: z.optional(z.boolean()), term: z.string() });
type AskForm = z.infer<typeof typed>;

const shape = draftShape(typed);
const draft: DraftKind<z.infer<typeof shape>> = { name: "hermes-phenotype-request", version: 1, shape };

function problemsOf({ wanted, why, dichotomous }: AskForm): FieldErrors {
  return {
    ...(!wanted.trim() && { wanted: "Enter a name." }),
    ...(!why.trim() && { why: "Enter its purpose, so that a reviewer can decide." }),
    ...(dichotomous === undefined && { dichotomous: "Choose cases and controls, or measured." }),
  };
}

const kind = handedInOnce({
  ...partsOf<AskForm>(...fields),
  draft,
  check: problemsOf,
  place: (error) => placeAt(error, fields),
});

/** Asks the reviewers for a phenotype that is not in the list. */
export function AskDialog({ wanted, onAsked, onClose }: Props) {
  const queries = useQueryClient();
  const form = useRecordForm(
    kind,
    { account: useAccountId(), object: wanted || "new" },
    { held: undefined, empty: { wanted, why: "", dichotomous: undefined, term: "" } },
  );
  const asking = useHandingIn(form, {
    send: ({ dichotomous = true, term, ...rest }) => askForPhenotype({ ...rest, dichotomous, term: term || undefined }),
    onDone: async (request, sent) => {
      if (!form.handedIn(sent)) onClose();
      toastDone(`You asked for “${request.wanted}”. A reviewer decides.`);
      onAsked?.(request);
      await queries.invalidateQueries({ queryKey: apiKey("/api/hermes/phenotype-requests") });
    },
  });
  const { values, errors } = form;
  const set = (part: Partial<AskForm>) => form.change((before) => ({ ...before, ...part }), ...Object.keys(part));
  return (
    <DialogForm
      title="Ask for a phenotype"
      form={form}
      prefix="ask"
      label="Ask"
      busy={asking.busy}
      onSubmit={asking.submit}
      onClose={onClose}
    >
      <Text size="sm">
        A reviewer adds it, suggests another one, or declines with a reason. The phenotypes page shows the decision.
      </Text>
      <TextInput
        id="ask-wanted"
        label="Phenotype"
        required
        data-autofocus={wanted === "" || undefined}
        maxLength={200}
        value={values.wanted}
        error={errors.wanted}
        onChange={(event) => set({ wanted: event.currentTarget.value })}
      />
      <Textarea
        id="ask-why"
        label="Purpose"
        description="Your data, and how the phenotype differs from those in the list"
        required
        data-autofocus={wanted !== "" || undefined}
        autosize
        minRows={3}
        maxLength={2000}
        value={values.why}
        error={errors.why}
        onChange={(event) => set({ why: event.currentTarget.value })}
      />
      <KindField
        id="ask-dichotomous"
        value={values.dichotomous}
        error={errors.dichotomous}
        onChange={(dichotomous) => set({ dichotomous })}
      />
      <TextInput
        id="ask-term"
        label="Ontology term"
        description="Of MONDO, EFO or HPO, if you know it, such as MONDO:0005252"
        maxLength={200}
        value={values.term}
        error={errors.term}
        onChange={(event) => set({ term: event.currentTarget.value })}
      />
    </DialogForm>
  );
}
