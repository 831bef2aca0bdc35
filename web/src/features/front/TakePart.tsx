import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { optionsQuery } from "@/api/accounts/options";
import { consortium } from "@/lib/browser/runtime-config";
import { Card } from "@/ui/Card";
import { contactHref } from "@/ui/layout/PublicFrame";
import classes from "./front.module.css";
import { Paragraphs } from "./Paragraphs";

/** How a cohort joins: three steps, each with one link, and the consortium's own text. */
export function TakePart() {
  const registration = useQuery(optionsQuery).data?.registration;
  const { take_part, contact } = consortium();
  return (
    <section aria-labelledby="front-part">
      <h2 className={classes.heading} id="front-part">
        Take part
      </h2>
      <Card>
        <Paragraphs text={take_part} className={classes.part} />
        <ol className={classes.steps}>
          <li>
            <h3>Prepare your file</h3>
            <p>See which columns and formats are accepted.</p>
            <Link to="/help/$topic" params={{ topic: "howto-analyst" }}>
              Read the guide
            </Link>
          </li>
          <li>
            <h3>Get an account</h3>
            <p>{registration ? "Ask for access to an area." : "You are invited by mail or by a link."}</p>
            {registration ? (
              <Link to="/register">Request access</Link>
            ) : contact ? (
              <a href={contactHref(contact)}>Write to the consortium</a>
            ) : (
              <span className={classes.detail}>Ask the consortium for an invitation.</span>
            )}
          </li>
          <li>
            <h3>Submit</h3>
            <p>Upload your file. Quality control runs at once.</p>
            <Link to="/hermes/new">Upload a file</Link>
          </li>
        </ol>
      </Card>
    </section>
  );
}
