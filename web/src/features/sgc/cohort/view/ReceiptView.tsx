import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Cohort, type Receipt, receiptQuery } from "@/api/sgc/sgc";
import { formatBytes, formatCount, formatDateTime } from "@/lib/format/format";
import { saveText } from "@/lib/text/csv";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import dataClasses from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import { PageHeader } from "@/ui/PageHeader";
import sheet from "@/ui/paper.module.css";
import { Answered, inCard } from "@/ui/state/Answered";
import { kinds } from "../../kinds";
import { kindWords, sizeSentence, statusWords } from "../../words";
import classes from "./view.module.css";

/** What the consortium has accepted, to keep: on paper, or as JSON. */
export function ReceiptView({ cohort }: { cohort: Cohort }) {
  const receipt = useQuery(receiptQuery(cohort.id));
  const { data } = receipt;
  return (
    <>
      <PageHeader
        title={`Receipt for ${cohort.name}`}
        crumb={[cohort.name, "Receipt"]}
        sub="Accepted files of this cohort, with checksums"
        actions={
          <>
            <ButtonLink variant="default" to="/sgc/view/$id" params={{ id: cohort.id }} search={{}}>
              Back to the cohort
            </ButtonLink>
            <Button
              variant="default"
              disabled={!data}
              onClick={() =>
                data &&
                saveText(
                  `receipt ${data.name} v${data.version}.json`,
                  `${JSON.stringify(data, null, 2)}\n`,
                  "application/json",
                )
              }
            >
              Download JSON
            </Button>
            <Button disabled={!data} onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      <Answered what="the receipt" answer={receipt} frame={inCard()}>
        {(paper) => <Paper receipt={paper} />}
      </Answered>
    </>
  );
}

function Paper({ receipt }: { receipt: Receipt }) {
  const missing = kinds.filter((kind) => !receipt.files.some((file) => file.kind === kind));
  return (
    <div className={`${sheet.paper} ${classes.paper}`}>
      <Card title={receipt.name} aside={statusWords[receipt.status].word}>
        <Facts>
          <Fact name="Size">{sizeSentence(receipt)}</Fact>
          <Fact name="Owner">{receipt.owner}</Fact>
          <Fact name="Version of the cohort">{formatCount(receipt.version)}</Fact>
          <Fact name="Validated">{receipt.validated_at ? formatDateTime(receipt.validated_at) : "not yet"}</Fact>
          <Fact name="Hidden">numbers of people below {formatCount(receipt.min_cell)}</Fact>
          <Fact name="Receipt issued">{formatDateTime(receipt.issued_at)}</Fact>
          <Fact name="Cohort id">
            <span className={dataClasses.mono}>{receipt.cohort_id}</span>
          </Fact>
        </Facts>
      </Card>
      {receipt.files.map((file) => (
        <Card key={file.kind} title={kindWords[file.kind]} aside={`version ${file.version}`}>
          <Facts>
            <Fact name="File">{file.file_name}</Fact>
            <Fact name="Accepted">
              {formatDateTime(file.uploaded_at)} from {file.uploaded_by}
            </Fact>
            <Fact name="Rows">{file.kind === "cohort_description" ? "–" : formatCount(file.rows)}</Fact>
            <Fact name="Warnings, confirmed">{formatCount(file.warnings)}</Fact>
            <Fact name="Stored size">{formatBytes(file.size)}</Fact>
          </Facts>
          <Hash name="SHA-256 as sent" value={file.sha256} />
          <Hash name="SHA-256 as stored" value={file.stored_sha256} />
        </Card>
      ))}
      {missing.length > 0 && <Card title="Not sent">{missing.map((kind) => kindWords[kind]).join(", ")}</Card>}
    </div>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <Stack gap={2} mt={10}>
      <span className={dataClasses.faint}>{name}</span>
      <span className={dataClasses.hash}>{value || "not kept: it could reveal a hidden number"}</span>
    </Stack>
  );
}
