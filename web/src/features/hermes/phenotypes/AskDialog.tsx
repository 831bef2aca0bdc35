import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { hermesKeys } from "@/api/hermes";
import { askForPhenotype, type PhenotypeRequest } from "@/api/phenotypes";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { type DialogProblems, useDialogForm } from "@/ui/form/useDialogForm";
import { toastDone } from "@/ui/toast";
import { KindField } from "./PhenotypeFields";

interface AskForm {
  wanted: string;
  why: string;
  dichotomous: boolean | undefined;
  term: string;
}

interface Props {
  /** What was looked for. */
  wanted: string;
  onAsked?: (request: PhenotypeRequest) => void;
  onClose: () => void;
}

function problemsOf({ wanted, why, dichotomous }: AskForm): DialogProblems<AskForm> {
  return {
    ...(!wanted.trim() && { wanted: "Name the phenotype." }),
    ...(!why.trim() && { why: "Say what it is for, so that a reviewer can decide." }),
    ...(dichotomous === undefined && { dichotomous: "Say whether people have it or it is measured." }),
  };
}

/** Asks the reviewers for a phenotype that is not in the list. */
export function AskDialog({ wanted, onAsked, onClose }: Props) {
  const queries = useQueryClient();
  const { form, change, problems, summary, attempt, saving, submit } = useDialogForm({
    begin: { wanted, why: "", dichotomous: undefined, term: "" } as AskForm,
    fields: ["wanted", "why", "dichotomous", "term"],
    prefix: "ask",
    check: problemsOf,
    save: ({ dichotomous = true, term, ...rest }) => askForPhenotype({ ...rest, dichotomous, term: term || undefined }),
    onSaved: async (request) => {
      await queries.invalidateQueries({ queryKey: hermesKeys.phenotypeRequests });
      toastDone(`You asked for “${request.wanted}”. A reviewer decides.`);
      onAsked?.(request);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Ask for a phenotype" size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary items={summary} attempt={attempt} />
          <Text size="sm">
            A reviewer of the consortium adds it, names one to use instead, or says why not. The page of phenotypes
            shows what became of it.
          </Text>
          <TextInput
            id="ask-wanted"
            label="Phenotype"
            required
            maxLength={200}
            value={form.wanted}
            error={problems.wanted}
            onChange={(event) => change({ wanted: event.currentTarget.value })}
          />
          <Textarea
            id="ask-why"
            label="What it is for"
            description="What your data are about, and how it differs from what is in the list"
            required
            data-autofocus
            autosize
            minRows={3}
            maxLength={2000}
            value={form.why}
            error={problems.why}
            onChange={(event) => change({ why: event.currentTarget.value })}
          />
          <KindField
            id="ask-dichotomous"
            value={form.dichotomous}
            error={problems.dichotomous}
            onChange={(dichotomous) => change({ dichotomous })}
          />
          <TextInput
            id="ask-term"
            label="Ontology term"
            description="Of MONDO, EFO or HPO, if you know it, such as MONDO:0005252"
            maxLength={200}
            value={form.term}
            error={problems.term}
            onChange={(event) => change({ term: event.currentTarget.value })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving}>
              Ask
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
