import type { BioIndexPreview, BioIndexSource } from "@/api/bioindex/bioindex";
import { formatBytes, plural } from "@/lib/format/format";
import { own } from "@/lib/own";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { Notice } from "@/ui/state/Notice";
import classes from "../bioindex.module.css";
import { sourceWords } from "../words";

const formats: Record<string, string> = {
  csv: "CSV",
  tsv: "TSV",
  jsonl: "one JSON object per line",
  json: "one JSON object per line",
  "gwas-ssf": "GWAS-SSF",
  bed: "BED",
  vcf: "VCF",
};

/** What becomes of the file: whether its rows are copied. */
function orderWords({ sorted, in_blocks }: BioIndexPreview): string {
  if (sorted && in_blocks) return "The first rows are sorted and the file is block-compressed, so it is not copied.";
  if (sorted) return "The first rows are sorted.";
  return "The first rows are not sorted. They are sorted while the index is built.";
}

/** What was recognised in the file as a whole. */
export function FileCard({ preview, source }: { preview: BioIndexPreview; source: BioIndexSource }) {
  const { name, format, compression, bytes, columns, findings } = preview;
  return (
    <Card title="The file" aside={<AnchorLink to="/minibioindex/new">Another file</AnchorLink>}>
      <div className={classes.stack}>
        <Facts>
          <Fact name="File">
            <span className={classes.code}>{name}</span>
            {bytes !== undefined && `, ${formatBytes(bytes)}`}
          </Fact>
          <Fact name="From">{sourceWords(source)}</Fact>
          <Fact name="Recognised">
            {own(formats, format) ?? format}, {compression === "none" ? "not compressed" : compression},{" "}
            {plural(columns.length, "column")}
          </Fact>
          <Fact name="Order">{orderWords(preview)}</Fact>
        </Facts>
        {findings.length > 0 && (
          <Notice tone="warn" title="Findings">
            <ul className={classes.bullets}>
              {findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </Card>
  );
}
