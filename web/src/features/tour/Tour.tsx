import { Button } from "@mantine/core";
import { useState } from "react";
import { type Grants, may } from "@/lib/permission";
import { ButtonLink } from "@/ui/action/links";
import { keepPlace, type Place, readPlace } from "./place";
import { steps } from "./steps";
import classes from "./tour.module.css";

/**
 * The tour of the demo: a bar at the foot of the window with one step at a time. Leaving it is
 * kept in the browser; a button after the page starts it again.
 */
export function Tour({ grants }: { grants: Grants }) {
  const [place, setPlace] = useState(() => readPlace(steps.length));
  const step = place === "left" ? undefined : steps[place];
  const go = (next: Place) => {
    keepPlace(next);
    setPlace(next);
  };
  if (place === "left" || !step) {
    return (
      <section className={classes.left} aria-label="Guided tour">
        <Button variant="subtle" size="xs" onClick={() => go(0)}>
          Take the guided tour
        </Button>
      </section>
    );
  }
  const allowed = !step.needs || may(grants, step.needs.permission);
  const last = place === steps.length - 1;
  return (
    <section className={classes.bar} aria-label="Guided tour">
      <p className={classes.count}>
        Guided tour, step {place + 1} of {steps.length}
      </p>
      <div className={classes.step} aria-live="polite">
        <h2 className={classes.title}>{step.title}</h2>
        <p>
          {step.text}
          {!allowed && ` This needs another account of the demo: ${step.needs?.account}.`}
        </p>
      </div>
      <div className={classes.buttons}>
        {allowed && (
          <ButtonLink {...step.link} variant="default" size="xs">
            {step.open}
          </ButtonLink>
        )}
        {place > 0 && (
          <Button variant="subtle" size="xs" onClick={() => go(place - 1)}>
            Back
          </Button>
        )}
        <Button variant="subtle" size="xs" onClick={() => go(last ? "left" : place + 1)}>
          {last ? "Finish the tour" : "Next step"}
        </Button>
        {!last && (
          <Button variant="subtle" size="xs" onClick={() => go("left")}>
            Leave the tour
          </Button>
        )}
      </div>
    </section>
  );
}
