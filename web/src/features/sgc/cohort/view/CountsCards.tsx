import { Button, Group, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { type Cohort, type CohortCounts, countsQuery, type Sex } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { saveText, toCsv } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import dataClasses from "@/ui/data.module.css";
import { Answered, inCard } from "@/ui/state/Answered";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { HeatMap } from "../../consortium/HeatMap";
import { countText } from "../../count";
import { EffectiveHead } from "../../EffectiveHeading";
import { People } from "../../People";
import { oneSexPairs, sexes, sexWords } from "../../words";
import { anyHidden, countsTable, type PhenotypeRow, phenotypeRows, sexHeads } from "./counts";
import classes from "./view.module.css";

/** What the cohort counted: cases and controls by phenotype, and how often two phenotypes occur together. */
export function CountsCards({ cohort }: { cohort: Cohort }) {
  const counts = useQuery(countsQuery(cohort.id));
  return (
    <Answered what="the counts" answer={counts} frame={inCard("Cases and controls")}>
      {(data) => (
        <>
          <CountsTable cohort={cohort} counts={data} />
          <Pairs counts={data} />
        </>
      )}
    </Answered>
  );
}

type NumberName = "cases" | "controls" | "effective_n";

/** Each number of each sex, by what is certain of it. */
const numbers = Object.fromEntries(
  sexes.flatMap((sex) =>
    (["cases", "controls", "effective_n"] as const).map((name) => [
      `${sex} ${name}`,
      ({ by }: PhenotypeRow) => by[sex]?.[name].low,
    ]),
  ),
) as Record<`${Sex} ${NumberName}`, (row: PhenotypeRow) => number | undefined>;

function CountsTable({ cohort, counts }: { cohort: Cohort; counts: CohortCounts }) {
  const rows = phenotypeRows(counts);
  const sort = useRowSort(rows, numbers);
  if (rows.length === 0) {
    return (
      <Card flush title="Cases and controls">
        <p className={dataClasses.emptyNote}>They appear here when a table of cases and controls is accepted.</p>
      </Card>
    );
  }

  function save() {
    const { header, lines } = countsTable(rows);
    saveText(`${cohort.name} counts.csv`, toCsv(header, lines));
  }

  return (
    <Card
      flush
      title="Cases and controls"
      aside={
        <Group gap={8}>
          {plural(rows.length, "phenotype")}
          <Button size="xs" variant="default" onClick={save}>
            Export CSV
          </Button>
        </Group>
      }
    >
      <ScrollRegion label="Cases and controls" className={dataClasses.tall}>
        <table className={`${dataClasses.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Phenotype
              </th>
              <th scope="col" rowSpan={2} className={classes.description}>
                Description
              </th>
              {sexes.map((sex) => (
                <th key={sex} scope="colgroup" colSpan={3} className={classes.sex}>
                  {sexHeads[sex]}
                </th>
              ))}
            </tr>
            <tr className={classes.second}>
              {sexes.map((sex) => (
                <Fragment key={sex}>
                  <NumberHead sort={sort} by={`${sex} cases`} className={classes.first}>
                    Cases
                  </NumberHead>
                  <NumberHead sort={sort} by={`${sex} controls`}>
                    Controls
                  </NumberHead>
                  <EffectiveHead sort={sort} by={`${sex} effective_n`} />
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((row) => (
              <CountLine key={row.code} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={dataClasses.emptyNote}>
        “Both” is derived: males and females added up, where both are counted.
        {anyHidden(counts) &&
          " A number such as <5 is hidden to protect privacy. Numbers that would reveal it are shown as a range."}
      </p>
    </Card>
  );
}

function CountLine({ row }: { row: PhenotypeRow }) {
  return (
    <tr>
      <th scope="row" className={dataClasses.mono}>
        {row.code}
      </th>
      <td className={`${dataClasses.wrap} ${classes.description}`}>{row.description}</td>
      {sexes.map((sex) => {
        const numbers = row.by[sex];
        if (!numbers) {
          return (
            <td key={sex} colSpan={3} className={`${classes.absent} ${classes.first}`}>
              {sex === "both" ? `${row.by.male ? "females" : "males"} are missing` : "–"}
            </td>
          );
        }
        return (
          <Fragment key={sex}>
            <td className={`${dataClasses.number} ${classes.first}`}>
              <People count={numbers.cases} />
            </td>
            <td className={dataClasses.number}>
              <People count={numbers.controls} />
            </td>
            <td className={dataClasses.number}>{countText(numbers.effective_n)}</td>
          </Fragment>
        );
      })}
    </tr>
  );
}

function Pairs({ counts }: { counts: CohortCounts }) {
  const all: Record<Sex, CohortCounts["male_pairs"]> = {
    male: counts.male_pairs,
    female: counts.female_pairs,
    both: counts.both_pairs,
  };
  const [sex, setSex] = useState<Sex>("both");
  const whole = all.both.length;
  const oneSex = sex === "both" ? oneSexPairs(all.male.length - whole, all.female.length - whole) : undefined;
  if (sexes.every((one) => all[one].length === 0)) {
    return (
      <Card flush title="Co-occurrence">
        <p className={dataClasses.emptyNote}>It appears here when a table of co-occurrence is accepted.</p>
      </Card>
    );
  }
  return (
    <div className={classes.pairs}>
      <SegmentedControl
        mb={8}
        aria-label="Whose co-occurrence"
        size="xs"
        value={sex}
        onChange={(next) => setSex(next as Sex)}
        data={sexes.map((value) => ({ value, label: sexHeads[value] }))}
      />
      {all[sex].length > 0 ? (
        <>
          <HeatMap key={sex} pairs={all[sex]} label={sexWords[sex]} aside={sex === "both" ? "derived" : undefined} />
          {oneSex && <p className={dataClasses.emptyNote}>{oneSex}</p>}
        </>
      ) : (
        <Card flush title="Co-occurrence">
          <p className={dataClasses.emptyNote}>{oneSex ?? `There is no table of ${sexWords[sex]} yet.`}</p>
        </Card>
      )}
    </div>
  );
}
