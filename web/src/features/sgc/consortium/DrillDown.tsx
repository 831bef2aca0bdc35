import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Sex, totalCohortsQuery } from "@/api/sgc";
import { formatCount, plural } from "@/lib/format";
import { Answered } from "@/ui/Answered";
import data from "@/ui/data.module.css";
import { AnchorLink } from "@/ui/links";
import { EmptyState } from "@/ui/states";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { addCounts, countText, isHidden } from "../count";
import { SexChoice } from "./SexChoice";
import { type Behind, behindOf, type OnTotalsSearch, sexWords } from "./totals";
import classes from "./totals.module.css";

interface Props {
  code: string;
  sex: Sex;
  validated: boolean;
  onSearch: OnTotalsSearch;
}

/** The cohorts behind a total, at the side of the table. */
export function DrillDown({ code, sex, validated, onSearch }: Props) {
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
      <div className={classes.stack}>
        <SexChoice sex={sex} onSex={(next) => onSearch({ sex: next })} />
        <Answered what="the cohorts" answer={cohorts}>
          {({ items }) => <Cohorts cohorts={behindOf(items, sex)} sex={sex} validated={validated} />}
        </Answered>
      </div>
    </Drawer>
  );
}

function Cohorts({ cohorts, sex, validated }: { cohorts: Behind[]; sex: Sex; validated: boolean }) {
  const which = validated ? "validated cohort" : "cohort";
  if (cohorts.length === 0) {
    return (
      <EmptyState title={`No ${which} counts it`}>Nobody has handed in this phenotype for {sexWords[sex]}.</EmptyState>
    );
  }
  const caption = `${plural(cohorts.length, which)}, ${sexWords[sex]}`;
  return (
    <ScrollRegion label={caption} className={data.scroll}>
      <table className={data.table}>
        <caption className={classes.hidden}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Cohort</th>
            <th scope="col" className={data.number}>
              Cases
            </th>
            <th scope="col" className={data.number}>
              Controls
            </th>
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
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
              <td className={data.number}>{countText(cohort.cases)}</td>
              <td className={data.number}>{countText(cohort.controls)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <strong>{caption}</strong>
            </th>
            <SumCell cohorts={cohorts} number="cases" />
            <SumCell cohorts={cohorts} number="controls" />
          </tr>
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function SumCell({ cohorts, number }: { cohorts: Behind[]; number: "cases" | "controls" }) {
  const sum = cohorts.reduce((all, cohort) => addCounts(all, cohort[number]), { low: 0, high: 0 });
  const hidden = cohorts.filter((cohort) => isHidden(cohort[number])).length;
  return (
    <td className={data.number}>
      <strong>{countText(sum)}</strong>
      {hidden > 0 && <span className={classes.share}>{formatCount(hidden)} hidden</span>}
    </td>
  );
}
