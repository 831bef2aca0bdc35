import { createFileRoute } from "@tanstack/react-router";
import { consortiumQuery } from "@/api/hermes/review";
import { SettingsPage } from "@/features/hermes/settings/SettingsPage";

export const Route = createFileRoute("/_app/hermes/settings")({
  staticData: { title: "Settings" },
  loader: ({ context }) => void context.queries.prefetchQuery(consortiumQuery),
  component: SettingsPage,
});
