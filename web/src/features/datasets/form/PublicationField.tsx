import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { lookUpPublication } from "@/api/datasets/calls";
import type { DatasetCodes, Publication } from "@/api/datasets/datasets";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import { fieldOf } from "../fields";
import { FormField } from "./FormField";
import classes from "./form.module.css";
import { fillIn } from "./publication";
import type { DatasetFormState } from "./useDatasetForm";

interface PublicationFieldProps {
  form: DatasetFormState;
  codes: DatasetCodes;
}

function foundWords({ pmid, pmcid, doi }: Publication): string {
  return [pmid && `PMID ${pmid}`, pmcid, doi && `DOI ${doi}`].filter(Boolean).join(" · ");
}

/** The identifier of the article, and a button that fills in its details. */
export function PublicationField({ form, codes }: PublicationFieldProps) {
  const filled = useRef<Publication>(undefined);
  const pubId = form.values.texts.pub_id.trim();
  const look = useMutation({
    mutationFn: () => lookUpPublication(pubId),
    onSuccess: (found) => {
      const before = filled.current;
      filled.current = found;
      form.change((values) => fillIn(values, found, before), "publication", "description");
    },
  });
  return (
    <div className={classes.wide}>
      <div className={classes.lookUp}>
        <FormField field={fieldOf("pub_id")} form={form} codes={codes} />
        <Button variant="default" loading={look.isPending} disabled={pubId === ""} onClick={() => look.mutate()}>
          Look up
        </Button>
      </div>
      <p className={look.isError ? classes.error : classes.about} role="status">
        {look.isPending && "Asking for the article"}
        {look.isError && `${messageOf(look.error)} You can enter the publication by hand.`}
        {look.isSuccess && `Filled in below: ${look.data.title} ${foundWords(look.data)}`}
      </p>
      {look.data?.retracted && (
        <Notice tone="warn" title="This article was retracted">
          State this in the description, or remove the publication.
        </Notice>
      )}
    </div>
  );
}
