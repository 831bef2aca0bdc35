import { Button, Group, Radio, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { heldDataset, type SharedWith, setSharing } from "@/api/datasets/calls";
import { codesQuery, type Dataset, type DatasetSharing } from "@/api/datasets/datasets";
import { refusedAt } from "@/lib/api-error";
import { Card } from "@/ui/Card";
import { toastDone } from "@/ui/dialog/toast";
import { Form } from "@/ui/form/FormDialog";
import { NamesField } from "@/ui/form/OwnersFields";
import { Notice } from "@/ui/state/Notice";
import { Refused } from "@/ui/state/Refused";
import { labelOf } from "../words";
import classes from "./page.module.css";
import { useSave } from "./useSave";
import { lookAgain } from "./words";

interface Props {
  dataset: Dataset;
  /** Groups of who is looking, offered to choose from. */
  groups: readonly string[];
}

/** From the narrowest to the widest, with what each means. */
const ways: readonly { sharing: DatasetSharing; effect: string }[] = [
  {
    sharing: "private",
    effect: "Only its owner, the co-owners and the curators can see it and download its files.",
  },
  {
    sharing: "named",
    effect: "The people and groups below can also see it and download its files, after signing in.",
  },
  {
    sharing: "public",
    effect:
      "Anyone can see its public page and figures, and download and cite its files, without signing in. Search engines find it.",
  },
];

const places = ways.map(({ sharing }) => sharing);

/** Who may see a data set. */
export function ReadersCard({ dataset, groups }: Props) {
  const codes = useQuery(codesQuery).data;
  // Undefined: as saved, also if another user changes it.
  const [edited, setEdited] = useState<SharedWith>();
  const chosen = edited ?? { sharing: dataset.sharing, people: dataset.people, groups: dataset.groups };
  const save = useSave({
    send: (wish: SharedWith) => setSharing(dataset.id, dataset.version, wish),
    onSaved: () => {
      toastDone("Access was changed.");
      setEdited(undefined);
    },
  });
  const placed = refusedAt(save.error, "people", "groups");
  // The server asks for it when a file of a data set that becomes public failed its check.
  const reason = refusedAt(save.error, "reason");
  const narrower = places.indexOf(chosen.sharing) < places.indexOf(dataset.sharing);
  const same =
    chosen.sharing === dataset.sharing &&
    chosen.people.join("\n") === dataset.people.join("\n") &&
    chosen.groups.join("\n") === dataset.groups.join("\n");
  return (
    <Card title="Access">
      <Form gap={12} onSubmit={() => save.mutate(chosen)}>
        <Radio.Group
          aria-label="Access"
          value={chosen.sharing}
          onChange={(value) => setEdited({ ...chosen, sharing: value as DatasetSharing })}
        >
          <Stack gap={12}>
            {ways.map(({ sharing, effect }) => (
              <div key={sharing} className={classes.choiceBox} data-chosen={chosen.sharing === sharing}>
                <Radio value={sharing} label={labelOf(codes?.sharing, sharing)} description={effect} />
                {sharing === "named" && chosen.sharing === "named" && (
                  <Named chosen={chosen} groups={groups} error={save.error} onChange={setEdited} />
                )}
              </div>
            ))}
          </Stack>
        </Radio.Group>
        {narrower && (
          <Notice tone="warn" title="Reducing access takes effect immediately">
            People you remove cannot see the data set any more. Short links require an account again, and all signed
            links stop working.
          </Notice>
        )}
        {reason && (
          <Textarea
            label="Reason to publish a file that failed its check"
            description={reason}
            required
            autosize
            minRows={2}
            maxLength={1000}
            value={chosen.reason ?? ""}
            onChange={(event) => setEdited({ ...chosen, reason: event.currentTarget.value })}
          />
        )}
        <Refused error={!placed && !reason && save.error} title="Nothing was changed">
          {heldDataset(save.error) && lookAgain}
        </Refused>
        <Group gap={8} mt={10}>
          <Button type="submit" loading={save.isPending} disabled={same}>
            Save sharing
          </Button>
          <span className={classes.kind}>Changes take effect immediately.</span>
        </Group>
      </Form>
    </Card>
  );
}

interface NamedProps {
  chosen: SharedWith;
  groups: readonly string[];
  error: unknown;
  onChange: (chosen: SharedWith) => void;
}

function Named({ chosen, groups, error, onChange }: NamedProps) {
  return (
    <div className={classes.named}>
      <NamesField
        label="People"
        description="User names. Press Enter after each."
        value={chosen.people}
        maxTags={200}
        error={refusedAt(error, "people")}
        onChange={(people) => onChange({ ...chosen, people })}
      />
      <NamesField
        label="Groups"
        description="All members of a group can see it, including later ones."
        value={chosen.groups}
        data={groups.filter((group) => !chosen.groups.includes(group))}
        maxTags={50}
        error={refusedAt(error, "groups")}
        onChange={(names) => onChange({ ...chosen, groups: names })}
      />
    </div>
  );
}
