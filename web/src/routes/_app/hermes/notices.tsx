import { createFileRoute } from "@tanstack/react-router";
import { fewNotices, noticesQuery } from "@/api/hermes/review";
import { NoticesPage } from "@/features/hermes/notices/NoticesPage";

export const Route = createFileRoute("/_app/hermes/notices")({
  staticData: { title: "Notices" },
  loader: ({ context }) => void context.queries.prefetchQuery(noticesQuery(fewNotices)),
  component: NoticesPage,
});
