import { createFileRoute } from "@tanstack/react-router";
import { ComingPage } from "@/ui/ComingPage";
import { apiReference, convertFile, datasetList, runQc } from "@/ui/ways";

export const Route = createFileRoute("/_app/minibioindex/new")({
  staticData: { title: "New mini BioIndex", parent: "/tools" },
  component: Page,
});

function Page() {
  return (
    <ComingPage
      purpose="Make a delimited file answer queries by region, gene or key, at an address of its own."
      ways={[datasetList, convertFile, runQc, apiReference]}
    />
  );
}
