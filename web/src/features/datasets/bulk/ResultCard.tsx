import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { formatCount, formatDateTime, plural } from "@/lib/format";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/confirm";
import { AnchorLink, ButtonLink } from "@/ui/links";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import { TextButton } from "@/ui/TextButton";
import classes from "./bulk.module.css";
import type { ImportResult } from "./draft";
import type { Import } from "./useImport";

const shownAtFirst = 50;

interface Props {
  work: Import;
  result: ImportResult;
}

/** What the sheet became, and the way back. */
export function ResultCard({ work, result }: Props) {
  const { undo } = work;
  const { created, changed, undone_at: undone } = result;
  const heading = useRef<HTMLParagraphElement>(null);
  const gone = undone !== undefined;

  // What was on the page is replaced; those who do not see it are led here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: undoing replaces what is said as well
  useEffect(() => heading.current?.focus(), [gone]);

  async function ask() {
    const yes = await confirm({
      title: "Undo this import?",
      children: `${plural(created.length, "new data set is", "new data sets are")} removed, and ${plural(changed.length, "changed one says", "changed ones say")} again what they said before. It is refused when somebody has changed one of them since.`,
      confirm: "Undo the import",
      danger: true,
    });
    if (yes) undo.mutate(result.id);
  }

  return (
    <Card
      title={gone ? "Undone" : "Imported"}
      aside={
        !gone && (
          <Button variant="default" size="xs" loading={undo.isPending} onClick={() => void ask()}>
            Undo
          </Button>
        )
      }
    >
      <div className={classes.stack}>
        <p ref={heading} tabIndex={-1} className={classes.sentence}>
          {gone
            ? `The import of ${formatDateTime(result.at)} was undone: new data sets are removed, changed ones say again what they said before.`
            : `${plural(created.length, "data set")} created, ${formatCount(changed.length)} changed, ${formatDateTime(result.at)}.`}
        </p>
        {undo.error && (
          <Notice tone="fail" title="The import was not undone" alert>
            {messageOf(undo.error)}
          </Notice>
        )}
        {!gone && <Links title="Created" items={created} />}
        {!gone && <Links title="Changed" items={changed} />}
        <div className={classes.actions}>
          {gone && <Button onClick={work.backToSheet}>Back to the sheet</Button>}
          <Button variant={gone ? "default" : "filled"} onClick={work.startOver}>
            Import another sheet
          </Button>
          <ButtonLink to="/datasets" variant="default">
            All data sets
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

function Links({ title, items }: { title: string; items: ImportResult["created"] }) {
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  const shown = all ? items : items.slice(0, shownAtFirst);
  return (
    <section aria-label={title}>
      <h3 className={classes.problemsTitle}>{title}</h3>
      <ul className={classes.links}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <AnchorLink to="/datasets/$id" params={{ id }} size="sm">
              {name}
            </AnchorLink>
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <TextButton onClick={() => setAll(true)}>Show {formatCount(items.length - shown.length)} more</TextButton>
      )}
    </section>
  );
}
