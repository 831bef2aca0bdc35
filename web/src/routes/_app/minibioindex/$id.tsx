import { createFileRoute } from "@tanstack/react-router";
import { ComingPage } from "@/ui/ComingPage";
import { apiReference, convertFile, datasetList } from "@/ui/ways";

export const Route = createFileRoute("/_app/minibioindex/$id")({
  staticData: { title: "Mini BioIndex", parent: "/tools" },
  component: Page,
});

function Page() {
  return (
    <ComingPage
      purpose="One indexed file: how far its index is, and the address that answers its queries."
      ways={[datasetList, convertFile, apiReference]}
    />
  );
}
