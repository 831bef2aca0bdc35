import { Link } from "@tanstack/react-router";
import classes from "./HelpLink.module.css";
import { type HelpTarget, helpTargets } from "./targets";

interface Props {
  to: HelpTarget;
  /** What is explained: "Inflation". */
  about: string;
}

/** A small sign beside a term, a finding or a setting; opens its paragraph of the documentation in another tab. */
export function HelpLink({ to, about }: Props) {
  const [topic, hash] = helpTargets[to].split("#");
  return (
    <Link
      className={classes.link}
      to="/help/$topic"
      params={{ topic: topic as string }}
      hash={hash}
      target="_blank"
      aria-label={`Help: ${about} (opens in a new tab)`}
      title={`Help: ${about}`}
    >
      ?
    </Link>
  );
}
