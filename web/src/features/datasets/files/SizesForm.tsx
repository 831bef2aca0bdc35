import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { updatePhenotype } from "@/api/datasets/calls";
import type { Dataset, DatasetPhenotype } from "@/api/datasets/datasets";
import { ApiError } from "@/lib/api-error";
import { toastDone } from "@/ui/dialog/toast";
import { Form } from "@/ui/form/FormDialog";
import { Refused } from "@/ui/state/Refused";
import classes from "./files.module.css";
import { SizeFields } from "./SizeFields";
import { checkSizes, type SizeErrors, type SizeTexts, toSizes } from "./sizes";
import { useChange } from "./useChange";

interface SizesFormProps {
  dataset: Dataset;
  phenotype: DatasetPhenotype;
  onDone: () => void;
}

const textOf = (size: number | undefined) => (size === undefined ? "" : String(size));

/** Changes the sizes of a phenotype that is registered. */
export function SizesForm({ dataset, phenotype, onDone }: SizesFormProps) {
  const { id, phenotype: code, description, dichotomous } = phenotype;
  const [texts, setTexts] = useState<SizeTexts>({
    sample_size: textOf(phenotype.sample_size),
    cases: textOf(phenotype.cases),
    controls: textOf(phenotype.controls),
  });
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { change, busy } = useChange();
  const refused = failure instanceof ApiError ? failure.fields : [];
  const errors: SizeErrors = {
    ...Object.fromEntries(refused.map(({ field, message }) => [field, message])),
    ...checkSizes(dichotomous, texts, tried),
  };

  async function submit() {
    setTried(true);
    setFailure(undefined);
    if (Object.keys(checkSizes(dichotomous, texts, true)).length > 0) return;
    const body = { phenotype: code, description, dichotomous, ...toSizes(dichotomous, texts) };
    try {
      await change(() => updatePhenotype(dataset.id, id, body));
      toastDone(`The sizes of ${description || code} were saved.`);
      onDone();
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <Form gap={12} aria-label={`Sizes of ${description || code}`} onSubmit={submit}>
      <div className={classes.fields}>
        <SizeFields
          id={`sizes-${id}`}
          dichotomous={dichotomous}
          texts={texts}
          errors={errors}
          onChange={(part) => {
            setFailure(undefined);
            setTexts((before) => ({ ...before, ...part }));
          }}
        />
      </div>
      <Refused error={refused.length === 0 && failure} />
      <Group justify="flex-end" gap="8px 12px">
        <Button variant="default" size="xs" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" size="xs" loading={busy}>
          Save sizes
        </Button>
      </Group>
    </Form>
  );
}
