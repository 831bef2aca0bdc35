import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { copyPage, deletePage, restorePage } from "@/api/pages/calls";
import { pageLists, pageQuery } from "@/api/pages/pages";
import type { Table } from "@/api/pages/tables";
import { formatAgo, plural } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { AnchorLink } from "@/ui/action/links";
import { TextButton } from "@/ui/action/TextButton";
import { confirm } from "@/ui/dialog/confirm";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { toastUndo } from "@/ui/dialog/toastUndo";
import { PageHeader } from "@/ui/PageHeader";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import { Tag } from "@/ui/Tag";
import { sharingWords, stateWord, untitled } from "../../words";
import classes from "../builder.module.css";
import type { HeldPage } from "../pageKind";
import type { Problems } from "../problems";
import type { PageForm } from "../usePageForm";
import type { Picture } from "./usePicture";

interface Props {
  page: HeldPage;
  table: Table;
  built: PageForm;
  problems: Problems;
  /** Makes the picture of the page as it is shown. */
  picture: Picture;
}

const EmbedDialog = late(async () => (await import("./EmbedDialog")).EmbedDialog);
const PublishDialog = late(async () => (await import("./PublishDialog")).PublishDialog);
const SharingDialog = late(async () => (await import("./SharingDialog")).SharingDialog);
const VersionsDialog = late(async () => (await import("./VersionsDialog")).VersionsDialog);

type Dialog = "versions" | "sharing" | "publish" | "embed";

/** Name of the page, its state, and actions. */
export function PageHead({ page, table, built, problems, picture }: Props) {
  const [dialog, setDialog] = useState<Dialog>();
  const { document, undo, redo, canUndo, canRedo } = built;
  const close = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        title={document.title || untitled}
        sub={<StateLine page={page} table={table} built={built} />}
        actions={
          <>
            <Undo label="Undo" sign="↶" keys="Ctrl+Z" on={canUndo} onClick={undo} />
            <Undo label="Redo" sign="↷" keys="Ctrl+Shift+Z" on={canRedo} onClick={redo} />
            <Button variant="default" onClick={() => setDialog("versions")}>
              Versions
            </Button>
            {page.can.share && (
              <Button variant="default" onClick={() => setDialog("sharing")}>
                Share
              </Button>
            )}
            <MoreMenu page={page} onEmbed={() => setDialog("embed")} />
            {page.can.edit && (
              <Button onClick={() => setDialog("publish")}>{page.published ? "Publish again" : "Publish"}</Button>
            )}
          </>
        }
      />
      {page.published?.behind && (
        <Notice tone="warn" title="Readers do not see the newest data yet">
          <p>{page.published.behind}</p>
          <p>
            <AnchorLink to="/configbuilder" search={{ page: undefined, replace: page.id }} inherit underline="always">
              Show another table
            </AnchorLink>{" "}
            or wait for another version of its source. Publish the page again to show your changes.
          </p>
        </Notice>
      )}
      {dialog === "versions" && <VersionsDialog page={page} built={built} onClose={close} />}
      {dialog === "sharing" && <SharingDialog page={page} onClose={close} />}
      {dialog === "embed" && <EmbedDialog page={page} onClose={close} />}
      {dialog === "publish" && (
        <PublishDialog page={page} table={table} built={built} problems={problems} picture={picture} onClose={close} />
      )}
    </>
  );
}

interface UndoProps {
  label: string;
  sign: string;
  keys: string;
  on: boolean;
  onClick: () => void;
}

function Undo({ label, sign, keys, on, onClick }: UndoProps) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
        size="lg"
        variant="default"
        aria-label={label}
        aria-disabled={!on}
        data-disabled={!on || undefined}
        onClick={() => on && onClick()}
      >
        <span aria-hidden="true">{sign}</span>
      </ActionIcon>
    </Tooltip>
  );
}

/** It never begins a line. */
const dot = "\u00a0· ";

/** "18,204 rows from burden.tsv · 4 versions · saved 12 s ago · private". */
function StateLine({ page, table, built }: Pick<Props, "page" | "table" | "built">) {
  const { published, sharing, versions } = page;
  const state = stateWord(page);
  return (
    <div className={classes.facts}>
      <Tag tone={state.tone}>{state.word}</Tag>
      <Tag tone={sharingWords[sharing].tone}>{sharingWords[sharing].word}</Tag>
      <span>
        {plural(table.rows ?? 0, "row")} from <span className={classes.code}>{table.source.name}</span>
        {versions > 0 && `${dot}${plural(versions, "version")}`}
        {dot}
        <Saved page={page} built={built} />
      </span>
      {published && (
        <a href={published.address} target="_blank" rel="noreferrer">
          {published.address} ↗
        </a>
      )}
    </div>
  );
}

/** The state of the draft on the server. */
function Saved({ page, built: { form, saving } }: Pick<Props, "page" | "built">) {
  const now = useNow(1000);
  if (!page.can.edit) return <span>read-only: duplicate it to make changes</span>;
  if (form.failure !== undefined && !form.clean) {
    return (
      <span role="alert" className={classes.fault}>
        Not saved: {messageOf(form.failure)} <TextButton onClick={saving.submit}>Try again</TextButton>
      </span>
    );
  }
  if (saving.busy) return <span>saving</span>;
  if (!form.clean) return <span>{form.savedAt ? "kept in this browser" : "not saved yet"}</span>;
  return <span aria-live="off">saved {formatAgo(page.updated_at, now)}</span>;
}

function MoreMenu({ page, onEmbed }: { page: HeldPage; onEmbed: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = page.title || untitled;
  const lists = () => queries.invalidateQueries(pageLists);

  async function duplicate() {
    try {
      const copy = await copyPage(page.id);
      await lists();
      toastDone("This is the copy.");
      await navigate({ to: "/configbuilder", search: { page: copy.id } });
    } catch (error) {
      toastError("The page was not duplicated", error);
    }
  }

  async function back() {
    try {
      await restorePage(page.id);
      await lists();
    } catch (error) {
      toastError(`${name} was not restored`, error);
    }
  }

  async function remove() {
    const yes = await confirm({
      title: `Delete ${name}?`,
      children: page.published
        ? "Its address stops working. You can restore it from the bin for 30 days."
        : "You can restore it from the bin for 30 days.",
      confirm: "Delete page",
      danger: true,
    });
    if (!yes) return;
    try {
      await deletePage(page.id);
      await navigate({ to: "/byor" });
      queries.removeQueries({ queryKey: pageQuery(page.id).queryKey });
      await lists();
      toastUndo(`${name} is in the bin for 30 days.`, () => void back());
    } catch (error) {
      toastError(`${name} was not deleted`, error);
    }
  }

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size="lg" variant="default" aria-label="More actions">
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void duplicate()}>Duplicate</Menu.Item>
        {page.can.edit && page.published && <Menu.Item onClick={onEmbed}>Embed…</Menu.Item>}
        {page.can.delete && (
          <Menu.Item className={classes.danger} onClick={() => void remove()}>
            Delete…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
