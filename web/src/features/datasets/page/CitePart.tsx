import type { Dataset } from "@/api/datasets/datasets";
import { gwasSsfYamlUrl, metadataUrl } from "@/api/datasets/urls";
import { CopyButton } from "@/ui/action/CopyButton";
import { Card } from "@/ui/Card";
import { DownloadLine } from "./DownloadLine";
import { metadataFormats } from "./formats";
import { Outside } from "./Outside";
import classes from "./page.module.css";
import { currentFiles, isDepositable, webAddress } from "./words";

/** The citation of a data set, and its metadata in catalogue formats. */
export function CitePart({ dataset }: { dataset: Dataset }) {
  const tables = currentFiles(dataset).filter(({ check }) => isDepositable(check));
  return (
    <div className={classes.main}>
      <Card title="How to cite" aside={<CopyButton value={dataset.citation} label="Copy citation" size="compact-sm" />}>
        <p className={classes.citation}>{dataset.citation}</p>
        {webAddress(dataset.publication_url) && (
          <p className={classes.note}>
            Cite the article too:{" "}
            <Outside address={dataset.publication_url} text={dataset.publication || dataset.pub_id} />
          </p>
        )}
      </Card>
      <Card title="For machines" flush>
        <ul className={classes.lines}>
          {metadataFormats.map(({ format, name, purpose }) => (
            <DownloadLine key={format} href={metadataUrl(dataset.id, format)} name={name} purpose={purpose} />
          ))}
          {tables.map((file) => (
            <DownloadLine
              key={file.id}
              href={gwasSsfYamlUrl(dataset.id, file.id)}
              name={`GWAS-SSF metadata (YAML): ${file.phenotype}`}
              purpose={file.file_name}
            />
          ))}
        </ul>
      </Card>
    </div>
  );
}
