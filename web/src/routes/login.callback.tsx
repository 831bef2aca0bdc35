import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { CallbackPage } from "@/features/accounts/signin/CallbackPage";
import { providerReturn } from "@/features/accounts/signin/provider";
import { EmptyLayout } from "@/ui/layout/EmptyLayout";

export const Route = createFileRoute("/login/callback")({ staticData: { title: "Signing in" }, component: Page });

function Page() {
  const { history } = useRouter();
  const [answer] = useState(() => providerReturn(history.location.search));
  return (
    <EmptyLayout>
      <CallbackPage {...answer} />
    </EmptyLayout>
  );
}
