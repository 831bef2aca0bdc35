import { createFileRoute } from "@tanstack/react-router";
import { NoticesPage } from "@/features/hermes/notices/NoticesPage";

export const Route = createFileRoute("/_app/hermes/notices")({
  staticData: { title: "Notices" },
  component: NoticesPage,
});
