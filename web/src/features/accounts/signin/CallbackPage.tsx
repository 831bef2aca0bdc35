import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { providerReturn } from "@/api/accounts/doors";
import { ApiError } from "@/lib/api-error";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { finishReturn, type Outcome } from "./finishReturn";
import type { ProviderReturn } from "./provider";
import { SignInCard } from "./SignInCard";

const profiles = ["/profile", "/hermes/profile"];

/** Shows a message if the target page does not show one. */
function say({ href, notice, done }: Outcome): void {
  if (done) toastDone(done);
  if (notice && profiles.includes(href)) {
    toastError("Your account was not linked", new ApiError(400, notice.sentence, "not_linked"));
  }
}

/** The return from an external provider: completes the sign-in and navigates on. */
export function CallbackPage({ code, state, error }: ProviderReturn) {
  const queries = useQueryClient();
  const router = useRouter();
  const left = useRef(false);
  // One entry of the cache is asked once, however often the page is drawn: the code works once.
  const outcome = useQuery({
    queryKey: [providerReturn, state, code, error],
    queryFn: () => finishReturn(queries, { code, state, error }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

  useEffect(() => {
    if (!outcome || left.current) return;
    left.current = true;
    say(outcome);
    void router.navigate({ href: outcome.href, replace: true, state: { doorNotice: outcome.notice } });
  }, [outcome, router]);

  return (
    <SignInCard title="Signing in">
      <div role="status">Signing in… This takes a moment.</div>
    </SignInCard>
  );
}
