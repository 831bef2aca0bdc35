import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { portalConfigQuery } from "@/api/hermes/hermes";
import { type MetaAnalysis, metaFileUrl } from "@/api/hermes/meta";
import { formatBytes } from "@/lib/format/format";
import { labelOf } from "../../qc/words";
import classes from "../meta.module.css";
import { byMeaning, fileWords, vcfHint } from "./files";

/** The files of a result by what they are, and all of them in one. */
export function FileItems({ meta }: { meta: MetaAnalysis }) {
  const ancestries = useQuery(portalConfigQuery).data?.ancestries;
  const vcf = meta.summary?.gwas_vcf;
  return (
    <>
      {byMeaning(meta.files ?? []).map((file) => (
        <Menu.Item key={file.name} component="a" href={metaFileUrl(meta.id, file.name)} download>
          <span className={classes.fileName}>
            <span>{fileWords(file.name, (code) => labelOf(ancestries, code))}</span>
            <span className={classes.fileHint}>{formatBytes(file.size)}</span>
          </span>
          <span className={classes.fileHint} title={`SHA-256 ${file.sha256}`}>
            {file.name}
          </span>
          {file.name === "results.vcf.gz" && vcf && (
            <span className={classes.fileNote} title={`SHA-256 of the reference panel ${vcf.sha256}`}>
              {vcfHint(vcf)}
            </span>
          )}
        </Menu.Item>
      ))}
      {vcf?.missing && (
        <Menu.Item aria-disabled closeMenuOnClick={false} className={classes.fileMissing}>
          <span>GWAS-VCF cannot be downloaded</span>
          <span className={classes.fileNote}>{vcf.missing}</span>
        </Menu.Item>
      )}
      <Menu.Item component="a" href={metaFileUrl(meta.id, "everything.zip")} download>
        <span className={classes.fileName}>
          <span>Everything</span>
          <span className={classes.fileHint}>ZIP</span>
        </span>
      </Menu.Item>
    </>
  );
}
