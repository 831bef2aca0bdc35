import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type HermesUploadRow, phenotypesQuery, portalConfigQuery } from "@/api/hermes/hermes";
import { acceptedQuery, type MetaAnalysis, metaLists } from "@/api/hermes/meta";
import { createMeta } from "@/api/hermes/meta-calls";
import { allPrepared, type PreparedMeta } from "@/api/hermes/prepared";
import { ApiError } from "@/lib/api-error";
import { useDraft } from "@/lib/browser/draft";
import { useMay } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { Steps } from "@/ui/form/Steps";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { labelOf } from "../../qc/words";
import classes from "../meta.module.css";
import { DatasetsStep } from "./DatasetsStep";
import { type Draft, emptyDraft, metaDraft, sentOptions, suggestedName } from "./draft";
import type { TakenScript } from "./metalScript";
import { NotOffered } from "./NotOffered";
import { OptionsStep } from "./OptionsStep";
import { PhenotypeStep } from "./PhenotypeStep";
import { PrepareButton } from "./PrepareButton";
import { Prepared } from "./Prepared";
import { Refused } from "./Refused";
import { SameRun } from "./SameRun";
import { ScriptReport, ScriptStart } from "./ScriptStart";
import { useKnown } from "./useKnown";
import { doubtsOf, phenotypesOf, remedyOf, unfitOf } from "./warnings";

interface Props {
  /** Id of the account whose draft it is. */
  account: string;
  step: number;
  onStep: (step: number) => void;
  /** The choices to begin with instead of the draft, as when a run is repeated. */
  from: Draft | undefined;
  /** The prepared meta-analysis that is started, or changed by its maker. */
  prepared: PreparedMeta | undefined;
  onStarted: (meta: MetaAnalysis) => void;
  onPrepared: (prepared: PreparedMeta) => void;
}

/** A new meta-analysis, one decision at a time: phenotype, submissions, options. */
export function MaNew(props: Props) {
  const accepted = useQuery(acceptedQuery);
  return (
    <>
      <PageHeader crumb={["New"]} />
      <Answered
        what="the accepted submissions"
        answer={accepted}
        frame={inCard()}
        safe="Your choices are kept."
        isEmpty={(data) => data.length === 0}
        empty={<NothingToCombine />}
      >
        {(data) => <Wizard {...props} accepted={data} />}
      </Answered>
    </>
  );
}

function NothingToCombine() {
  return (
    <Card>
      <EmptyState title="Nothing to combine yet" actions={<ButtonLink to="/hermes">Go to the submissions</ButtonLink>}>
        A meta-analysis combines accepted submissions. No submission is accepted yet.
      </EmptyState>
    </Card>
  );
}

const last = 3;

