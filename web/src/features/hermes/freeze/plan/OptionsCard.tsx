import { Checkbox, NumberInput, Select, Stack } from "@mantine/core";
import { memo } from "react";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { Explained } from "../../meta/new/Explained";
import { palindromicWords, schemeWords } from "../../meta/words";
import classes from "../freeze.module.css";
import { emptyDraft, type FreezeDraft } from "./draft";

type Document = FreezeDraft["document"];
type Scheme = Document["schemes"][number];

interface Props {
  document: Document;
  onDocument: (part: Partial<Document>) => void;
}

const mains = ["ivw", "random", "samplesize"] as const;

/** The schemes with one more or less; the main one stays first. */
export function withScheme(schemes: readonly Scheme[], scheme: Scheme, wanted: boolean): Scheme[] {
  const others = schemes.filter((one) => one !== scheme);
  return wanted ? [...others, scheme] : others;
}

/** The schemes with another main one; the earlier main one is no longer made. */
export const withMain = (schemes: readonly Scheme[], main: Scheme): Scheme[] => [
  main,
  ...schemes.slice(1).filter((one) => one !== main),
];

/** What is made of each cell, and how. */
export const OptionsCard = memo(function OptionsCard({ document, onDocument }: Props) {
  const { schemes, options } = document;
  const change = (part: Partial<Document["options"]>) => onDocument({ options: { ...options, ...part } });
  const { options: usual, schemes: usualSchemes, sex_difference } = emptyDraft.document;
  return (
    <Card
      title="Options"
      aside={
        <TextButton onClick={() => onDocument({ options: usual, schemes: usualSchemes, sex_difference })}>
          Defaults
        </TextButton>
      }
    >
      <Stack gap="sm">
        <Explained help="scheme" about="Main result">
          <Select
            label="Main result"
            data={mains.map((value) => ({ value, label: schemeWords[value] }))}
            value={schemes[0] ?? "ivw"}
            allowDeselect={false}
            onChange={(main) => onDocument({ schemes: withMain(schemes, main as Scheme) })}
          />
        </Explained>
        {mains
          .filter((scheme) => scheme !== schemes[0])
          .map((scheme) => (
            <Checkbox
              key={scheme}
              label={`Also: ${schemeWords[scheme].toLowerCase().replace("z scores", "Z scores")}`}
              checked={schemes.includes(scheme)}
              onChange={(event) => onDocument({ schemes: withScheme(schemes, scheme, event.currentTarget.checked) })}
            />
          ))}
        <Checkbox
          label="All ancestries, meta-regression"
          description="Needs at least 4 studies of a phenotype"
          checked={schemes.includes("metaregression")}
          onChange={(event) =>
            onDocument({ schemes: withScheme(schemes, "metaregression", event.currentTarget.checked) })
          }
        />
        <Checkbox
          label="Leave-one-out, genome-wide"
          checked={options.leave_one_out ?? false}
          onChange={(event) => change({ leave_one_out: event.currentTarget.checked })}
        />
        <Checkbox
          label="Sex difference test"
          description="Compares females and males where both are made"
          checked={document.sex_difference}
          onChange={(event) => onDocument({ sex_difference: event.currentTarget.checked })}
        />
        <Checkbox
          label="Genomic control of each study"
          checked={options.genomic_control}
          onChange={(event) => change({ genomic_control: event.currentTarget.checked })}
        />
        <Checkbox
          label="Genomic control of the result"
          checked={options.output_genomic_control ?? false}
          onChange={(event) => change({ output_genomic_control: event.currentTarget.checked })}
        />
        <div className={classes.pair}>
          <NumberInput
            hideControls
            label="MAF, at least"
            min={0}
            max={0.5}
            step={0.005}
            value={options.maf}
            onChange={(value) => value !== "" && change({ maf: Number(value) })}
          />
          <NumberInput
            hideControls
            label="INFO, at least"
            min={0}
            max={1}
            step={0.05}
            value={options.info}
            onChange={(value) => value !== "" && change({ info: Number(value) })}
          />
        </div>
        <NumberInput
          hideControls
          label="Studies per variant, at least"
          min={1}
          max={1000}
          allowDecimal={false}
          value={options.min_studies}
          onChange={(value) => value !== "" && change({ min_studies: Number(value) })}
        />
        <Select
          label="Palindromic variants"
          data={Object.entries(palindromicWords).map(([value, label]) => ({ value, label }))}
          value={options.palindromic}
          allowDeselect={false}
          onChange={(value) => change({ palindromic: value as Document["options"]["palindromic"] })}
        />
      </Stack>
    </Card>
  );
});
