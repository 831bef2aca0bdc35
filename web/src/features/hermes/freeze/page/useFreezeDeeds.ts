import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { cancelFreeze, deleteFreeze, startFreeze, withdrawFreeze } from "@/api/hermes/freeze-calls";
import { type Freeze, freezeChanged, freezeLists, ofFreeze } from "@/api/hermes/freezes";
import { useDeeds } from "@/ui/action/useDeeds";

/** What is done with a whole freeze. A refusal has it read again: it may have changed meanwhile. */
export function useFreezeDeeds(freeze: Freeze) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { run, busy } = useDeeds();
  const after = (answer: Freeze) => freezeChanged(queries, answer);
  const onRefused = () => {
    void queries.invalidateQueries(ofFreeze(freeze.id));
  };
  const rest = { after, onRefused };
  return {
    busy,
    start: () => run({ ...rest, call: () => startFreeze(freeze), failed: `${freeze.name} was not started` }),
    cancel: () =>
      run({
        ...rest,
        question: {
          title: `Cancel ${freeze.name}?`,
          children: "Results that wait or run are cancelled. Complete results are kept, and you can continue later.",
          confirm: "Cancel the run",
          cancel: "Keep running",
        },
        call: () => cancelFreeze(freeze),
        failed: `${freeze.name} was not cancelled`,
      }),
    withdraw: () =>
      run({
        ...rest,
        question: {
          title: `Withdraw ${freeze.name}?`,
          children: "Its public page and the files there are removed. The freeze and its results are kept.",
          confirm: "Withdraw",
          danger: true,
        },
        call: () => withdrawFreeze(freeze),
        done: `${freeze.name} is withdrawn.`,
        failed: `${freeze.name} was not withdrawn`,
      }),
    remove: () =>
      run({
        onRefused,
        question: {
          title: `Delete ${freeze.name}?`,
          children:
            "The freeze, its meta-analyses and their files are deleted for everyone. This cannot be undone. The submissions are kept.",
          confirm: "Delete freeze",
          danger: true,
        },
        call: () => deleteFreeze(freeze),
        done: `${freeze.name} was deleted.`,
        after: async () => {
          await navigate({ to: "/hermes/freezes" });
          queries.removeQueries(ofFreeze(freeze.id));
          await queries.invalidateQueries(freezeLists);
        },
        failed: `${freeze.name} was not deleted`,
      }),
  };
}