function Wizard({
  account,
  step,
  onStep,
  from,
  prepared,
  onStarted,
  onPrepared,
  accepted,
}: Props & { accepted: HermesUploadRow[] }) {
  const queries = useQueryClient();
  const mayRun = useMay("runMetaAnalysis");
  // A version that was prepared has a draft of its own, so that no other draft is replaced.
  const object = prepared ? `prepared-${prepared.id}-${prepared.version}` : "new";
  const { restored, keep, discard } = useDraft(metaDraft, { account, object });
  const [draft, setDraft] = useState<Draft>((prepared && restored) ?? from ?? restored ?? emptyDraft);
  const [refusal, setRefusal] = useState<string>();
  const [taken, setTaken] = useState<TakenScript>();
  const phenotypes = useQuery(phenotypesQuery).data?.items ?? [];
  const config = useQuery(portalConfigQuery).data;
  const choices = phenotypesOf(accepted);
  const uploads = accepted.filter((upload) => upload.phenotype === draft.phenotype);
  const chosen = uploads.filter((upload) => draft.datasets.includes(upload.id));
  const ids = chosen.map((upload) => upload.id);
  const known = useKnown(draft.options, ids);
  const { options } = known;
  const doubts = doubtsOf(chosen, options, known.cautions);
  const described = phenotypes.find((item) => item.name === draft.phenotype)?.description ?? draft.phenotype;
  const suggestion = suggestedName(described, chosen, new Date().toISOString().slice(0, 7), (code) =>
    labelOf(config?.ancestries, code),
  );
  // A link to a later step shows the first one that is not decided yet.
  const shown = uploads.length === 0 ? 1 : Math.min(Math.max(step, 1), last);

  useEffect(() => {
    keep(draft === emptyDraft ? undefined : draft);
  }, [keep, draft]);

  const choice = {
    name: draft.name.trim() || suggestion,
    phenotype: draft.phenotype,
    datasets: ids,
    options: sentOptions(options, ids),
  };
  const waiting = prepared?.status === "waiting" ? prepared : undefined;
  const leaveTo = (kept: PreparedMeta) => {
    discard();
    onPrepared(kept);
  };
  const start = useMutation({
    mutationFn: () =>
      createMeta({ ...choice, ...(waiting && { prepared: { id: waiting.id, version: waiting.version } }) }),
    onSuccess: (meta) => {
      discard();
      for (const filter of [metaLists, ...allPrepared]) void queries.invalidateQueries(filter);
      onStarted(meta);
    },
  });
  const fields = start.error instanceof ApiError ? start.error.fields : [];
  const problemOf = (name: string) =>
    fields.find((entry) => entry.field === name || entry.field.endsWith(`.${name}`))?.message;
  const change = (part: Partial<Draft>) => {
    setRefusal(undefined);
    setDraft((now) => ({ ...now, ...part }));
  };
  const changeOptions = (part: Partial<Draft["options"]>) => {
    setRefusal(undefined);
    setDraft((now) => ({ ...now, options: { ...now.options, ...part } }));
  };

  function choosePhenotype(phenotype: string): void {
    const all = accepted.filter((upload) => upload.phenotype === phenotype).map((upload) => upload.id);
    change({ phenotype, datasets: all });
  }

  function take(script: TakenScript): void {
    setTaken(script);
    change({
      phenotype: script.phenotype,
      datasets: script.datasets,
      options: { ...emptyDraft.options, ...script.options },
    });
  }

  /** What keeps a step from being left forwards, as a sentence. */
  function missingIn(one: number): string | undefined {
    if (one === 1) return uploads.length === 0 ? "Choose a phenotype." : undefined;
    return one === 2 ? remedyOf(doubts) : undefined;
  }

  /** Backwards directly; forwards up to the first incomplete step, which shows what it needs. */
  function goTo(target: number): void {
    const stop = [1, 2].find((one) => one < target && missingIn(one) !== undefined);
    setRefusal(stop === undefined ? undefined : missingIn(stop));
    onStep(stop ?? target);
  }
  const done = new Set([1, 2].filter((one) => one < shown && missingIn(one) === undefined));

  return (
    <>
      <Steps labels={["Phenotype", "Submissions", "Options"]} current={shown} done={done} onStep={goTo} />
      <Card>
        {start.error && <Refused error={start.error} onStep={onStep} />}
        {prepared && <Prepared prepared={prepared} starts={mayRun} />}
        {taken && <ScriptReport taken={taken} />}
        {shown === 1 && mayRun && <ScriptStart accepted={accepted} onTaken={take} />}
        {shown === 1 && (
          <PhenotypeStep
            choices={choices}
            phenotypes={phenotypes}
            value={draft.phenotype}
            onChange={choosePhenotype}
            problem={refusal ?? problemOf("phenotype")}
          />
        )}
        {shown === 2 && (
          <>
            <DatasetsStep
              uploads={uploads}
              config={config}
              chosen={ids}
              onChosen={(datasets) => change({ datasets })}
              doubts={doubts}
              gone={draft.datasets.length - ids.length}
              looking={known.looking}
              unknown={known.unknown}
              options={options}
              onOptions={changeOptions}
              problem={refusal ?? problemOf("datasets")}
            />
            <NotOffered phenotype={draft.phenotype} />
          </>
        )}
        {shown === last && (
          <OptionsStep
            name={draft.name}
            onName={(name) => change({ name })}
            suggestion={suggestion}
            options={draft.options}
            onOptions={changeOptions}
            chosen={chosen.map(({ id, dataset_name }) => ({ id, name: dataset_name }))}
            found={known.found}
            comparing={known.comparing}
            unfit={unfitOf(chosen, doubts)}
            problemOf={problemOf}
          />
        )}
        {shown === last && <SameRun chosen={chosen} options={options} />}
        <div className={classes.wizardFoot}>
          <span className={classes.kept}>
            Your choices are kept in this browser.{!mayRun && " A reviewer starts the run."}
          </span>
          {shown > 1 && (
            <Button variant="default" onClick={() => onStep(shown - 1)}>
              Back
            </Button>
          )}
          {shown < last ? (
            <Button onClick={() => goTo(shown + 1)}>Next</Button>
          ) : !mayRun ? (
            <PrepareButton choice={choice} prepared={waiting} onPrepared={leaveTo} />
          ) : (
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              Run meta-analysis
            </Button>
          )}
        </div>
      </Card>
    </>
  );
}
