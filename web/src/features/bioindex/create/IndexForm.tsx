import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { type BioIndex, type BioIndexPreview, type BioIndexSource, indexChanged } from "@/api/bioindex/bioindex";
import { createIndex, rebuildIndex } from "@/api/bioindex/calls";
import { pendingQuery } from "@/api/files/uploads";
import { useAccountId } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { DraftNote } from "@/ui/form/DraftNote";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import classes from "../bioindex.module.css";
import { ColumnsCard } from "./ColumnsCard";
import { definitionKind, heldDefinition, proposed, toDefinition } from "./definition";
import { FileCard } from "./FileCard";
import { SchemaCard } from "./SchemaCard";

interface Props {
  source: BioIndexSource;
  preview: BioIndexPreview;
  /** The one that is built again; absent for a new one. */
  index?: BioIndex;
}

/** What a file is to be asked by, filled in with what was recognised. */
export function IndexForm({ source, preview, index }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRecordForm(
    definitionKind,
    {
      account: useAccountId(),
      object: index?.id ?? [source.kind, source.id, source.file_id].filter(Boolean).join(" "),
    },
    { held: undefined, empty: index ? heldDefinition(preview, index) : proposed(preview) },
  );
  const handing = useHandingIn(form, {
    send: (values) =>
      index
        ? rebuildIndex(index.id, toDefinition(values))
        : createIndex({ name: values.name.trim(), source, ...toDefinition(values) }),
    onDone: async (made, sent) => {
      form.handedIn(sent);
      await indexChanged(queries, made);
      void queries.invalidateQueries({ queryKey: pendingQuery.queryKey });
      await navigate({ to: "/minibioindex/$id", params: { id: made.id } });
    },
  });
  const { values, errors, change } = form;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!handing.busy && form.ready()) handing.submit();
  }

  return (
    <form onSubmit={submit} noValidate className={classes.columns}>
      <div className={classes.stack}>
        {form.attempt > 0 && (
          <ErrorSummary items={summaryOf(form, "index", "Nothing was built.")} attempt={form.attempt} />
        )}
        <SchemaCard preview={preview} values={values} errors={errors} onChange={change} />
        <ColumnsCard preview={preview} values={values} error={errors.types} onChange={change} />
      </div>
      <div className={classes.stack}>
        <FileCard preview={preview} source={source} />
        <Card>
          <div className={classes.stack}>
            {!index && (
              <TextInput
                id="index-name"
                label="Name"
                required
                maxLength={200}
                error={errors.name}
                value={values.name}
                onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, name: value }), "name")}
              />
            )}
            <div className={classes.buttons}>
              <Button type="submit" loading={handing.busy}>
                {index ? "Build again" : "Build the index"}
              </Button>
              {index && (
                <ButtonLink to="/minibioindex/$id" params={{ id: index.id }} variant="default">
                  Cancel
                </ButtonLink>
              )}
            </div>
            {!form.clean && (
              <DraftNote
                savedAt={form.savedAt}
                question="The form shows the recognised values again."
                onStartOver={form.startOver}
              />
            )}
          </div>
        </Card>
      </div>
    </form>
  );
}
