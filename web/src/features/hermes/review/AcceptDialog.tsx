import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { consortiumQuery } from "@/api/hermes/review";
import { plural } from "@/lib/format/format";
import { Modal } from "@/ui/dialog/Modal";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import classes from "./review.module.css";

interface Props {
  /** Of the data set, or what is accepted in words. */
  name: string;
  /** Of each, where several are accepted at once. */
  names?: readonly string[];
  busy: boolean;
  failure: string | undefined;
  onAccept: (checked: string[]) => void;
  onClose: () => void;
}

/** Asks once, with what it means, and for what the consortium wants checked. */
export function AcceptDialog({ name, names = [], busy, failure, onAccept, onClose }: Props) {
  const settings = useQuery(consortiumQuery);
  return (
    <Modal opened onClose={onClose} title={`Accept ${name}?`} size="md">
      {names.length > 1 && (
        <ul className={classes.names} aria-label="Files to accept">
          {names.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <Answered what="the checklist" answer={settings} rows={2}>
        {(data) => (
          <Checks
            count={Math.max(1, names.length)}
            items={data.settings.checklist}
            reviewers={data.settings.reviewers}
            busy={busy}
            failure={failure}
            onAccept={onAccept}
            onClose={onClose}
          />
        )}
      </Answered>
    </Modal>
  );
}

interface ChecksProps extends Omit<Props, "name" | "names"> {
  /** How many data sets. */
  count: number;
  items: readonly string[];
  reviewers: number;
}

function Checks({ count, items, reviewers, busy, failure, onAccept, onClose }: ChecksProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const left = items.filter((item) => !ticked.includes(item));

  function submit(): void {
    setTried(true);
    if (left.length === 0) onAccept([...items]);
  }

  return (
    <form
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
        {items.length > 0 && (
          <fieldset className={classes.checks}>
            <legend>I have checked that</legend>
            {items.map((item) => (
              <Checkbox
                key={item}
                label={item}
                checked={ticked.includes(item)}
                onChange={(event) => {
                  const on = event.currentTarget.checked;
                  setTicked((before) => (on ? [...before, item] : before.filter((one) => one !== item)));
                }}
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
          <Button type="submit" loading={busy}>
            {count === 1 ? "Accept data set" : `Accept ${plural(count, "data set")}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
