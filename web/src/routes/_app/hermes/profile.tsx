import { createFileRoute } from "@tanstack/react-router";
import { profileQuery } from "@/api/accounts/accounts";
import { ProfilePage } from "@/features/accounts/profile/ProfilePage";

export const Route = createFileRoute("/_app/hermes/profile")({
  staticData: { title: "Profile" },
  loader: ({ context }) => void context.queries.prefetchQuery(profileQuery),
  component: () => <ProfilePage page="/hermes/profile" />,
});
