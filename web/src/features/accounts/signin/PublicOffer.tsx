import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { publicDatasetQuery } from "@/api/datasets/public";
import { Notice } from "@/ui/state/Notice";
import classes from "./auth.module.css";

/** The data set that a visitor wanted to see; undefined for any other page. */
function wantedDataset(redirect: string | undefined): string | undefined {
  const id = /^\/datasets\/([A-Za-z0-9_-]{1,64})\/?(?:[?#]|$)/.exec(redirect ?? "")?.[1];
  return id === "new" || id === "import" ? undefined : id;
}

/** States that the wanted page is public, if it is, and needs no sign-in. */
export function PublicOffer({ redirect }: { redirect: string | undefined }) {
  const id = wantedDataset(redirect);
  const dataset = useQuery({ ...publicDatasetQuery(id ?? ""), enabled: id !== undefined, retry: false }).data;
  if (!dataset) return null;
  return (
    <div className={classes.notice}>
      <Notice tone="info" title="This data set is public">
        <Link to="/p/datasets/$id" params={{ id: dataset.id }}>
          Open it without signing in
        </Link>
        : {dataset.title}.
      </Notice>
    </div>
  );
}
