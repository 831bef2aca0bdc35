import { NumberInput } from "@mantine/core";
import { useState } from "react";
import type { FreezeRule, FreezeScope } from "@/api/hermes/freezes";
import { FormDialog } from "@/ui/form/FormDialog";
import { Notice } from "@/ui/state/Notice";
import classes from "../freeze.module.css";
import { ScopeFields } from "./ScopeFields";

interface Props {
  onAdd: (rule: FreezeRule) => void;
  onClose: () => void;
}

export const numberOf = (value: string | number): number | undefined => (value === "" ? undefined : Number(value));

/** Other minimums for some cells. */
export function ExceptionDialog({ onAdd, onClose }: Props) {
  const [scope, setScope] = useState<FreezeScope>({});
  const [studies, setStudies] = useState<number>();
  const [cases, setCases] = useState<number>();
  const [tried, setTried] = useState(false);
  const scoped = Object.values(scope).some((value) => value !== undefined);
  const sound = scoped && (studies !== undefined || cases !== undefined);

  function submit() {
    setTried(true);
    if (!sound) return;
    onAdd({ ...scope, ...(studies && { min_studies: studies }), ...(cases && { min_cases: cases }) });
    onClose();
  }

  return (
    <FormDialog title="Add an exception" size="lg" label="Add" busy={false} onSubmit={submit} onClose={onClose}>
      {tried && !sound && (
        <Notice tone="fail" title="The exception is incomplete" alert>
          Choose a phenotype, ancestry or sex, and enter a minimum.
        </Notice>
      )}
      <ScopeFields scope={scope} onScope={setScope} />
      <div className={classes.pair}>
        <NumberInput
          hideControls
          label="Studies per cell, at least"
          min={1}
          max={1000}
          allowDecimal={false}
          value={studies ?? ""}
          onChange={(value) => setStudies(numberOf(value))}
        />
        <NumberInput
          hideControls
          label="Cases per study, at least"
          min={1}
          max={1e12}
          allowDecimal={false}
          thousandSeparator=","
          value={cases ?? ""}
          onChange={(value) => setCases(numberOf(value))}
        />
      </div>
    </FormDialog>
  );
}
