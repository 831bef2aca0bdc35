import type { FreezeTexts } from "@/api/hermes/freezes";
import { formatCount } from "@/lib/format/format";
import shared from "@/ui/data.module.css";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";

export type Cohorts = FreezeTexts["cohorts"];

interface Props {
  cohorts: Cohorts;
  ancestryName: (code: string) => string;
}

const numbers = {
  files: ({ files }: Cohorts[number]) => files,
  participants: ({ participants }: Cohorts[number]) => participants,
};

/** The cohorts of a release, with what each contributes. */
export function CohortTable({ cohorts, ancestryName }: Props) {
  const sort = useRowSort(cohorts, numbers);
  return (
    <ScrollRegion label="Cohorts, table" className={`${shared.scroll} ${shared.tall}`}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Cohort</th>
            <th scope="col">Ancestries</th>
            <th scope="col">Phenotypes</th>
            <NumberHead sort={sort} by="files">
              Files
            </NumberHead>
            <NumberHead sort={sort} by="participants">
              Participants
            </NumberHead>
          </tr>
        </thead>
        <tbody>
          {sort.rows.map(({ cohort, ancestries, phenotypes, files, participants }) => (
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
