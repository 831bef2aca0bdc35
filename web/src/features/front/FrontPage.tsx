import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { publicSummaryQuery } from "@/api/front";
import { consortium } from "@/lib/browser/runtime-config";
import { formatCount } from "@/lib/format/format";
import { areas } from "@/lib/route/areas";
import { Card } from "@/ui/Card";
import { Picture } from "@/ui/Logo";
import { useTitle } from "@/ui/PageHeader";
import { FrontSearch } from "./FrontSearch";
import classes from "./front.module.css";
import { NewResults } from "./NewResults";
import { Paragraphs } from "./Paragraphs";
import { TakePart } from "./TakePart";

/** The first page for visitors: what this registry is, a search, news, and how to take part. */
export function FrontPage() {
  const { headline, text, areas: presented } = consortium();
  useTitle(headline);
  return (
    <>
      <div className={classes.hero}>
        <h1 className={classes.headline}>{headline}</h1>
        <Paragraphs text={text} className={classes.text} />
        <FrontSearch />
        <Numbers />
      </div>
      <NewResults />
      <div className={classes.columns}>
        <TakePart />
        <section aria-labelledby="front-areas">
          <h2 className={classes.heading} id="front-areas">
            Areas
          </h2>
          <Card flush>
            <ul className={classes.areas}>
              {presented.map(({ area, name, purpose, logo }) => (
                <li key={area}>
                  {logo && <Picture address={logo} size={32} />}
                  <div>
                    <Link to={areas[area].home}>{name}</Link>
                    <p>{purpose}</p>
                  </div>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      </div>
    </>
  );
}

const numbers = [
  ["datasets", "data set", "data sets"],
  ["studies", "study", "studies"],
  ["phenotypes", "phenotype", "phenotypes"],
  ["ancestries", "ancestry", "ancestries"],
] as const;

/** How much is public; the places of the numbers are there before they are. */
function Numbers() {
  const { data } = useQuery(publicSummaryQuery);
  return (
    <dl className={classes.numbers}>
      {numbers.map(([key, one, many]) => (
        <div key={key}>
          <dt>{data?.[key] === 1 ? one : many}</dt>
          <dd>{data ? formatCount(data[key]) : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
