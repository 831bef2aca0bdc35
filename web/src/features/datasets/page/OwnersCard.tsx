import { Button, TagsInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DatasetConflict, setOwners } from "@/api/dataset-calls";
import { datasetChanged } from "@/api/dataset-changes";
import { type Dataset, datasetKeys } from "@/api/datasets";
import { ApiError } from "@/lib/api-error";
import { useMay } from "@/lib/permission";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/confirm";
import { Fact, Facts } from "@/ui/Facts";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import { toastDone } from "@/ui/toast";
import classes from "./page.module.css";

interface Props {
  dataset: Dataset;
  /** User name of who is looking. */
  self: string;
}

/** To whom a data set belongs; the owner may hand it over. */
export function OwnersCard({ dataset, self }: Props) {
  if (dataset.can.transfer) return <OwnersForm dataset={dataset} self={self} />;
  return (
    <Card title="Owners">
      <Facts>
        <Fact name="Owner">{dataset.owner}</Fact>
        <Fact name="Co-owners">{dataset.co_owners.join(", ") || "none"}</Fact>
      </Facts>
      <p className={classes.note}>Only the owner can name others.</p>
    </Card>
  );
}

interface Owners {
  owner: string;
  coOwners: string[];
}

const most = 50;

function OwnersForm({ dataset, self }: Props) {
  const seesAll = useMay("viewAllDatasets");
  // Undefined: as it is saved, also when somebody else changes that.
  const [edited, setEdited] = useState<Owners>();
  const chosen = edited ?? { owner: dataset.owner, coOwners: dataset.co_owners };
  const { owner, coOwners } = chosen;
  const name = owner.trim();
  const readers = dataset.sharing === "named" ? dataset.people : [];
  const stays = seesAll || dataset.sharing === "public" || [name, ...coOwners, ...readers].includes(self);
  const save = useSave(dataset, stays, () => setEdited(undefined));
  const { error } = save;
  const refusedAt = (field: string) =>
    error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined;
  const placed = refusedAt("owner") ?? refusedAt("co_owners");
  const same = name === dataset.owner && coOwners.join("\n") === dataset.co_owners.join("\n");

  async function submit(): Promise<void> {
    const wish: Owners = { owner: name, coOwners };
    const given = name !== dataset.owner;
    if (given && !(await confirm(transferQuestion(dataset, name, stays)))) return;
    save.mutate(wish);
  }

  return (
    <Card title="Owners">
      <form
        noValidate
        className={classes.choicesForm}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label="Owner"
          description="User name of an account for data sets. Another name hands the data set over."
          value={owner}
          error={name === "" ? "A data set has an owner." : refusedAt("owner")}
          onChange={(event) => setEdited({ ...chosen, owner: event.currentTarget.value })}
        />
        <TagsInput
          label="Co-owners"
          description="User names; each may edit, share and add files. Press Enter after each."
          value={coOwners}
          maxTags={most}
          acceptValueOnBlur
          error={refusedAt("co_owners")}
          onChange={(names) => setEdited({ ...chosen, coOwners: names.map((one) => one.trim()).filter(Boolean) })}
        />
        {error && !placed && (
          <Notice tone="fail" alert title="Nothing was changed">
            {messageOf(error)}
            {error instanceof DatasetConflict && " Look at it as it is now, and save again."}
          </Notice>
        )}
        <div className={classes.buttons}>
          <Button type="submit" variant="default" loading={save.isPending} disabled={same || name === ""}>
            Save owners
          </Button>
        </div>
      </form>
    </Card>
  );
}

function transferQuestion(dataset: Dataset, owner: string, stays: boolean) {
  return {
    title: `Give ${dataset.name} to ${owner}?`,
    children: `${owner} then decides who edits, sees and deletes it. ${
      stays ? "Only they can give it back." : "You will no longer see it, and only they can give it back."
    }`,
    confirm: "Hand over",
    danger: !stays,
  };
}

function useSave(dataset: Dataset, stays: boolean, onSaved: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ owner, coOwners }: Owners) => setOwners(dataset.id, dataset.version, owner, coOwners),
    onSuccess: async (changed) => {
      toastDone(`${changed.name} belongs to ${changed.owner}.`);
      if (!stays) await navigate({ to: "/datasets" });
      await datasetChanged(queries, changed);
      onSaved();
    },
    onError: (error) => {
      if (error instanceof DatasetConflict) queries.setQueryData(datasetKeys.dataset(dataset.id), error.current);
    },
  });
}
