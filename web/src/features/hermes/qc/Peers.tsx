import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { HermesUpload } from "@/api/hermes/hermes";
import { type HermesPeer, peersQuery } from "@/api/hermes/peers";
import { formatDecimal } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { type Placed, ratioDecimals } from "@/ui/chart/sen";
import shared from "@/ui/data.module.css";
import { Answered } from "@/ui/state/Answered";
import { UploadStatusTag } from "@/ui/Tag";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { Agreement } from "./Agreement";
import { Evidence } from "./Evidence";
import classes from "./qc.module.css";
import type { QcReport } from "./report";
import { LambdaCard, SenCard } from "./SenCard";

interface Props {
  upload: HermesUpload;
  report: QcReport;
}

const placedOf = ({ dataset_name: name, status, place }: HermesPeer): Placed => ({
  name,
  accepted: status === "REVIEW APPROVED",
  lambda: place?.lambda_gc ?? null,
  sen: place?.se_n ?? null,
});

/**
 * This file among others of its phenotype, which show problems of scale, size and inflation that
 * one file cannot.
 */
export function Peers({ upload, report }: Props) {
  const peers = useQuery(peersQuery(upload.id));
  const others = useMemo(() => (peers.data?.items ?? []).filter(({ id }) => id !== upload.id), [peers.data, upload.id]);
  const placed = useMemo(() => others.filter(({ place }) => place).map(placedOf), [others]);
  return (
    <>
      <Evidence name="sen">
        <SenCard report={report} others={placed} />
      </Evidence>
      <LambdaCard report={report} others={placed} />
      <Agreement upload={upload} report={report} />
      <Card title="Other files of this phenotype" flush>
        <Answered answer={peers} what="the other files" flush>
          {() => <OthersTable others={others} />}
        </Answered>
      </Card>
    </>
  );
}

const numbers = {
  lambda: ({ place }: HermesPeer) => place?.lambda_gc,
  sen: ({ place }: HermesPeer) => place?.se_n?.ratio,
};

function OthersTable({ others }: { others: readonly HermesPeer[] }) {
  const sort = useRowSort(others, numbers);
  if (others.length === 0) return <p className={shared.emptyNote}>There is none you can see.</p>;
  return (
    <ScrollRegion label="Other files of this phenotype, table" className={shared.tall}>
      <table className={`${shared.table} ${classes.others}`}>
        <thead>
          <tr>
            <th scope="col">Submission and status</th>
            <NumberHead sort={sort} by="lambda">
              λ
            </NumberHead>
            <NumberHead sort={sort} by="sen">
              SE–N
            </NumberHead>
          </tr>
        </thead>
        <tbody>
          {sort.rows.map(({ id, dataset_name, place, status }) => (
            <tr key={id}>
              <td className={classes.other}>
                <Link to="/hermes/qc/$id" params={{ id }}>
                  {dataset_name}
                </Link>
                <div>
                  <UploadStatusTag status={status} />
                </div>
              </td>
              <td className={shared.number}>{formatDecimal(place?.lambda_gc)}</td>
              <td className={shared.number}>{formatDecimal(place?.se_n?.ratio, ratioDecimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
