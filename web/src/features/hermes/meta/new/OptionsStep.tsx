import { NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import type { FoundOverlap, MetaOptions } from "@/api/hermes/meta";
import classes from "../meta.module.css";
import { palindromicWords, schemeWords } from "../words";
import { type Choice, Choices } from "./Choices";
import type { Draft } from "./draft";
import { Explained } from "./Explained";
import { OverlapPairs, type Study } from "./OverlapPairs";
import { RandomModel } from "./RandomModel";
import { XCodings } from "./XCodings";

interface Props {
  name: string;
  onName: (name: string) => void;
  /** The placeholder of the empty field, used if it stays empty. */
  suggestion: string;
  options: Draft["options"];
  onOptions: (change: Partial<Draft["options"]>) => void;
  /** The submissions to combine. */
  chosen: readonly Study[];
  /** The pairs that the files say share people, and how many are still being compared. */
  found: readonly FoundOverlap[];
  comparing: number;
  /** Why a scheme cannot be chosen. */
  unfit: Partial<Record<MetaOptions["scheme"], string>>;
  /** The refusal of a field by its name. */
  problemOf: (field: string) => string | undefined;
}

const schemes: Choice<MetaOptions["scheme"]>[] = [
  {
    value: "ivw",
    label: `${schemeWords.ivw} (default)`,
    hint: "Weights studies by the precision of their effects. Requires effects on one scale.",
  },
  {
    value: "random",
    label: schemeWords.random,
    hint: "Allows true effects to differ between studies. Wider intervals.",
  },
  {
    value: "samplesize",
    label: schemeWords.samplesize,
    hint: "When effects are on different scales: combines P and direction, weighted by N.",
  },
  {
    value: "metaregression",
    label: schemeWords.metaregression,
    hint: "Models effects along axes of ancestry, derived from allele frequencies. Tests for differences by ancestry.",
  },
];

const palindromes: Choice<MetaOptions["palindromic"]>[] = [
  {
    value: "frequency",
    label: `${palindromicWords.frequency} (default)`,
    hint: "Excludes and counts A/T and C/G variants with a frequency of 0.4–0.6, or none.",
  },
  {
    value: "keep",
    label: palindromicWords.keep,
    hint: "Combines A/T and C/G variants as stated. Correct only if all studies report the same strand.",
  },
  {
    value: "drop",
    label: palindromicWords.drop,
    hint: "The most conservative choice. Excludes about 15 % of variants.",
  },
];

/** How to combine; every option has its default marked and is explained. */
export function OptionsStep({
  name,
  onName,
  suggestion,
  options,
  onOptions,
  chosen,
  found,
  comparing,
  unfit,
  problemOf,
}: Props) {
  return (
    <Stack gap="lg" maw={720}>
      <TextInput
        id="ma-name"
        label="Name"
        description="Shown in the list and on the figures"
        placeholder={suggestion}
        value={name}
        maxLength={200}
        onChange={(event) => onName(event.currentTarget.value)}
        error={problemOf("name")}
      />
      <Choices
        label="Scheme"
        help="scheme"
        choices={schemes.map((one) => blocked(one, unfit[one.value]))}
        value={options.scheme}
        onChange={(scheme) => onOptions({ scheme })}
        problem={problemOf("scheme")}
      />
      {options.scheme === "metaregression" && (
        <NumberInput
          id="ma-axes"
          label="Axes of genetic variation (default: 2, or 1 of four submissions)"
          description="At most the number of submissions minus three. Variants in too few submissions are excluded"
          value={options.axes || Math.min(2, Math.max(1, chosen.length - 3))}
          min={1}
          max={Math.max(1, Math.min(4, chosen.length - 3))}
          allowDecimal={false}
          onChange={(value) => onOptions({ axes: Number(value) })}
          error={problemOf("axes")}
        />
      )}
      {options.scheme === "random" && <RandomModel options={options} onOptions={onOptions} problemOf={problemOf} />}
      {options.scheme === "samplesize" && (
        <Explained help="overlap" about="Sample overlap">
          <OverlapPairs
            studies={chosen}
            options={options}
            onOptions={onOptions}
            found={found}
            comparing={comparing}
            problem={problemOf("overlaps")}
          />
        </Explained>
      )}
      <Explained help="gc" about="Genomic control of each study">
        <Switch
          label="Genomic control of each study (default: on)"
          description="Corrects studies with λ above 1. Never makes a result more significant."
          checked={options.genomic_control}
          onChange={(event) => onOptions({ genomic_control: event.currentTarget.checked })}
          error={problemOf("genomic_control")}
        />
      </Explained>
      <Explained help="gc" about="Genomic control of the result">
        <Switch
          label="Genomic control of the result (default: off)"
          description="Also corrects the combined result."
          checked={options.output_genomic_control ?? false}
          onChange={(event) => onOptions({ output_genomic_control: event.currentTarget.checked })}
        />
      </Explained>
      <div className={classes.numbers}>
        <Explained help="min_studies" about="Minimum studies">
          <NumberInput
            id="ma-min_studies"
            label="Minimum studies (default: 2)"
            description="Variants in fewer studies are excluded and counted"
            value={options.min_studies}
            min={1}
            max={1000}
            allowDecimal={false}
            onChange={(value) => onOptions({ min_studies: Number(value) })}
            error={problemOf("min_studies")}
          />
        </Explained>
        <Explained help="limits" about="Minimum MAF">
          <NumberInput
            id="ma-maf"
            label="Minimum MAF (default: 0.01)"
            description="Per row of a study. 0 disables the filter"
            value={options.maf}
            min={0}
            max={0.5}
            step={0.005}
            onChange={(value) => onOptions({ maf: Number(value) })}
            error={problemOf("maf")}
          />
        </Explained>
        <Explained help="limits" about="Minimum INFO">
          <NumberInput
            id="ma-info"
            label="Minimum INFO (default: 0.6)"
            description="Where the file states it. 0 disables the filter"
            value={options.info}
            min={0}
            max={1}
            step={0.05}
            onChange={(value) => onOptions({ info: Number(value) })}
            error={problemOf("info")}
          />
        </Explained>
      </div>
      <Choices
        label="Palindromic variants"
        help="palindromic"
        choices={palindromes}
        value={options.palindromic}
        onChange={(palindromic) => onOptions({ palindromic })}
        problem={problemOf("palindromic")}
      />
      <Explained help="x_coding" about="Males on chromosome X">
        <XCodings
          studies={chosen}
          codings={options.x_coding}
          onCodings={(x_coding) => onOptions({ x_coding })}
          problem={problemOf("x_coding")}
        />
      </Explained>
    </Stack>
  );
}

const blocked = <T,>(choice: Choice<T>, why: string | undefined): Choice<T> =>
  why === undefined ? choice : { ...choice, hint: `${choice.hint} ${why}`, disabled: true };
