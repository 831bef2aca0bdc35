import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Card } from "../Card";
import { ErrorState } from "../state/states";
import { type Drafted, FormDraft } from "./DraftNote";
import { ErrorSummary } from "./ErrorSummary";
import { Form } from "./FormDialog";
import classes from "./LongForm.module.css";

interface LongFormProps {
  /** As `useRecordForm` keeps it. */
  form: Drafted & { attempt: number; failure?: unknown };
  /** The name of the form for who does not see it. */
  name?: string;
  /** Fields that are not right yet, in the order of the page. */
  problems: { id: string; message: string }[];
  /** Title of the error when nothing was saved. */
  failed: string;
  /** On the button: "Register data set", "Save". */
  label: string;
  busy: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form of a whole page: problems above, the draft notice and the button below. */
export function LongForm({ form, name, problems, failed, label, busy, onSubmit, children }: LongFormProps) {
  return (
    <Form className={classes.form} aria-label={name} onSubmit={onSubmit}>
      {form.attempt > 0 && <ErrorSummary items={problems} attempt={form.attempt} />}
      {form.failure !== undefined && (
        <Card>
          <ErrorState title={failed} error={form.failure} safe="Your draft is kept in this browser." />
        </Card>
      )}
      {children}
      <div className={classes.footer}>
        <span className={classes.draft}>
          {form.clean && form.base && "Everything is saved."}
          <FormDraft form={form} />
        </span>
        <Button type="submit" loading={busy}>
          {label}
        </Button>
      </div>
    </Form>
  );
}
