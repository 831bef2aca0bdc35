import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { validateCohort } from "@/api/sgc/calls";
import { brokenRules, cohortConflicts, heldCohort } from "@/api/sgc/refusals";
import { type Cohort, cohortChanged, type Finding } from "@/api/sgc/sgc";
import { formatDateTime, plural } from "@/lib/format/format";
import { AnchorLink, ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { toastDone } from "@/ui/dialog/toast";
import { Refused } from "@/ui/state/Refused";
import { blockingFindings } from "../words";
import { CohortFindings } from "./CohortFindings";
import classes from "./cohort.module.css";
import { openTasks } from "./validation";

/** The last step: all files against each other, and the mark that the cohort is complete. */
export function ValidationPanel({ cohort }: { cohort: Cohort }) {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<Finding[]>();
  const validate = useMutation({
    mutationFn: () => validateCohort(cohort.id, cohort.version),
    onSuccess: async (validated) => {
      setRefused(undefined);
      toastDone(`${cohort.name} is validated.`);
      await cohortChanged(queries, validated);
    },
    onError: (error) => {
      cohortConflicts(queries, error);
      const broken = brokenRules(error);
      if (broken) setRefused(broken.findings);
    },
  });

  if (cohort.status === "validated") return <Validated cohort={cohort} />;
  const open = openTasks(cohort);
  const findings = refused ?? cohort.findings;
  const blocking = blockingFindings(cohort.findings).length;
  return (
    <div className={classes.main}>
      <Card title="Validation">
        <p className={classes.intro}>
          All files are compared with each other and with the cohort size. If everything matches, the cohort is marked
          as validated. A later change removes the mark until you validate again.
        </p>
        {open.length > 0 && <OpenTasks cohort={cohort} open={open} />}
        {open.length === 0 && blocking > 0 && (
          <p>{plural(blocking, "finding")} below must be corrected before the cohort can be validated.</p>
        )}
        {open.length === 0 && blocking === 0 && (
          <Group gap="8px 12px">
            <Button onClick={() => validate.mutate()} loading={validate.isPending}>
              Validate the cohort
            </Button>
            <span>Everything is complete.</span>
          </Group>
        )}
      </Card>
      <Refused error={validate.error} title="The cohort was not validated">
        {heldCohort(validate.error) && "Another person changed it. The current version is shown. Validate again."}
      </Refused>
      <CohortFindings cohortId={cohort.id} findings={findings} />
    </div>
  );
}

function OpenTasks({ cohort, open }: { cohort: Cohort; open: ReturnType<typeof openTasks> }) {
  return (
    <>
      <p>
        {plural(open.length, "item is", "items are")} missing before {cohort.name} can be validated:
      </p>
      <ul className={classes.toDo}>
        {open.map(({ step, words }) => (
          <li key={step}>
            <AnchorLink to="/sgc/edit/$id" params={{ id: cohort.id }} search={{ task: step }}>
              {words}
            </AnchorLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function Validated({ cohort }: { cohort: Cohort }) {
  return (
    <div className={classes.main}>
      <Card title="Validated" aside={cohort.validated_at ? formatDateTime(cohort.validated_at) : undefined}>
        <p className={classes.intro}>
          Everything is complete and consistent. The coordinators see your counts in the totals of the consortium and
          write to you when the GWAS phase begins. You can still make changes, and must then validate again.
        </p>
        <Group gap="8px 12px">
          <ButtonLink to="/sgc/view/$id" params={{ id: cohort.id }} search={{ receipt: 1 }}>
            Receipt
          </ButtonLink>
          <ButtonLink variant="default" to="/sgc/view/$id" params={{ id: cohort.id }}>
            See the cohort
          </ButtonLink>
        </Group>
      </Card>
      <CohortFindings cohortId={cohort.id} findings={cohort.findings} />
    </div>
  );
}
