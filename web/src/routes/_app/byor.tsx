import { createFileRoute } from "@tanstack/react-router";
import { ComingPage } from "@/ui/ComingPage";
import { allTools, datasetList, exampleFile } from "@/ui/ways";

export const Route = createFileRoute("/_app/byor")({
  staticData: { title: "BYOR", parent: "/tools" },
  component: Page,
});

function Page() {
  return (
    <ComingPage
      purpose="Bring your own results: a gallery of published interactive pages, and the way to make one from your own table."
      ways={[datasetList, exampleFile, allTools]}
    />
  );
}
