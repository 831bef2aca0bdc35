import { MultiSelect, NumberInput, Stack } from "@mantine/core";
import { memo, useState } from "react";
import type { FreezePlan } from "@/api/hermes/freezes";
import { formatCount } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { LaterDateField } from "@/ui/form/LaterDateField";
import { useNames } from "../../dashboard/useNames";
import classes from "../freeze.module.css";
import { sexWords } from "../words";
import { exceptions, type FreezeDraft, generalRule, withGeneral } from "./draft";
import { ExceptionDialog, numberOf } from "./ExceptionDialog";
import { ExcludeDialog } from "./ExcludeDialog";
import { cohortsOf, useScopeWords } from "./ScopeFields";

type Document = FreezeDraft["document"];

interface Props {
  document: Document;
  plan: FreezePlan | undefined;
  onDocument: (part: Partial<Document> | ((now: Document) => Partial<Document>)) => void;
}

const listed = (map: ReadonlyMap<string, string>) => [...map].map(([value, label]) => ({ value, label }));

/** Which submissions the freeze takes. */
export const RuleCard = memo(function RuleCard({ document, plan, onDocument }: Props) {
  const names = useNames();
  const general = generalRule(document.rules);
  return (
    <Card title="Inclusion rule">
      <Stack gap="sm" className={classes.rule}>
        <LaterDateField
          id="freeze-deadline"
          label="Accepted by"
          description="Until 23:59 UTC of that day. Empty: no deadline"
          value={document.deadline ?? ""}
          onValue={(day) => onDocument({ deadline: day || undefined })}
        />
        <div className={classes.pair}>
          <NumberInput
            hideControls
            label="Studies per cell, at least"
            placeholder="2"
            min={1}
            max={1000}
            allowDecimal={false}
            value={general.min_studies ?? ""}
            onChange={(value) =>
              onDocument(({ rules }) => ({ rules: withGeneral(rules, { min_studies: numberOf(value) }) }))
            }
          />
          <NumberInput
            hideControls
            label="Cases per study, at least"
            placeholder="No limit"
            min={1}
            max={1e12}
            allowDecimal={false}
            thousandSeparator=","
            value={general.min_cases ?? ""}
            onChange={(value) =>
              onDocument(({ rules }) => ({ rules: withGeneral(rules, { min_cases: numberOf(value) }) }))
            }
          />
        </div>
        <MultiSelect
          label="Phenotypes"
          placeholder={document.phenotypes.length === 0 ? "All" : undefined}
          data={listed(names.phenotype)}
          value={document.phenotypes}
          onChange={(phenotypes) => onDocument({ phenotypes })}
          searchable
        />
        <MultiSelect
          label="Ancestries"
          placeholder={document.ancestries.length === 0 ? "All" : undefined}
          data={listed(names.ancestry)}
          value={document.ancestries}
          onChange={(ancestries) => onDocument({ ancestries })}
          searchable
        />
        <MultiSelect
          label="Sexes"
          placeholder={document.sexes.length === 0 ? "All" : undefined}
          data={Object.entries(sexWords).map(([value, label]) => ({ value, label }))}
          value={document.sexes}
          onChange={(sexes) => onDocument({ sexes: sexes as Document["sexes"] })}
        />
        <Exceptions document={document} onDocument={onDocument} />
        <Exclusions document={document} plan={plan} onDocument={onDocument} />
      </Stack>
    </Card>
  );
});

function Exceptions({ document, onDocument }: Pick<Props, "document" | "onDocument">) {
  const [open, setOpen] = useState(false);
  const scopeWords = useScopeWords();
  return (
    <section className={classes.part} aria-labelledby="freeze-exceptions">
      <div className={classes.partHead}>
        <h3 id="freeze-exceptions">Exceptions</h3>
        <TextButton onClick={() => setOpen(true)}>Add exception</TextButton>
      </div>
      <ul className={classes.entries}>
        {exceptions(document.rules).map((rule) => (
          <li key={JSON.stringify(rule)} className={classes.entry}>
            <div>
              {scopeWords(rule)}
              <div className={classes.cellLine}>
                {[
                  rule.min_studies !== undefined && `at least ${formatCount(rule.min_studies)} studies`,
                  rule.min_cases !== undefined && `at least ${formatCount(rule.min_cases)} cases`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </div>
            </div>
            <TextButton onClick={() => onDocument(({ rules }) => ({ rules: rules.filter((one) => one !== rule) }))}>
              Remove
            </TextButton>
          </li>
        ))}
      </ul>
      {open && (
        <ExceptionDialog
          onAdd={(rule) => onDocument(({ rules }) => ({ rules: [...rules, rule] }))}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function Exclusions({ document, plan, onDocument }: Props) {
  const [open, setOpen] = useState(false);
  const scopeWords = useScopeWords();
  return (
    <section className={classes.part} aria-labelledby="freeze-exclusions">
      <div className={classes.partHead}>
        <h3 id="freeze-exclusions">Exclusions</h3>
        <TextButton onClick={() => setOpen(true)}>Leave out a cohort</TextButton>
      </div>
      <ul className={classes.entries}>
        {document.exclude.map((exclusion) => (
          <li key={JSON.stringify(exclusion)} className={classes.entry}>
            <div>
              {[exclusion.cohort, exclusion.file, scopeWords(exclusion)].filter(Boolean).join(", ")}
              <div className={classes.cellLine}>{exclusion.reason}</div>
            </div>
            <TextButton
              onClick={() =>
                onDocument(({ exclude }) => ({
                  exclude: exclude.filter((one) => one !== exclusion),
                }))
              }
            >
              Remove
            </TextButton>
          </li>
        ))}
      </ul>
      {open && (
        <ExcludeDialog
          cohorts={cohortsOf(plan)}
          onAdd={(exclusion) => onDocument(({ exclude }) => ({ exclude: [...exclude, exclusion] }))}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
