import type { DatasetCodes } from "@/api/datasets/datasets";
import { parseCount } from "@/lib/format/count";
import { formatCount } from "@/lib/format/format";
import classes from "./form.module.css";
import { LinesField } from "./LinesField";
import type { DatasetFormState } from "./useDatasetForm";
import type { AncestryLine } from "./values";

interface AncestryCountsProps {
  form: DatasetFormState;
  codes: DatasetCodes;
}

/** How many people of which ancestry: one line each. */
export function AncestryCounts({ form, codes }: AncestryCountsProps) {
  const lines = form.values.ancestry_counts;
  return (
    <LinesField
      form={form}
      part="ancestry_counts"
      legend="People per ancestry"
      about={lines.length === 0 && "Optional. Journals and catalogues ask for it."}
      className={classes.ancestry}
      fields={[
        { key: "ancestry", label: "Ancestry", choices: codes.ancestry },
        { key: "n", label: "People", inputMode: "numeric", look: classes.number, checked: true },
        { key: "detail", label: "Detail", placeholder: "e.g. Finnish", longest: 300 },
      ]}
      add="Add an ancestry"
      empty={{ ancestry: "", n: "", detail: "" }}
    >
      <Sum lines={lines} all={parseCount(form.values.texts.global_sample_size)} />
    </LinesField>
  );
}

/** As typed: how many the lines are together. */
function Sum({ lines, all }: { lines: readonly AncestryLine[]; all: number | undefined }) {
  if (lines.length === 0) return null;
  const sum = lines.reduce((before, { n }) => before + (parseCount(n) ?? 0), 0);
  return (
    <span className={classes.about}>
      {formatCount(sum)} {all === undefined ? "people" : `of ${formatCount(all)} people`}
    </span>
  );
}
