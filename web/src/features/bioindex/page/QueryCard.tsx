import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { BioIndex, BioIndexBuild } from "@/api/bioindex/bioindex";
import { bioAnswers } from "@/api/bioindex/rows";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/state/Notice";
import { AnswerTable } from "./AnswerTable";
import classes from "./page.module.css";
import { QueryForm } from "./QueryForm";
import { questionOf } from "./question";
import type { IndexSearch } from "./search";

interface Props {
  index: BioIndex;
  build: BioIndexBuild;
  search: IndexSearch;
}

/** The query of the index, and its rows. The query is in the address. */
export function QueryCard({ index, build, search }: Props) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id } = index;
  const question = questionOf(build, search);

  function ask(next: IndexSearch) {
    // A repeated query is sent again.
    void queries.resetQueries(bioAnswers(id));
    void navigate({ to: "/minibioindex/$id", params: { id }, search: next, resetScroll: false });
  }

  return (
    <Card flush>
      <div className={classes.query}>
        <QueryForm key={JSON.stringify(search)} index={id} build={build} search={search} onAsk={ask} />
        <Examples index={index} build={build} />
        {build.counting && <p className={classes.examples}>{build.counting}</p>}
        {build.warnings && (
          <Notice tone="warn">
            {build.warnings.map((warning) => (
              <div key={warning}>{warning}</div>
            ))}
          </Notice>
        )}
      </div>
      {question ? (
        <AnswerTable index={index} build={build} question={question} />
      ) : (
        <p className={classes.nothingYet}>Rows appear here with the columns of the file.</p>
      )}
    </Card>
  );
}

function Examples({ index: { id }, build: { examples = [] } }: Omit<Props, "search">) {
  if (examples.length === 0) return null;
  return (
    <p className={classes.examples}>
      Try{" "}
      {examples.map((values) => (
        <AnchorLink
          key={values.join("\n")}
          to="/minibioindex/$id"
          params={{ id }}
          search={{ q: values }}
          resetScroll={false}
          className={classes.example}
        >
          {values.join(", ")}
        </AnchorLink>
      ))}
    </p>
  );
}
