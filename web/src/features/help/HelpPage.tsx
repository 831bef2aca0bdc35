import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTitle } from "@/ui/PageHeader";
import { Document } from "./Document";
import { HelpSearch } from "./HelpSearch";
import classes from "./help.module.css";
import { groups, type Topic } from "./topics";

/** A document with the list of all beside it. */
export function HelpPage({ topic: { topic, file }, text }: { topic: Topic; text: string }) {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "Help";
  useTitle(title);
  const hash = useRouterState({ select: (state) => state.location.hash });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document may have a heading of the same name
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash, topic]);
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <HelpSearch />
        <nav aria-label="Help" className={classes.topics}>
          <details open={!narrow()}>
            <summary>All topics</summary>
            {groups.map((group) => (
              <section key={group.title}>
                <h2>{group.title}</h2>
                <ul>
                  {group.topics.map((one) => (
                    <li key={one.topic}>
                      <Link to="/help/$topic" params={{ topic: one.topic }} activeOptions={{ includeHash: false }}>
                        {one.title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </details>
        </nav>
      </div>
      <article className={classes.article}>
        <h1>{title}</h1>
        <Document text={text} file={file} />
      </article>
    </div>
  );
}

const narrow = () => window.matchMedia("(max-width: 900px)").matches;
