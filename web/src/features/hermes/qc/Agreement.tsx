import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { HermesUpload } from "@/api/hermes/hermes";
import { neighboursQuery } from "@/api/hermes/peers";
import { plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Answered } from "@/ui/state/Answered";
import { gapsIn, limitsOf, measuresOf, type Neighbour, remarksOn } from "./agreementWords";
import classes from "./qc.module.css";
import type { QcReport } from "./report";

/** How far this file agrees with the accepted ones of its phenotype and ancestry: frequencies, genetics, people in both. */
export function Agreement({ upload, report }: { upload: HermesUpload; report: QcReport }) {
  const answer = useQuery(neighboursQuery(upload.id));
  const limits = limitsOf(report);
  return (
    <Card title="With the accepted files" flush>
      <Answered answer={answer} what="the comparison with the accepted files" flush>
        {({ items, left }) =>
          items.length === 0 ? (
            <p className={shared.emptyNote}>No other file of this phenotype and ancestry is accepted.</p>
          ) : (
            <>
              <ul className={classes.neighbours}>
                {items.map((item) => (
                  <OneOfThem key={item.id} item={item} remarks={remarksOn(item, limits)} />
                ))}
              </ul>
              {(left > 0 || items.some(hasIntercept)) && (
                <p className={classes.tableNote} role="status">
                  {left > 0 ? `${plural(left, "file")} still to compare…` : explanation}
                </p>
              )}
            </>
          )
        }
      </Answered>
    </Card>
  );
}

const hasIntercept = ({ together }: Neighbour) => together?.intercept != null;

const explanation = "Intercept from sample overlap: 0 = none, 1 = complete.";

function OneOfThem({ item, remarks }: { item: Neighbour; remarks: readonly string[] }) {
  return (
    <li>
      <Link to="/hermes/qc/$id" params={{ id: item.id }}>
        {item.dataset_name}
      </Link>
      {measuresOf(item).map((words) => (
        <div key={words} className={classes.measures}>
          {words}
        </div>
      ))}
      {remarks.map((words) => (
        <div key={words} className={classes.remark}>
          {words}
        </div>
      ))}
      {gapsIn(item).map((words) => (
        <div key={words} className={classes.measures}>
          {words}
        </div>
      ))}
    </li>
  );
}
