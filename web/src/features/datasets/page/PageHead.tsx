import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codesQuery, type Dataset } from "@/api/datasets/datasets";
import { formatDateTime, plural } from "@/lib/format/format";
import { ActionsMenu, DangerItem } from "@/ui/action/ActionsMenu";
import { AnchorLink, ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { Tag, WordTag } from "@/ui/Tag";
import { CloneDialog } from "../list/CloneDialog";
import type { useBin } from "../list/useBin";
import { labelOf, sharingWords } from "../words";
import { DownloadMenu } from "./DownloadMenu";
import classes from "./page.module.css";
import { checkSummary } from "./words";

interface Props {
  dataset: Dataset;
  bin: ReturnType<typeof useBin>;
}

/** Name, state in words, and actions. */
export function PageHead({ dataset, bin }: Props) {
  return (
    <PageHeader
      title={dataset.title}
      sub={<State dataset={dataset} />}
      actions={<Actions dataset={dataset} bin={bin} />}
    />
  );
}

function State({ dataset }: { dataset: Dataset }) {
  const codes = useQuery(codesQuery).data;
  const checks = checkSummary(dataset);
  const facts = [
    ...(dataset.title === dataset.name ? [dataset.study.name] : [dataset.name]),
    labelOf(codes?.ancestry, dataset.ancestry),
    plural(dataset.global_sample_size, "person", "people"),
    labelOf(codes?.genome_build, dataset.genome_build),
    plural(dataset.phenotypes.length, "phenotype"),
  ];
  return (
    <>
      <span className={classes.tags}>
        <Tag tone="neutral">{labelOf(codes?.status, dataset.status)}</Tag>
        <WordTag {...sharingWords[dataset.sharing]} />
        {checks && <WordTag {...checks} />}
        {dataset.deleted_at && <Tag tone="warn">In the bin</Tag>}
        {dataset.sharing === "public" && !dataset.deleted_at && (
          <AnchorLink to="/p/datasets/$id" params={{ id: dataset.id }} className={classes.openly}>
            Public page
          </AnchorLink>
        )}
      </span>
      <span>
        {facts.join(" · ")} · changed {formatDateTime(dataset.updated_at)} by {dataset.updated_by}
      </span>
    </>
  );
}

function Actions({ dataset, bin }: Props) {
  const [cloning, setCloning] = useState(false);
  const { can, id } = dataset;
  return (
    <>
      <DownloadMenu dataset={dataset} />
      {can.share && (
        <ButtonLink variant="default" to="/datasets/$id" params={{ id }} search={{ part: "sharing" }}>
          Share
        </ButtonLink>
      )}
      {can.edit && (
        <ButtonLink to="/datasets/$id" params={{ id }} search={{ edit: true }}>
          Edit
        </ButtonLink>
      )}
      {!dataset.deleted_at && (
        <ActionsMenu label="More actions" busy={bin.busy} inHead width={200}>
          <Menu.Item onClick={() => setCloning(true)}>Clone…</Menu.Item>
          {can.delete && <DangerItem onClick={bin.askDelete}>Delete…</DangerItem>}
        </ActionsMenu>
      )}
      {cloning && <CloneDialog row={dataset} onClose={() => setCloning(false)} />}
    </>
  );
}
