import { Button, Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { heldDataset, setOwners } from "@/api/datasets/calls";
import type { Dataset } from "@/api/datasets/datasets";
import { useMay } from "@/lib/permission";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone } from "@/ui/dialog/toast";
import { Fact, Facts } from "@/ui/Facts";
import { Form } from "@/ui/form/FormDialog";
import { type Owners, OwnersFields } from "@/ui/form/OwnersFields";
import classes from "./page.module.css";
import { useSave } from "./useSave";
import { lookAgain } from "./words";

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
      <p className={classes.note}>Only the owner can change this.</p>
    </Card>
  );
}

function OwnersForm({ dataset, self }: Props) {
  const navigate = useNavigate();
  const seesAll = useMay("viewAllDatasets");
  // Undefined: as saved, also if another user changes it.
  const [edited, setEdited] = useState<Owners>();
  const chosen = edited ?? { owner: dataset.owner, others: dataset.co_owners };
  const { others } = chosen;
  const name = chosen.owner.trim();
  const readers = dataset.sharing === "named" ? dataset.people : [];
  const stays = seesAll || dataset.sharing === "public" || [name, ...others, ...readers].includes(self);
  const save = useSave({
    send: ({ owner, others }: Owners) => setOwners(dataset.id, dataset.version, owner, others),
    onSaved: async (changed) => {
      toastDone(`${changed.name} belongs to ${changed.owner}.`);
      if (!stays) await navigate({ to: "/datasets" });
      setEdited(undefined);
    },
  });
  const same = name === dataset.owner && others.join("\n") === dataset.co_owners.join("\n");

  async function submit(): Promise<void> {
    const given = name !== dataset.owner;
    if (given && !(await confirm(transferQuestion(dataset, name, stays)))) return;
    save.mutate({ owner: name, others });
  }

  return (
    <Card title="Owners">
      <Form gap={12} onSubmit={submit}>
        <OwnersFields
          owners={chosen}
          onChange={setEdited}
          what="data set"
          ownerMeans="User name of an account for data sets. Another name transfers the data set."
          others={{
            label: "Co-owners",
            description: "User names. Each can edit, share and add files. Press Enter after each.",
          }}
          error={save.error}
          remedy={heldDataset(save.error) && lookAgain}
        />
        <Group gap={8} mt={10}>
          <Button type="submit" variant="default" loading={save.isPending} disabled={same || name === ""}>
            Save owners
          </Button>
        </Group>
      </Form>
    </Card>
  );
}

function transferQuestion(dataset: Dataset, owner: string, stays: boolean) {
  return {
    title: `Transfer ${dataset.name} to ${owner}?`,
    children: `${owner} then decides who edits, sees and deletes it. ${
      stays
        ? "Only the new owner can transfer it back."
        : "You lose access, and only the new owner can transfer it back."
    }`,
    confirm: "Transfer",
    danger: !stays,
  };
}
