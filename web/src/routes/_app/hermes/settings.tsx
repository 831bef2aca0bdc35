import { createFileRoute } from "@tanstack/react-router";
import { SettingsPage } from "@/features/hermes/settings/SettingsPage";

export const Route = createFileRoute("/_app/hermes/settings")({
  staticData: { title: "Settings" },
  component: SettingsPage,
});
