import { Button, Menu } from "@mantine/core";
import type { Dataset, DatasetFile } from "@/api/datasets/datasets";
import { depositUrl, fileUrl, metadataUrl } from "@/api/datasets/urls";
import { formatBytes, plural } from "@/lib/format/format";
import { MenuItemLink } from "@/ui/action/menuLinks";
import { metadataFormats } from "./formats";
import classes from "./page.module.css";
import { currentFiles, isDepositable, subjectOf } from "./words";

/** More files than these are better looked through on their own part of the page. */
const listed = 6;

/** The data first, then the rest, each by what it is for. */
export function DownloadMenu({ dataset }: { dataset: Dataset }) {
  const { id } = dataset;
  const files = currentFiles(dataset);
  const tables = files.filter(({ check }) => isDepositable(check)).slice(0, listed);
  return (
    <Menu position="bottom-end" width={340}>
      <Menu.Target>
        <Button variant="default">Download</Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.downloads}>
        <Menu.Label>Data</Menu.Label>
        {files.slice(0, listed).map((file) => (
          <Item key={file.id} href={fileUrl(id, file.id)} name={subjectOf(file)} purpose={file.file_name} file={file} />
        ))}
        {files.length > listed && (
          <MenuItemLink to="/datasets/$id" params={{ id }} search={{ part: "files" }}>
            All {plural(files.length, "file")}
          </MenuItemLink>
        )}
        {files.length === 0 && <Menu.Item disabled>No file has been uploaded yet</Menu.Item>}
        {tables.length > 0 && <Menu.Label>For tools and the GWAS Catalog</Menu.Label>}
        {tables.map((file) => (
          <Item
            key={file.id}
            href={depositUrl(id, file.id)}
            name={`${file.phenotype}: GWAS-SSF`}
            purpose="checked and sorted, with YAML"
          />
        ))}
        <Menu.Label>To cite and catalogue it</Menu.Label>
        {metadataFormats.map(({ format, name, purpose }) => (
          <Item key={format} href={metadataUrl(id, format)} name={name} purpose={purpose} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  href: string;
  name: string;
  purpose: string;
  /** The file whose size is shown. */
  file?: DatasetFile;
}

function Item({ href, name, purpose, file }: ItemProps) {
  return (
    <Menu.Item
      component="a"
      href={href}
      download
      rightSection={file && <span className={classes.size}>{formatBytes(file.size)}</span>}
    >
      {name}
      <span className={classes.hint}>{purpose}</span>
    </Menu.Item>
  );
}
