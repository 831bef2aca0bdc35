import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { stepTitle } from "@/api/qcStep";
import { plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { sentenceCase } from "@/lib/text/sentence-case";
import classes from "./settings.module.css";
import type { Chosen, SettingsForm } from "./useSettingsForm";

type Known = Schemas["QcThreshold"];
type Values = SettingsForm["thresholds"];

interface Props {
  known: readonly Known[];
  chosen: Values;
  errors: Readonly<Record<string, string | undefined>>;
  reads: boolean;
  /** The new values, and the key of the one that changed. */
  onChange: (chosen: Values, key: string) => void;
}

/** Every number by which a file is judged, step by step, with its reason; another one is chosen with a reason. */
export function Thresholds({ known, chosen, errors, reads, onChange }: Props) {
  const steps = [...new Set(known.map(({ step }) => step))];
  return steps.map((step) => {
    const ofStep = known.filter((one) => one.step === step);
    const others = ofStep.filter(({ key }) => own(chosen, key)).length;
    const broken = ofStep.some(({ key }) => errors[`thresholds.${key}`]);
    return (
      <details key={step} className={classes.step} open={broken || undefined}>
        <summary>
          <span className={classes.stepName}>{sentenceCase(stepTitle(step))}</span>
          <span className={classes.faint}>
            {others > 0 ? `${others} of ${plural(ofStep.length, "number")} chosen` : plural(ofStep.length, "number")}
          </span>
        </summary>
        <ul className={classes.thresholds}>
          {ofStep.map((one) => (
            <Threshold
              key={one.key}
              known={one}
              chosen={own(chosen, one.key)}
              error={errors[`thresholds.${one.key}`]}
              reads={reads}
              onChange={(now) => {
                const { [one.key]: _before, ...rest } = chosen;
                onChange(now ? { ...rest, [one.key]: now } : rest, one.key);
              }}
            />
          ))}
        </ul>
      </details>
    );
  });
}

interface ThresholdProps {
  known: Known;
  chosen: Chosen | undefined;
  error: string | undefined;
  reads: boolean;
  onChange: (chosen: Chosen | undefined) => void;
}

function Threshold({ known, chosen, error, reads, onChange }: ThresholdProps) {
  const [opened, setOpened] = useState(false);
  const label = known.does.replace(/\.$/, "");
  return (
    <li className={classes.threshold}>
      <div className={classes.does}>
        <strong>{chosen ? chosen.value : known.default}</strong> {label}
        {chosen && <span className={classes.faint}> · usually {known.default}</span>}
      </div>
      <div className={classes.faint}>
        {known.reason} {known.source}
      </div>
      {!reads && !chosen && !opened && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          aria-label={`Choose another number: ${label}`}
          onClick={() => {
            setOpened(true);
            onChange({ value: String(known.default), reason: "" });
          }}
        >
          Choose another
        </Button>
      )}
      {!reads && chosen && (
        <div className={classes.choosing}>
          <TextInput
            label="Number"
            aria-label={`Number: ${label}`}
            description={`${known.least} to ${known.most}`}
            value={chosen.value}
            inputMode="decimal"
            onChange={(event) => onChange({ ...chosen, value: event.currentTarget.value })}
            error={error && !/why/.test(error) ? error : undefined}
            data-autofocus={opened || undefined}
          />
          <TextInput
            label="Why"
            aria-label={`Why: ${label}`}
            description="Required"
            value={chosen.reason}
            maxLength={1000}
            onChange={(event) => onChange({ ...chosen, reason: event.currentTarget.value })}
            error={error && /why/.test(error) ? error : undefined}
          />
          <Button
            variant="default"
            aria-label={`Use ${known.default} again: ${label}`}
            onClick={() => {
              setOpened(false);
              onChange(undefined);
            }}
          >
            Use {known.default}
          </Button>
        </div>
      )}
      {reads && chosen && <div>{chosen.reason}</div>}
    </li>
  );
}
