import { createFileRoute } from "@tanstack/react-router";
import { demand } from "@/features/accounts/frame/admit";
import { ArchivePage } from "@/features/sgc/consortium/ArchivePage";
import { may } from "@/lib/permission";

export const Route = createFileRoute("/_sgc/sgc/archive")({
  staticData: { title: "Archive" },
  beforeLoad: ({ context: { sgcUser } }) =>
    demand(
      sgcUser !== null && may(sgcUser, "sgc-review-data"),
      "Only SGC reviewers can see the archive of all cohorts.",
    ),
  component: ArchivePage,
});
