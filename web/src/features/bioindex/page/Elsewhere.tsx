import type { BioIndex, BioIndexBuild } from "@/api/bioindex/bioindex";
import { bioPlace } from "@/api/bioindex/rows";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { CodeLines } from "@/ui/CodeLines";
import classes from "./page.module.css";
import { elsewhere, questionOf } from "./question";
import type { IndexSearch } from "./search";

interface Props {
  index: BioIndex;
  build: BioIndexBuild;
  search: IndexSearch;
}

/** The question on the page, or an example, in lines to use in a script. */
export function Elsewhere({ index, build, search }: Props) {
  const [example = []] = build.examples ?? [];
  const question = questionOf(build, search) ?? questionOf(build, { q: example });
  if (!question) return null;
  const open = index.sharing === "public";
  return (
    <Card title="Query from a script">
      <div className={classes.lines}>
        {elsewhere(bioPlace(index.id), question, open).map(({ name, code }) => (
          <div key={name} className={classes.line}>
            <h3 className={classes.lineName}>{name}</h3>
            <CodeLines code={code} what={`the lines for ${name}`} />
          </div>
        ))}
      </div>
      <p className={classes.note}>
        {open ? (
          "It is public: no token is needed. "
        ) : (
          <>
            <code className={classes.code}>COHORTIUM_TOKEN</code> is an API token that may read;{" "}
            <AnchorLink to={index.area === "hermes" ? "/hermes/profile" : "/profile"} inherit underline="always">
              create one on your profile page
            </AnchorLink>
            .{" "}
          </>
        )}
        The packages for{" "}
        <AnchorLink to="/help/$topic" params={{ topic: "r" }}>
          R
        </AnchorLink>{" "}
        and{" "}
        <AnchorLink to="/help/$topic" params={{ topic: "python" }}>
          Python
        </AnchorLink>{" "}
        read all pages of a long answer. Without them, the field <code className={classes.code}>continuation</code> of
        one page is the <code className={classes.code}>token</code> of the next, at{" "}
        <code className={classes.code}>{bioPlace("").address.replace(/query\/$/, "cont?token=")}</code>. With{" "}
        <code className={classes.code}>fmt=csv</code> or <code className={classes.code}>fmt=ndjson</code>, rows come in
        that format.
      </p>
    </Card>
  );
}
