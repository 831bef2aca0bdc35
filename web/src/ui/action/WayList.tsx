import { Code } from "@mantine/core";
import type { ReactNode } from "react";
import { type Grants, useGrants } from "@/lib/permission";
import type { PlainPath } from "@/lib/route/areas";
import { AnchorLink } from "./links";
import classes from "./WayList.module.css";

/** Something that one can do today instead. */
export interface Way {
  /** What it is good for, in a sentence. */
  text: ReactNode;
  /** A page that this person may open … */
  to?: PlainPath;
  /** … or an address that the server answers, */
  href?: string;
  /** and the words of the link; */
  label?: string;
  /** or a command of the program. */
  command?: string;
  /** Who may follow it; absent: all users. */
  when?: (grants: Grants) => boolean;
}

function useOpenWays(ways: readonly Way[]): readonly Way[] {
  const grants = useGrants();
  return ways.filter((way) => way.when?.(grants) ?? true);
}

/** Next steps: a sentence with a link or a command each. */
export function WayList({ ways }: { ways: readonly Way[] }) {
  const open = useOpenWays(ways);
  return (
    <ul className={classes.ways}>
      {open.map((way) => (
        <li key={way.command ?? way.label}>
          <div>{way.text}</div>
          {way.to && <AnchorLink to={way.to}>{way.label}</AnchorLink>}
          {way.href && <a href={way.href}>{way.label}</a>}
          {way.command && (
            <Code block className={classes.command}>
              {way.command}
            </Code>
          )}
        </li>
      ))}
    </ul>
  );
}
