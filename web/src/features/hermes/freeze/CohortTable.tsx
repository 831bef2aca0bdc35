import type { FreezeTexts } from "@/api/hermes/freezes";
import { formatCount } from "@/lib/format/format";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";

export type Cohorts = FreezeTexts["cohorts"];

interface Props {
  cohorts: Cohorts;
  ancestryName: (code: string) => string;
}

/** The cohorts of a release, with what each contributes. */
export function CohortTable({ cohorts, ancestryName }: Props) {
  return (
    <ScrollRegion label="Cohorts, table" className={`${shared.scroll} ${shared.tall}`}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Cohort</th>
            <th scope="col">Ancestries</th>
            <th scope="col">Phenotypes</th>
            <th scope="col" className={shared.number}>
              Files
            </th>
            <th scope="col" className={shared.number}>
              Participants
            </th>
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ cohort, ancestries, phenotypes, files, participants }) => (
            <tr key={cohort}>
              <th scope="row" className={shared.name}>
                {cohort}
              </th>
              <td>{ancestries.map(ancestryName).join(", ")}</td>
              <td className={shared.wrap}>{phenotypes.join(", ")}</td>
              <td className={shared.number}>{formatCount(files)}</td>
              <td className={shared.number}>{formatCount(participants)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The same for spreadsheets: tab-separated, with a header line. */
export function cohortText(cohorts: Cohorts): string {
  const lines = cohorts.map(({ cohort, ancestries, phenotypes, files, participants }) =>
    [cohort, ancestries.join(" "), phenotypes.join(" "), files, participants].join("\t"),
  );
  return `${["cohort\tancestries\tphenotypes\tfiles\tparticipants", ...lines].join("\n")}\n`;
}
