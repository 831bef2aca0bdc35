import { Anchor } from "@mantine/core";
import { type PublicDataset, publicMetadataUrl } from "@/api/datasets/public";
import { CopyButton } from "@/ui/action/CopyButton";
import { Card } from "@/ui/Card";
import { Outside } from "../page/Outside";
import page from "../page/page.module.css";
import classes from "./public.module.css";

/** How to cite a public data set, in words and for programs. */
export function CiteCard({ dataset }: { dataset: PublicDataset }) {
  return (
    <Card title="How to cite" aside={<CopyButton value={dataset.citation} label="Copy citation" size="compact-sm" />}>
      <p className={page.prose}>{dataset.citation}</p>
      <div className={classes.formats}>
        <Anchor href={publicMetadataUrl(dataset.id, "bibtex")} download>
          BibTeX
        </Anchor>
        <Anchor href={publicMetadataUrl(dataset.id, "ris")} download>
          RIS
        </Anchor>
      </div>
    </Card>
  );
}

/** What others may do with the data. */
export function LicenceCard({ dataset: { license } }: { dataset: PublicDataset }) {
  return (
    <Card title="Licence">
      <Outside address={license} text={license || "Not stated. Ask the people to cite before you use the data."} />
    </Card>
  );
}
