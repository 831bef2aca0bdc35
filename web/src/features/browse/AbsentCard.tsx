import { Link } from "@tanstack/react-router";
import type { BrowseAbsent, BrowseAsked } from "@/api/browse/variant";
import { formatCount } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import classes from "./absent.module.css";
import { CaveatTag } from "./LeftOut";

interface Props {
  title: string;
  absent: readonly BrowseAbsent[];
  others: BrowseAsked["other_builds"];
}

/** Results that say nothing of what was asked, each with the reason. */
export function AbsentCard({ title, absent, others }: Props) {
  if (absent.length === 0 && others.length === 0) return null;
  return (
    <div id="absent">
      <Card title={title} aside={absent.length > 0 ? formatCount(absent.length) : undefined}>
        {others.map(({ genome_build, sentence }) => (
          <p key={genome_build} className={classes.build}>
            {sentence}
          </p>
        ))}
        <ul className={classes.list}>
          {absent.map(({ result, why }) => (
            <li key={result.ref}>
              <Link to={result.address}>{result.title}</Link>
              <span>
                {why} <CaveatTag result={result} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
