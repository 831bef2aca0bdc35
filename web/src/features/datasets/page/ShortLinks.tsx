import { wholeUrl } from "@/api/dataset-urls";
import type { Dataset } from "@/api/datasets";
import { Card } from "@/ui/Card";
import { Copy } from "@/ui/Copy";
import classes from "./page.module.css";
import { currentFiles, subjectOf } from "./words";

/** The short link of every current file, and for whom it works. */
export function ShortLinks({ dataset }: { dataset: Dataset }) {
  const files = currentFiles(dataset);
  if (files.length === 0) return null;
  return (
    <Card title="Short links" flush>
      <p className={classes.intro}>
        {dataset.sharing === "public"
          ? "The data set is public: these work for anybody, without signing in."
          : "These work for those who may see the data set, once they have signed in. Make it public for them to work for anybody."}{" "}
        A link stays with its version of the file, also when the file is replaced.
      </p>
      <ul className={classes.lines}>
        {files.map((file) => (
          <li key={file.id} className={classes.download}>
            <span>
              <code className={classes.inlineAddress}>{wholeUrl(file.path)}</code>
              <span className={classes.hint}>
                {file.file_name} ({subjectOf(file)})
              </span>
            </span>
            <Copy value={wholeUrl(file.path)} what={`the short link of ${file.file_name}`} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
