import { createFileRoute } from "@tanstack/react-router";
import { ComingPage } from "@/ui/ComingPage";
import { allTools, datasetList, exampleFile } from "@/ui/ways";

export const Route = createFileRoute("/_bootstrap/configbuilder")({
  staticData: { title: "Configuration builder" },
  component: Page,
});

function Page() {
  return (
    <ComingPage
      purpose="Turn a table into an interactive page: choose its columns, filters and plots, and see the page while you build it."
      ways={[datasetList, exampleFile, allTools]}
    />
  );
}
