import { Anchor, Button } from "@mantine/core";
import { gwasSsfYamlUrl, metadataUrl } from "@/api/dataset-urls";
import type { Dataset } from "@/api/datasets";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import shared from "@/ui/data.module.css";
import { metadataFormats } from "./formats";
import classes from "./page.module.css";
import { currentFiles, isDepositable, webAddress } from "./words";

/** How to cite a data set, and what is said about it in the formats of catalogues. */
export function CitePart({ dataset }: { dataset: Dataset }) {
  const tables = currentFiles(dataset).filter(({ check }) => isDepositable(check));
  const publication = webAddress(dataset.publication_url);
  return (
    <div className={classes.main}>
      <Card title="How to cite" aside={<CopyButton value={dataset.citation} label="Copy citation" size="compact-sm" />}>
        <p className={classes.citation}>{dataset.citation}</p>
        {publication && (
          <p className={classes.note}>
            Cite the article too:{" "}
            <Anchor href={publication} target="_blank" rel="noopener noreferrer" inherit>
              {dataset.publication || dataset.pub_id || publication}
            </Anchor>
          </p>
        )}
      </Card>
      <Card title="For machines" flush>
        <ul className={classes.lines}>
          {metadataFormats.map(({ format, name, purpose }) => (
            <li key={format} className={classes.download}>
              <span>
                {name}
                <span className={classes.hint}>{purpose}</span>
              </span>
              <Save href={metadataUrl(dataset.id, format)} what={name} />
            </li>
          ))}
          {tables.map((file) => (
            <li key={file.id} className={classes.download}>
              <span>
                GWAS-SSF metadata (YAML): {file.phenotype}
                <span className={classes.hint}>{file.file_name}</span>
              </span>
              <Save href={gwasSsfYamlUrl(dataset.id, file.id)} what={`GWAS-SSF metadata of ${file.file_name}`} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function Save({ href, what }: { href: string; what: string }) {
  return (
    <Button component="a" variant="default" size="compact-sm" href={href} download>
      Download<span className={shared.hidden}> {what}</span>
    </Button>
  );
}
