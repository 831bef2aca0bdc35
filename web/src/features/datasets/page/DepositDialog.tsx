import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { checksQuery, type DatasetFile } from "@/api/datasets/datasets";
import { depositUrl, gwasSsfYamlUrl } from "@/api/datasets/urls";
import { formatBytes } from "@/lib/format/format";
import shared from "@/ui/data.module.css";
import { Modal } from "@/ui/dialog/Modal";
import { Fact, Facts } from "@/ui/Facts";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import classes from "./page.module.css";
import { type CheckReport, reportOf } from "./report";

interface Props {
  datasetId: string;
  file: DatasetFile;
  onClose: () => void;
}

/** A file as a deposit for the GWAS Catalog: its content, and what it lacks. */
export function DepositDialog({ datasetId, file, onClose }: Props) {
  const checks = useQuery(checksQuery(datasetId, file.id));
  return (
    <Modal opened onClose={onClose} title={`Deposit of ${file.file_name}`} size="lg">
      <Stack>
        <Text size="sm">
          One ZIP file for the GWAS Catalog: the table in GWAS-SSF, sorted by position, its metadata as YAML, and MD5
          sums.
        </Text>
        <Answered what="the missing parts of the deposit" answer={checks} rows={4} safe="The file itself is safe.">
          {({ items }) => {
            const deposit = reportOf(items)?.deposit;
            return deposit && <Contents deposit={deposit} />;
          }}
        </Answered>
        <Group justify="flex-end">
          <Button component="a" variant="default" href={gwasSsfYamlUrl(datasetId, file.id)} download>
            GWAS-SSF YAML
          </Button>
          <Button component="a" href={depositUrl(datasetId, file.id)} download>
            GWAS Catalog deposit (ZIP)
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Contents({ deposit }: { deposit: NonNullable<CheckReport["deposit"]> }) {
  return (
    <>
      <Lacking lacking={deposit.lacking} />
      <Facts>
        <Fact name="Table">
          {deposit.file}, {formatBytes(deposit.size)}
        </Fact>
        <Fact name="MD5">
          <span className={shared.hash}>{deposit.md5}</span>
        </Fact>
      </Facts>
    </>
  );
}

function Lacking({ lacking }: { lacking: readonly string[] }) {
  if (lacking.length === 0) return <Notice tone="info">The deposit is complete.</Notice>;
  return (
    <Notice tone="warn" title="The catalogue requires more">
      <ul className={classes.bullets}>
        {lacking.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
