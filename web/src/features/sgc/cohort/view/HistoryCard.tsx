import { useState } from "react";
import type { Cohort } from "@/api/sgc";
import { formatCount, formatDateTime } from "@/lib/format";
import { Card } from "@/ui/Card";
import dataClasses from "@/ui/data.module.css";
import { TextButton } from "@/ui/TextButton";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./view.module.css";

const shownAtFirst = 10;

/** Who did what, the newest first. */
export function HistoryCard({ history }: { history: Cohort["history"] }) {
  const [all, setAll] = useState(false);
  const left = history.length - shownAtFirst;
  return (
    <Card flush title="History" aside={formatCount(history.length)}>
      <ScrollRegion label="History" className={dataClasses.scroll}>
        <table className={dataClasses.table}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {(all ? history : history.slice(0, shownAtFirst)).map((entry) => (
              <tr key={`${entry.at} ${entry.action}`}>
                <td>
                  <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
                </td>
                <td>{entry.by}</td>
                <td className={dataClasses.wrap}>
                  {entry.action}
                  {entry.detail && <span className={dataClasses.faint}> {entry.detail}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {left > 0 && !all && (
        <div className={classes.more}>
          <TextButton onClick={() => setAll(true)}>Show {formatCount(left)} more</TextButton>
        </div>
      )}
    </Card>
  );
}
