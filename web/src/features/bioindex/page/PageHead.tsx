import { ActionIcon, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type BioIndex, indexChanged } from "@/api/bioindex/bioindex";
import { rebuildIndex } from "@/api/bioindex/calls";
import { finished } from "@/api/job";
import { formatDateTime } from "@/lib/format/format";
import { BuildPageLink } from "@/ui/action/BuildPageLink";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { ButtonLink } from "@/ui/action/links";
import { MenuItemLink } from "@/ui/action/menuLinks";
import { confirm } from "@/ui/dialog/confirm";
import { toastError } from "@/ui/dialog/toast";
import { PageHeader } from "@/ui/PageHeader";
import { Tag } from "@/ui/Tag";
import { readSchema, schemaWords } from "../schema";
import { useBin } from "../useBin";
import { sharingWords, sourceWords, statusWords } from "../words";
import classes from "./page.module.css";
import { RenameDialog } from "./RenameDialog";

/** Name, state and actions. */
export function PageHead({ index }: { index: BioIndex }) {
  return (
    <PageHeader
      title={index.name}
      sub={<StateWords index={index} />}
      actions={!index.deleted_at && <Actions index={index} />}
    />
  );
}

function StateWords({ index }: { index: BioIndex }) {
  const { status, sharing, schema, build, source, owner } = index;
  const built = build && `built ${formatDateTime(build.built_at)}`;
  const facts = [schemaWords(readSchema(build?.schema ?? schema)), built, `owned by ${owner}`].filter(Boolean);
  return (
    <>
      <span className={classes.tags}>
        <Tag tone={statusWords[status].tone}>{statusWords[status].word}</Tag>
        <Tag tone={sharingWords[sharing].tone}>{sharingWords[sharing].word}</Tag>
      </span>
      <span>
        {facts.join(" · ")} · from <span className={classes.code}>{source.name}</span>, {sourceWords(source)}
      </span>
    </>
  );
}

/** Why it cannot be built again now; undefined when it can. */
function buildHindrance({ job, source }: BioIndex): string | undefined {
  if (job && !finished(job)) return "A job is running: wait until it ends, or cancel it.";
  if (!source.there) return `Its file, ${source.name}, cannot be read.`;
  return undefined;
}

function Actions({ index }: { index: BioIndex }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [renaming, setRenaming] = useState(false);
  const { id, can, build } = index;
  const bin = useBin(index, () => navigate({ to: "/minibioindex" }));
  const rebuild = useMutation({
    mutationFn: () => rebuildIndex(id),
    onSuccess: (changed) => indexChanged(queries, changed),
    onError: (error) => toastError("The build did not start", error),
  });
  const reason = buildHindrance(index);

  async function askRebuild() {
    const yes = await confirm({
      title: "Build it again?",
      children:
        "The file is read again with the same columns and keys. The current index keeps answering until the new build is ready. Queries that are running then must start again.",
      confirm: "Build again",
    });
    if (yes) rebuild.mutate();
  }

  return (
    <>
      {can.rebuild && (
        <GuardedButton
          variant="default"
          action={{ allowed: reason === undefined, reason }}
          loading={rebuild.isPending}
          onClick={() => void askRebuild()}
        >
          Rebuild
        </GuardedButton>
      )}
      {build && <BuildPageLink from={`index:${id}`} />}
      <ButtonLink to="/minibioindex/new" variant="default">
        New index
      </ButtonLink>
      {(can.edit || can.delete) && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon size="lg" variant="default" aria-label="More actions" loading={bin.busy}>
              <span aria-hidden="true">⋯</span>
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {can.edit && <Menu.Item onClick={() => setRenaming(true)}>Rename…</Menu.Item>}
            {can.rebuild && !reason && build && (
              <MenuItemLink to="/minibioindex/new" search={{ rebuild: id }}>
                Change columns and keys…
              </MenuItemLink>
            )}
            {can.delete && (
              <Menu.Item className={classes.danger} onClick={() => void bin.askDelete()}>
                Delete…
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {renaming && <RenameDialog index={index} onClose={() => setRenaming(false)} />}
    </>
  );
}
