import { useQuery } from "@tanstack/react-query";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import { phenotypeRequestsQuery } from "@/api/hermes/phenotypes";
import { plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { Answered } from "@/ui/state/Answered";
import classes from "./phenotypes.module.css";
import { RequestsCard } from "./RequestsCard";
import { recent } from "./words";

interface Props {
  /** Those that are settled long since as well. */
  all: boolean;
  known: readonly HermesPhenotype[];
  reviews: boolean;
}

/** What was asked for: to decide, for reviewers; one's own, for everybody else. Nothing when there is none. */
export function Requests({ all, known, reviews }: Props) {
  const list = useQuery(phenotypeRequestsQuery);
  return (
    <Answered
      what="the requests"
      answer={list}
      loading={null}
      frame={(state) => <Card className={classes.above}>{state}</Card>}
    >
      {({ items }) => {
        const open = items.filter((request) => request.status === "asked");
        const settled = items.filter((request) => request.status !== "asked" && (all || (!reviews && recent(request))));
        const waits = reviews
          ? plural(open.length, "phenotype is asked for", "phenotypes are asked for")
          : plural(open.length, "request waits", "requests wait");
        return (
          <>
            {open.length > 0 && (
              <RequestsCard
                title={reviews ? waits : `${waits} for a reviewer`}
                requests={open}
                known={known}
                reviews={reviews}
              />
            )}
            {settled.length > 0 && (
              <RequestsCard title="Settled requests" requests={settled} known={known} reviews={reviews} />
            )}
          </>
        );
      }}
    </Answered>
  );
}
