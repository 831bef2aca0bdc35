import type { Dataset } from "@/api/datasets/datasets";
import { wholeUrl } from "@/api/datasets/urls";
import { Copy } from "@/ui/action/Copy";
import { Card } from "@/ui/Card";
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
          ? "The data set is public: these links work for anyone without signing in."
          : "These links work for people with access to the data set, after signing in. Make it public so that they work for anyone."}{" "}
        A link keeps pointing to its version of the file, even if the file is replaced.
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
