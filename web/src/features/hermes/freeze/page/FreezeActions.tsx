import { ActionIcon, Button, Menu } from "@mantine/core";
import { useState } from "react";
import { type Freeze, freezeFileUrl } from "@/api/hermes/freezes";
import { plural } from "@/lib/format/format";
import { useMay } from "@/lib/permission";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { ButtonLink } from "@/ui/action/links";
import { MenuItemLink } from "@/ui/action/menuLinks";
import { late } from "@/ui/state/late";
import { RefusedItem } from "@/ui/state/RefusedItem";
import classes from "../freeze.module.css";
import { useFreezeDeeds } from "./useFreezeDeeds";

const PublishDialog = late(() => import("./dialogs").then((part) => part.PublishDialog));
const WithdrawDialog = late(() => import("./dialogs").then((part) => part.WithdrawDialog));

/** What the next start computes: all cells of a draft, else what is outdated or missing. */
function startWords({ state, plan }: Freeze): string {
  const { cells } = plan.cost;
  const outdated = plan.counts.outdated ?? 0;
  if (state === "draft") return `Start ${plural(cells, "cell")}`;
  return outdated > 0 && outdated === cells ? `Run ${outdated} outdated` : `Run ${plural(cells, "cell")}`;
}

/** Downloads, start or cancel, publication, and the rest in a menu. */
export function FreezeActions({ freeze }: { freeze: Freeze }) {
  const mayRun = useMay("runMetaAnalysis");
  const [publishing, setPublishing] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const deeds = useFreezeDeeds(freeze);
  const { start, cancel, publish, edit } = freeze.actions;
  const toStart = freeze.plan.cost.results > 0;
  return (
    <>
      <Downloads freeze={freeze} />
      {edit?.allowed && (
        <ButtonLink variant="default" to="/hermes/freezes/new" search={{ edit: freeze.id }}>
          Edit
        </ButtonLink>
      )}
      {freeze.state === "running" ? (
        <GuardedButton action={cancel} variant="default" loading={deeds.busy} onClick={deeds.cancel}>
          Cancel
        </GuardedButton>
      ) : (
        toStart && (
          <GuardedButton action={start} loading={deeds.busy} onClick={deeds.start}>
            {startWords(freeze)}
          </GuardedButton>
        )
      )}
      {freeze.publication ? (
        <ButtonLink variant="default" to="/p/freezes/$name" params={{ name: freeze.publication.name }} target="_blank">
          Public page
        </ButtonLink>
      ) : (
        <GuardedButton action={publish} variant={toStart ? "default" : "filled"} onClick={() => setPublishing(true)}>
          Publish
        </GuardedButton>
      )}
      <More freeze={freeze} mayRun={mayRun} deeds={deeds} onWithdraw={() => setWithdrawing(true)} />
      {publishing && <PublishDialog freeze={freeze} onClose={() => setPublishing(false)} />}
      {withdrawing && <WithdrawDialog freeze={freeze} onClose={() => setWithdrawing(false)} />}
    </>
  );
}

const files = [
  { name: "everything.zip", label: "Everything", hint: "results of all cells" },
  { name: "cells.tsv", label: "Cells", hint: "a row for each result" },
  { name: "top_loci.tsv", label: "Top loci", hint: "of all cells" },
  { name: "gwas-catalog.tsv", label: "GWAS Catalog", hint: "studies of a deposit" },
  { name: "freeze.yaml", label: "Document", hint: "for cohortium freeze run" },
  { name: "SHA256SUMS", label: "Checksums", hint: "of all results" },
] as const;

function Downloads({ freeze }: { freeze: Freeze }) {
  if (freeze.state === "draft") return null;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button variant="default">Download</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ name, label, hint }) => (
          <Menu.Item key={name} component="a" href={freezeFileUrl(freeze.id, name)} download>
            <span className={classes.file}>
              {label} <span className={classes.fileHint}>{hint}</span>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface MoreProps {
  freeze: Freeze;
  mayRun: boolean;
  deeds: ReturnType<typeof useFreezeDeeds>;
  onWithdraw: () => void;
}

function More({ freeze, mayRun, deeds, onWithdraw }: MoreProps) {
  const { edit, withdraw, delete: removal } = freeze.actions;
  if (!mayRun && !removal) return null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`More actions for ${freeze.name}`}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayRun && (
          <MenuItemLink to="/hermes/freezes/new" search={{ from: freeze.id }}>
            Copy to a new version
          </MenuItemLink>
        )}
        {mayRun && freeze.state !== "running" && (
          <Menu.Item className={classes.danger} onClick={onWithdraw}>
            Withdraw a cohort…
          </Menu.Item>
        )}
        {edit && !edit.allowed && <RefusedItem reason={edit.reason}>Edit</RefusedItem>}
        {withdraw?.allowed && (
          <Menu.Item className={classes.danger} onClick={deeds.withdraw} disabled={deeds.busy}>
            Withdraw the page…
          </Menu.Item>
        )}
        {removal &&
          (removal.allowed ? (
            <Menu.Item className={classes.danger} onClick={deeds.remove} disabled={deeds.busy}>
              Delete…
            </Menu.Item>
          ) : (
            <RefusedItem reason={removal.reason}>Delete…</RefusedItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
