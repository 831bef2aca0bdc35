import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { uploadsQuery } from "@/api/hermes/hermes";
import { plural } from "@/lib/format/format";
import { uploadStatuses } from "@/lib/status";
import { statusWord } from "../../list/words";
import classes from "../meta.module.css";

const others = uploadStatuses.filter((status) => status !== "REVIEW APPROVED");
const mostNamed = 10;

/** The files of a phenotype that are not among those to choose from, and why each of them is not. */
export function NotOffered({ phenotype }: { phenotype: string }) {
  const query = { phenotype: [phenotype], status: others, sort: "dataset_name" as const, limit: mostNamed };
  const { data } = useQuery(uploadsQuery(query));
  const left = data?.items.filter(({ status }) => status !== "REVIEW APPROVED") ?? [];
  if (!data || left.length === 0) return null;
  const more = data.total - data.items.length;
  return (
    <p className={classes.source}>
      {plural(left.length + more, "other submission")} of this phenotype {left.length + more === 1 ? "is" : "are"} not
      accepted:{" "}
      {left.map((upload, at) => (
        <span key={upload.id}>
          {at > 0 && ", "}
          <Link to="/hermes/qc/$id" params={{ id: upload.id }} target="_blank">
            {upload.dataset_name}
          </Link>{" "}
          ({statusWord(upload).word})
        </span>
      ))}
      {more > 0 && ` and ${more} more`}.
    </p>
  );
}
