import { createFileRoute, notFound } from "@tanstack/react-router";
import { HelpPage } from "@/features/help/HelpPage";
import { topics } from "@/features/help/topics";

export const Route = createFileRoute("/_public/help/$topic")({
  staticData: { title: "Help" },
  // A document is read with the page, so that nothing moves when it arrives.
  codeSplitGroupings: [["loader"], ["component"]],
  loader: async ({ params: { topic } }) => {
    const found = topics.find((one) => one.topic === topic);
    const { readDocument } = await import("@/features/help/documents");
    const text = await readDocument(topic);
    if (!found || text === undefined) throw notFound();
    return { topic: found, text };
  },
  component: Page,
});

function Page() {
  return <HelpPage {...Route.useLoaderData()} />;
}
