import { createFileRoute } from "@tanstack/react-router";
import { ToolsPage } from "@/features/tools/ToolsPage";

export const Route = createFileRoute("/_app/tools/")({ staticData: { title: "Tools" }, component: ToolsPage });
