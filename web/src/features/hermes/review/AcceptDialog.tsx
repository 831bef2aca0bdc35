import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { HermesUpload } from "@/api/hermes/hermes";
import { consortiumQuery, findingsQuery, type ReviewFindings } from "@/api/hermes/review";
import { plural } from "@/lib/format/format";
import { Modal } from "@/ui/dialog/Modal";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { Findings } from "./Findings";
import classes from "./review.module.css";

/** What a reviewer confirmed: the checklist, and the doubts of each submission by its id. */
export interface Confirmed {
  checked: string[];
  acknowledged: ReadonlyMap<string, string[]>;
}

interface Props {
  uploads: readonly Pick<HermesUpload, "id" | "dataset_name">[];
  busy: boolean;
  failure: string | undefined;
  onAccept: (confirmed: Confirmed) => void;
  onClose: () => void;
}

/** Shows what QC found in each file, and asks for what the consortium wants checked and for what is in doubt. */
export function AcceptDialog({ uploads, ...others }: Props) {
  const settings = useQuery(consortiumQuery);
  const findings = useQuery(findingsQuery(uploads.map(({ id }) => id)));
  const title = uploads.length === 1 ? uploads[0]?.dataset_name : plural(uploads.length, "file");
  return (
    <Modal opened onClose={others.onClose} title={`Accept ${title}?`} size="lg">
      <Answered what="the checklist" answer={settings} rows={2}>
        {(data) => (
          <Answered what="the findings" answer={findings} rows={4}>
            {({ items }) => (
              <Checks
                findings={items}
                items={data.settings.checklist}
                reviewers={data.settings.reviewers}
                {...others}
              />
            )}
          </Answered>
        )}
      </Answered>
    </Modal>
  );
}

interface ChecksProps extends Omit<Props, "uploads"> {
  findings: readonly ReviewFindings[];
  items: readonly string[];
  reviewers: number;
}

function Checks({ findings, items, reviewers, busy, failure, onAccept, onClose }: ChecksProps) {
  const count = findings.length;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), []);
  const wanted = [...findings.flatMap(({ id, doubts }) => doubts.map((doubt) => keyOf(id, doubt))), ...items];
  const first = (key?: string) => key === wanted[0] || undefined;
  const left = wanted.filter((one) => !ticked.has(one));

  function tick(key: string, on: boolean): void {
    setTicked((before) => new Set(on ? [...before, key] : [...before].filter((one) => one !== key)));
  }

  function submit(): void {
    setTried(true);
    if (left.length > 0) return;
    onAccept({ checked: [...items], acknowledged: new Map(findings.map(({ id, doubts }) => [id, doubts])) });
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
    >
      <Stack gap="md">
        <p className={classes.plain}>
          {count === 1
            ? "Meta-analyses of the consortium may use this run, and its uploader sees your decision."
            : "Meta-analyses of the consortium may use these runs, and their uploaders see your decisions."}{" "}
          You can undo this until a meta-analysis uses it.
          {reviewers > 1 && " This consortium requires two reviewers. Both must accept."}
        </p>
        <ul className={classes.found} aria-label="Files to accept">
          {findings.map((of) => (
            <Findings
              key={of.id}
              of={of}
              named={count > 1}
              isFirst={(doubt) => first(keyOf(of.id, doubt))}
              isTicked={(doubt) => ticked.has(keyOf(of.id, doubt))}
              onTick={(doubt, on) => tick(keyOf(of.id, doubt), on)}
            />
          ))}
        </ul>
        {items.length > 0 && (
          <fieldset className={classes.checks}>
            <legend>I have checked that</legend>
            {items.map((item) => (
              <Checkbox
                key={item}
                label={item}
                data-autofocus={first(item)}
                checked={ticked.has(item)}
                onChange={(event) => tick(item, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        )}
        {tried && left.length > 0 && (
          <Notice tone="fail" alert>
            Tick what you have checked: {plural(left.length, "line is", "lines are")} not ticked.
          </Notice>
        )}
        {failure && (
          <Notice tone="fail" alert>
            {failure}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} data-autofocus={first()}>
            {count === 1 ? "Accept submission" : `Accept ${plural(count, "submission")}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const keyOf = (id: string, doubt: string): string => `${id} ${doubt}`;
