import { Button, Group, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import { formatCount, formatDateTime, plural } from "@/lib/format/format";
import { AnchorLink, ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/dialog/confirm";
import { useFirst } from "@/ui/focus/useFirst";
import { Refused } from "@/ui/state/Refused";
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

  // The previous content was replaced; the focus moves here for users who cannot see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: undoing replaces what is said as well
  useEffect(() => heading.current?.focus(), [gone]);

  async function ask() {
    const yes = await confirm({
      title: "Undo this import?",
      children: `${plural(created.length, "new data set is", "new data sets are")} deleted, and ${plural(changed.length, "changed data set gets", "changed data sets get")} again the previous values. This fails if one of them was changed since.`,
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
      <Stack gap={16}>
        <p ref={heading} tabIndex={-1} className={classes.sentence}>
          {gone
            ? `The import of ${formatDateTime(result.at)} was undone: new data sets are deleted, changed ones have their previous values.`
            : `${plural(created.length, "data set")} created, ${formatCount(changed.length)} changed, ${formatDateTime(result.at)}.`}
        </p>
        <Refused error={undo.error} title="The import was not undone" />
        {!gone && <Links title="Created" items={created} />}
        {!gone && <Links title="Changed" items={changed} />}
        <Group gap={8}>
          {gone && <Button onClick={work.backToSheet}>Back to the sheet</Button>}
          <Button variant={gone ? "default" : "filled"} onClick={work.startOver}>
            Import another sheet
          </Button>
          <ButtonLink to="/datasets" variant="default">
            All data sets
          </ButtonLink>
        </Group>
      </Stack>
    </Card>
  );
}

function Links({ title, items }: { title: string; items: ImportResult["created"] }) {
  const { shown, more } = useFirst(items, shownAtFirst);
  if (items.length === 0) return null;
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
      {more}
    </section>
  );
}
