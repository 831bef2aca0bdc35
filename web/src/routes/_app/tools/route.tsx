import { createFileRoute } from "@tanstack/react-router";
import { demand } from "@/features/accounts/frame/admit";
import { sendsFiles } from "@/lib/permission";

/** Tools take files, so that they are for accounts that may send some. */
export const Route = createFileRoute("/_app/tools")({
  beforeLoad: ({ context: { user } }) =>
    demand(
      sendsFiles(user),
      "Only accounts that can upload files can use the tools. Ask an administrator for a role in the registry or for uploads in HERMES.",
    ),
});
