import { createFileRoute } from "@tanstack/react-router";
import { publicDatasetsQuery } from "@/api/datasets/public";
import { publicSummaryQuery } from "@/api/front";
import { FrontPage } from "@/features/front/FrontPage";
import { newest } from "@/features/front/newest";

export const Route = createFileRoute("/_public/p/")({
  staticData: { title: "Public data" },
  codeSplitGroupings: [["loader"], ["component"]],
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(publicSummaryQuery);
    void queries.prefetchQuery(publicDatasetsQuery(newest));
  },
  component: FrontPage,
});
