import { createFileRoute } from "@tanstack/react-router";
import { ToolsPage } from "@/features/tools/ToolsPage";
import { sendsFiles } from "@/lib/permission";

export const Route = createFileRoute("/_app/tools/")({
  staticData: { title: "Tools", when: sendsFiles },
  component: ToolsPage,
});
