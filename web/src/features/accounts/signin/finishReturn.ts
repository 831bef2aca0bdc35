import type { QueryClient } from "@tanstack/react-query";
import { finishAtProvider, type ProviderLogin } from "@/api/accounts/doors";
import { optionsQuery } from "@/api/accounts/options";
import { ApiError } from "@/api/error";
import { afterSignIn, homeOf } from "@/lib/route/landing";
import { messageOf } from "@/ui/state/states";
import { dropLink } from "../register/linkToken";
import type { DoorNotice } from "./doorNotice";
import { endJourney, type Journey, journeyOf, type ProviderReturn, refusalWords } from "./provider";

/** The target of the return from a provider, and the message there. */
export interface Outcome {
  href: string;
  /** For the page of a door, which shows it. */
  notice?: DoorNotice;
  /** For a page behind the guard, which does not. */
  done?: string;
}

async function providerName(queries: QueryClient): Promise<string> {
  const options = await queries.fetchQuery(optionsQuery).catch(() => undefined);
  return options?.provider ?? "";
}

/** Back to where the journey began, with the reason. */
function refused(journey: Journey | undefined, notice: DoorNotice): Outcome {
  const page = journey?.page ?? "/login";
  const query =
    journey?.redirect && page !== "/register" ? `?${new URLSearchParams({ redirect: journey.redirect })}` : "";
  return { href: `${page}${query}`, notice };
}

function arrived(login: ProviderLogin, journey: Journey | undefined, provider: string): Outcome {
  switch (login.purpose) {
    case "link": {
      const page = journey?.page === "/hermes/profile" ? journey.page : "/profile";
      return { href: page, done: `You can now sign in with ${provider || "the provider"}.` };
    }
    case "accept":
      dropLink("invitation");
      return { href: homeOf(login.user) };
    default:
      return { href: afterSignIn(login.user, journey?.redirect) };
  }
}

/** Finishes what was begun at the provider. Never fails: every refusal is a way back with a reason. */
export async function finishReturn(queries: QueryClient, { code, state, error }: ProviderReturn): Promise<Outcome> {
  const journey = journeyOf(state);
  const provider = await providerName(queries);
  try {
    if (error || !code || !state) return refused(journey, { tone: "fail", sentence: refusalWords(error, provider) });
    return arrived(await finishAtProvider(queries, code, state), journey, provider);
  } catch (cause) {
    const asked = cause instanceof ApiError && cause.code === "access_requested";
    return refused(journey, { tone: asked ? "info" : "fail", sentence: messageOf(cause) });
  } finally {
    endJourney(state);
  }
}
