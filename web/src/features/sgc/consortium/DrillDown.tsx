import { Drawer, Stack, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Sex, type SexTotal, totalCohortsQuery } from "@/api/sgc/sgc";
import { formatCount, plural } from "@/lib/format/format";
import { AnchorLink } from "@/ui/action/links";
import data from "@/ui/data.module.css";
import { Answered } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { Tag } from "@/ui/Tag";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { type Count, countText, isHidden } from "../count";
import { EffectiveHead } from "../EffectiveHeading";
import { sexWords } from "../words";
import { SexChoice } from "./SexChoice";
import { type Behind, behindOf, type OnTotalsSearch } from "./totals";
import classes from "./totals.module.css";

interface Props {
  code: string;
  /** The total itself; absent while it is read. */
  total: Record<Sex, SexTotal> | undefined;
  sex: Sex;
  validated: boolean;
  onSearch: OnTotalsSearch;
}

/** The cohorts behind a total, at the side of the table. */
export function DrillDown({ code, total, sex, validated, onSearch }: Props) {
  const cohorts = useQuery(totalCohortsQuery(code, validated));
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      title={`${code}: cohorts behind the totals`}
      onClose={() => onSearch({ behind: undefined, sex: undefined })}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap={14}>
        <SexChoice sex={sex} onSex={(next) => onSearch({ sex: next })} />
        <Answered what="the cohorts" answer={cohorts}>
          {({ items }) => <Cohorts cohorts={behindOf(items, sex)} of={total?.[sex]} sex={sex} validated={validated} />}
        </Answered>
      </Stack>
    </Drawer>
  );
}

const shown = ["cases", "controls", "effective_n"] as const;

/** By the lower bound, where a number is hidden. */
const numbers = {
  cases: ({ counts }: Behind) => counts?.cases.low,
  controls: ({ counts }: Behind) => counts?.controls.low,
  effective_n: ({ counts }: Behind) => counts?.effective_n.low,
};

interface CohortsProps {
  cohorts: Behind[];
  of: SexTotal | undefined;
  sex: Sex;
  validated: boolean;
}

function Cohorts({ cohorts, of, sex, validated }: CohortsProps) {
  const sort = useRowSort(cohorts, numbers);
  const which = validated ? "validated cohort" : "cohort";
  if (cohorts.length === 0) {
    return (
      <EmptyState title={`No ${which} counts it`}>
        No cohort has submitted this phenotype for {sexWords[sex]}.
      </EmptyState>
    );
  }
  const whole = cohorts.filter(({ counts }) => counts).length;
  const caption = `${plural(cohorts.length, which)}, ${sexWords[sex]}`;
  return (
    <ScrollRegion label={caption} className={data.scroll}>
      <table className={data.table}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Cohort</th>
            <NumberHead sort={sort} by="cases">
              Cases
            </NumberHead>
            <NumberHead sort={sort} by="controls">
              Controls
            </NumberHead>
            <EffectiveHead sort={sort} by="effective_n" />
          </tr>
        </thead>
        <tbody>
          {sort.rows.map((cohort) => (
            <tr key={cohort.id}>
              <th scope="row" className={data.wrap}>
                <AnchorLink to="/sgc/view/$id" params={{ id: cohort.id }}>
                  {cohort.name}
                </AnchorLink>{" "}
                <Tag tone={cohort.validated ? "pass" : "neutral"}>
                  {cohort.validated ? "Validated" : "Not validated"}
                </Tag>
                <span className={classes.owner}>{cohort.owner}</span>
              </th>
              <Numbers cohort={cohort} />
            </tr>
          ))}
          {of && (
            <tr>
              <th scope="row">
                <strong>{whole === cohorts.length ? caption : `${plural(whole, which)} with both sexes`}</strong>
              </th>
              {shown.map((number) => (
                <SumCell key={number} cohorts={cohorts} sum={of[number]} number={number} />
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Numbers({ cohort: { counts, only } }: { cohort: Behind }) {
  if (!counts) {
    return (
      <td className={data.number} colSpan={shown.length}>
        {only === "male" ? "Females" : "Males"} are missing
      </td>
    );
  }
  return shown.map((number) => (
    <td key={number} className={data.number}>
      {countText(counts[number])}
    </td>
  ));
}

interface SumCellProps {
  cohorts: readonly Behind[];
  sum: Count;
  number: (typeof shown)[number];
}

/** The total itself, and in how many of its cohorts the number is hidden. */
function SumCell({ cohorts, sum, number }: SumCellProps) {
  const hidden = cohorts.filter(({ counts }) => counts && isHidden(counts[number])).length;
  return (
    <td className={data.number}>
      <strong>{countText(sum)}</strong>
      {hidden > 0 && <span className={classes.share}>{formatCount(hidden)} hidden</span>}
    </td>
  );
}
