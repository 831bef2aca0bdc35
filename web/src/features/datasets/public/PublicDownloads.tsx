import { useQuery } from "@tanstack/react-query";
import { codesQuery } from "@/api/datasets/datasets";
import {
  type PublicDataset,
  type PublicFile,
  publicDepositUrl,
  publicFileUrl,
  publicMetadataUrl,
  publicResultsQuery,
} from "@/api/datasets/public";
import { plural } from "@/lib/format/format";
import { Copy } from "@/ui/action/Copy";
import { Card } from "@/ui/Card";
import { DownloadLine } from "../page/DownloadLine";
import { metadataFormats } from "../page/formats";
import page from "../page/page.module.css";
import { labelOf } from "../words";
import classes from "./public.module.css";

/** The data first, then the rest, each by what it is for. */
export function DownloadCard({ dataset }: { dataset: PublicDataset }) {
  const { id, phenotypes } = dataset;
  const tables = phenotypes.flatMap(({ file }) => (file?.check && file.check.status !== "failed" ? [file] : []));
  return (
    <Card title="Download" aside="no account needed" flush>
      <ul className={page.lines}>
        {phenotypes.map(({ id: key, file, phenotype, description, credible_sets }, at) => (
          <FileLines key={key} first={at === 0} name={description || phenotype} file={file} sets={credible_sets} />
        ))}
        {tables.map((file) => (
          <DepositLine key={file.id} id={id} file={file} several={tables.length > 1} />
        ))}
        {metadataFormats
          .filter(({ cites }) => !cites)
          .map(({ format, name, purpose }) => (
            <DownloadLine key={format} href={publicMetadataUrl(id, format)} name={name} purpose={purpose} />
          ))}
      </ul>
      {phenotypes.every(({ file }) => !file) && <p className={page.none}>No data file has been uploaded yet.</p>}
    </Card>
  );
}

interface FileLinesProps {
  name: string;
  file: PublicFile | undefined;
  sets: PublicDataset["phenotypes"][number]["credible_sets"];
  first: boolean;
}

function FileLines({ name, file, sets, first }: FileLinesProps) {
  return (
    <>
      {file && <Data file={file} name={name} purpose="full results" primary={first} />}
      {sets.map((set) => set.file && <Data key={set.id} file={set.file} name={set.name} purpose="credible set" />)}
    </>
  );
}

interface DataProps {
  file: PublicFile;
  name: string;
  purpose: string;
  primary?: boolean;
}

function Data({ file, name, purpose, primary }: DataProps) {
  const { rows_in: rows } = file.check ?? {};
  const build = useQuery(codesQuery).data?.genome_build;
  const facts = [purpose, labelOf(build, file.genome_build), ...(rows ? [plural(rows, "row")] : []), file.file_name];
  return (
    <DownloadLine href={publicFileUrl(file)} name={name} purpose={facts.join(" · ")} size={file.size} primary={primary}>
      <span className={classes.sum}>
        SHA-256 <code>{file.sha256.slice(0, 8)}…</code>
        <Copy value={file.sha256} what={`SHA-256 of ${file.file_name}`} />
      </span>
    </DownloadLine>
  );
}

function DepositLine({ id, file, several }: { id: string; file: PublicFile; several: boolean }) {
  const deposit = useQuery(publicResultsQuery(id, file)).data?.deposit;
  if (!deposit) return null;
  const name = several ? `GWAS-SSF and YAML: ${deposit.file}` : "GWAS-SSF and YAML";
  return (
    <DownloadLine
      href={publicDepositUrl(id, file.id)}
      name={name}
      purpose="sorted and checked, for tools and the GWAS Catalog"
      size={deposit.size}
    />
  );
}
