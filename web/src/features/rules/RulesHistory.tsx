import type { Rules } from "@/api/rules";
import { formatDateTime } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { Card } from "@/ui/Card";
import classes from "./rules.module.css";

type Version = Rules["history"][number];

/** What a version changed, with the values before and after. */
export function changesOf(version: Version, before: Version | undefined): string {
  const out: string[] = [];
  if (version.target_build !== before?.target_build)
    out.push(`Target build: ${before ? `${buildName(before.target_build)} → ` : ""}${buildName(version.target_build)}`);
  if (version.min_cell !== before?.min_cell)
    out.push(`Smallest count shown: ${before ? `${before.min_cell} → ` : ""}${version.min_cell}`);
  return out.join(" · ");
}

/** Who changed the rules, when, from and to; newest first. */
export function RulesHistory({ history }: { history: Rules["history"] }) {
  if (history.length === 0) return null;
  return (
    <Card title="History" flush>
      <ol className={classes.history}>
        {history.map((version, at) => (
          <li key={version.version}>
            <div>{changesOf(version, history[at + 1])}</div>
            <div className={classes.by}>
              {version.set_by === "system" ? "First start" : version.set_by}
              {version.set_at && (
                <>
                  {" · "}
                  <time dateTime={version.set_at}>{formatDateTime(version.set_at)}</time>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
