import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { HermesUpload } from "@/api/hermes";
import { neighboursQuery } from "@/api/hermes-peers";
import { formatDecimal, plural } from "@/lib/format";
import { Answered } from "@/ui/Answered";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { type Limits, limitsOf, remarksOn, withError } from "./agreementWords";
import classes from "./qc.module.css";
import type { QcReport } from "./report";

const title = "With the accepted files";

/** How far this file agrees with the accepted ones of its phenotype and ancestry: frequencies, genetics, people in both. */
export function Agreement({ upload, report }: { upload: HermesUpload; report: QcReport }) {
  const answer = useQuery(neighboursQuery(upload.id));
  return (
    <Card title={title} flush>
      <Answered answer={answer} what="the comparison with the accepted files" flush>
        {({ items, left }) =>
          items.length === 0 ? (
            <p className={shared.emptyNote}>No other file of this phenotype and ancestry is accepted.</p>
          ) : (
            <>
              <AgreementTable items={items} limits={limitsOf(report)} />
              <p className={classes.tableNote} role="status">
                {left > 0
                  ? `${plural(left, "file")} still to compare…`
                  : "r: correlation of allele frequencies. r g: genetic correlation. Intercept: what people in both add; 0 without."}
              </p>
            </>
          )
        }
      </Answered>
    </Card>
  );
}

type Items = Parameters<typeof remarksOn>[0][];

function AgreementTable({ items, limits }: { items: Items; limits: Limits }) {
  return (
    <ScrollRegion label={`${title}, table`} className={shared.tall}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Data set</th>
            <th scope="col" className={shared.number}>
              r
            </th>
            <th scope="col" className={shared.number}>
              r<sub>g</sub> (SE)
            </th>
            <th scope="col" className={shared.number}>
              Intercept (SE)
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const { id, dataset_name, together } = item;
            return (
              <tr key={id}>
                <td>
                  <Link to="/hermes/qc/$id" params={{ id }}>
                    {dataset_name}
                  </Link>
                  {remarksOn(item, limits).map((words) => (
                    <div key={words} className={classes.remark}>
                      {words}
                    </div>
                  ))}
                </td>
                <td className={shared.number}>{formatDecimal(together?.frequency_r)}</td>
                <td className={shared.number}>
                  {withError(together?.genetic_correlation, together?.genetic_correlation_se)}
                </td>
                <td className={shared.number}>{withError(together?.intercept, together?.intercept_se)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
