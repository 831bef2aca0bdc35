import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { publicSearchQuery } from "@/api/front";
import type { SearchGroup, SearchHit } from "@/api/search";
import { plural } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Magnifier } from "@/ui/Icons";
import { messageOf } from "@/ui/state/states";
import classes from "./front.module.css";

const waitMs = 150;
const examples = ["PITX2", "FTO", "4:111.4-112.0 Mb"];

/** One search for everything that is public. What it finds is laid over the page, so that nothing moves. */
export function FrontSearch() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), waitMs);
  const answer = useQuery({ ...publicSearchQuery(asked), enabled: asked !== "" });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const words = text.trim();
    if (words === "") return field.current?.focus();
    const groups = await queries.fetchQuery(publicSearchQuery(words)).catch(() => []);
    const [first] = groups.flatMap(({ hits }) => hits);
    if (first) await navigate({ href: first.address });
  }

  function ask(example: string): void {
    setText(example);
    field.current?.focus();
  }

  return (
    <search className={classes.search}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          ref={field}
          size="lg"
          type="search"
          aria-label="Search public results"
          placeholder="Gene, variant, region, phenotype or data set"
          leftSection={<Magnifier />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && setText("")}
        />
        <Button type="submit" size="lg">
          Search
        </Button>
      </form>
      {text.trim() !== "" && asked !== "" && (
        <div className={classes.found}>
          {answer.error ? (
            <p role="alert">The search is not available. {messageOf(answer.error)}</p>
          ) : (
            answer.data && <Found groups={answer.data} question={asked} />
          )}
        </div>
      )}
      <p className={classes.examples}>
        Try{" "}
        {examples.map((example) => (
          <TextButton key={example} onClick={() => ask(example)}>
            {example}
          </TextButton>
        ))}
      </p>
    </search>
  );
}

function Found({ groups, question }: { groups: readonly SearchGroup[]; question: string }) {
  const some = groups.filter(({ hits }) => hits.length > 0);
  const count = some.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <>
      <p role="status" className={classes.count}>
        {count === 0 ? `Nothing public matches “${question}”. Check the spelling.` : plural(count, "result")}
      </p>
      {groups.some(({ failed }) => failed) && <p>Part of the search is not available at the moment.</p>}
      {some.map(({ kind, title, hits, total, all }) => (
        <section key={kind} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {hits.map((hit) => (
              <Hit key={hit.address + hit.title} hit={hit} />
            ))}
            {all && total > hits.length && (
              <li>
                <a href={all}>Show all {plural(total, "result")}</a>
              </li>
            )}
          </ul>
        </section>
      ))}
    </>
  );
}

function Hit({ hit: { title, subtitle, address } }: { hit: SearchHit }) {
  return (
    <li>
      <a href={address}>
        <span>{title}</span>
        {subtitle && <span className={classes.detail}>{subtitle}</span>}
      </a>
    </li>
  );
}
