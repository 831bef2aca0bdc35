import { createFileRoute } from "@tanstack/react-router";
import { versionQuery } from "@/api/accounts/session";
import { firstAnswer } from "@/api/queries";
import { toolRunsQuery } from "@/api/tools/tools";
import { ToolsPage } from "@/features/tools/ToolsPage";
import { sendsFiles } from "@/lib/permission";

export const Route = createFileRoute("/_app/tools/")({
  staticData: { title: "Tools", when: sendsFiles },
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(versionQuery);
    return firstAnswer(queries, toolRunsQuery);
  },
  component: ToolsPage,
});
