import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Tag } from "@/ui/Tag";
import classes from "./page.module.css";
import { type CheckReport, toldBy } from "./report";

/** What the check has to say about a file, worst first. */
export function FindingsCard({ report }: { report: CheckReport }) {
  const told = toldBy(report);
  return (
    <Card title="What the check found" flush>
      {told.length === 0 ? (
        <p className={shared.emptyNote}>Every step passed.</p>
      ) : (
        <ul className={classes.lines}>
          {told.map(({ tone, word, messages }) => (
            <li key={`${word} ${messages.join(" ")}`} className={classes.told}>
              <Tag tone={tone}>{word}</Tag>
              <div>
                {messages.map((message) => (
                  <p key={message}>{message}</p>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
