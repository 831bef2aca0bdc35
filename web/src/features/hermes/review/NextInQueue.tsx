import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { uploadsQuery } from "@/api/hermes/hermes";
import { plural } from "@/lib/format/format";
import sheet from "@/ui/paper.module.css";
import classes from "./review.module.css";

/** The one that waits longest for this reviewer, besides the one that is open. */
export function NextInQueue({ after }: { after: string }) {
  const queue = useQuery(uploadsQuery({ waiting_for_you: true, sort: "uploaded_at", limit: 2 })).data;
  const next = queue?.items.find(({ id }) => id !== after);
  if (!queue || !next) return null;
  const others = queue.total - (queue.items.some(({ id }) => id === after) ? 1 : 0);
  return (
    <p className={`${classes.next} ${sheet.onScreen}`}>
      {plural(Math.max(others, 1), "other waits", "others wait")} for you. Next:{" "}
      <Link to="/hermes/qc/$id" params={{ id: next.id }}>
        {next.dataset_name}
      </Link>
    </p>
  );
}
