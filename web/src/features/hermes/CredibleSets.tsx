import { useQuery } from "@tanstack/react-query";
import { credibleSetsQuery } from "@/api/browse/credible";
import { CredibleSetsCard } from "@/ui/credible/CredibleSetsCard";
import { Answered, inCard } from "@/ui/state/Answered";

/** The credible sets of a result, by its name among the results that are browsed. */
export function CredibleSets({ result }: { result: string }) {
  const answer = useQuery(credibleSetsQuery(result));
  return (
    <Answered
      what="the credible sets"
      answer={answer}
      rows={4}
      frame={inCard("Credible sets")}
      safe="The result is not affected."
    >
      {(data) => <CredibleSetsCard data={data} area="hermes" />}
    </Answered>
  );
}
