import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_public/help/")({
  staticData: { title: "Help" },
  beforeLoad: () => {
    throw redirect({ to: "/help/$topic", params: { topic: "howto-analyst" }, replace: true });
  },
});
