import { Button } from "@mantine/core";
import { useState } from "react";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Reveal } from "@/ui/Reveal";
import { EmptyState } from "@/ui/state/states";
import classes from "./create.module.css";
import { StudyDialog } from "./StudyDialog";
import { type Creator, type Group, groupsFor, type Place, type Way } from "./ways";

/** What this account can create, each with a sentence and a button. */
export function CreatePage({ creator }: { creator: Creator }) {
  const [study, setStudy] = useState(false);
  const groups = groupsFor(creator);
  if (groups.length === 0) {
    return (
      <>
        <PageHeader />
        <EmptyState title="Nothing to create">
          Your account is read-only. Ask an administrator for a role that can create.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader sub="Choose what to create." />
      <div className={classes.groups}>
        {groups.map((group) => (
          <Reveal key={group.section}>
            <GroupCard group={group} onStudy={() => setStudy(true)} />
          </Reveal>
        ))}
      </div>
      {study && <StudyDialog onClose={() => setStudy(false)} />}
    </>
  );
}

function GroupCard({ group: { title, open, others }, onStudy }: { group: Group; onStudy: () => void }) {
  return (
    <Card title={title} flush>
      <ul className={classes.ways}>
        {open.map((way) => (
          <li key={way.name}>
            <div>
              <h3 className={classes.name}>{way.name}</h3>
              <p className={classes.text}>{way.text}</p>
            </div>
            <Go verb={way.verb} place={way.place} onStudy={onStudy} />
          </li>
        ))}
      </ul>
      {others.length > 0 && <p className={classes.others}>{othersWords(others)}</p>}
    </Card>
  );
}

interface GoProps {
  verb: string;
  place: Place;
  onStudy: () => void;
}

function Go({ verb, place, onStudy }: GoProps) {
  if ("dialog" in place) {
    return (
      <Button variant="default" onClick={onStudy}>
        {verb}
      </Button>
    );
  }
  return (
    <ButtonLink variant="default" {...place}>
      {verb}
    </ButtonLink>
  );
}

/** "Your account cannot create: HERMES user (reviewers), meta-analysis (reviewers)." */
function othersWords(others: readonly Way[]): string {
  return `Your account cannot create: ${others.map(({ name, who }) => `${name} (${who})`).join(", ")}.`;
}
