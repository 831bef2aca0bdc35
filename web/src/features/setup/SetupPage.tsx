import { useQuery } from "@tanstack/react-query";
import { setupQuery } from "@/api/server/setup";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { Steps } from "./Steps";
import { doneWords } from "./words";

/** The set-up of a new server, with one action for each step. */
export function SetupPage() {
  // The facts change outside of this page: on the server, in another tab.
  const answer = useQuery({ ...setupQuery, staleTime: 0, refetchOnWindowFocus: true });
  return (
    <>
      <PageHeader sub={answer.data ? doneWords(answer.data.steps) : !answer.error && "Loading the first steps"} />
      <Answered what="the first steps" answer={answer} rows={7} frame={inCard()}>
        {({ steps }) => (
          <Card flush>
            <Steps steps={steps} />
          </Card>
        )}
      </Answered>
    </>
  );
}
