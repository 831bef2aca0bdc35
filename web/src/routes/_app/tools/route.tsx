import { createFileRoute } from "@tanstack/react-router";
import { demand } from "@/features/accounts/signin/admit";
import { may } from "@/lib/permission";

/** Tools take files, so that they are for accounts that may send some. */
export const Route = createFileRoute("/_app/tools")({
  beforeLoad: ({ context: { user } }) =>
    demand(
      user.areas.includes("datasets") || may(user, "uploadData"),
      "Tools are for accounts that may send files. Ask an administrator for a role in the registry or for uploads in HERMES.",
    ),
});
