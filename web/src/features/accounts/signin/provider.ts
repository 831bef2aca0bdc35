import { z } from "zod/mini";
import { type ProviderStart, startAtProvider } from "@/api/accounts/doors";
import { ApiError } from "@/api/error";
import { dropFromTab, keepInTab, readFromTab } from "./tabStore";

/** Pages from which one leaves for the provider, and to which a refusal leads back. */
const pages = ["/login", "/hermes/login", "/register", "/profile", "/hermes/profile"] as const;
export type ProviderPage = (typeof pages)[number];

const journeyShape = z.object({
  purpose: z.enum(["sign_in", "accept", "link"]),
  page: z.enum(pages),
  redirect: z.optional(z.string()),
});

/** The state stored in this tab while the user is at the provider. */
export type Journey = z.infer<typeof journeyShape>;

const keyOf = (state: string) => `cohortium.provider.${state}`;

/** Navigates to another site; separate, so that tests can replace it. */
export const browser = { leave: (url: string) => location.assign(url) };

interface Leaving {
  page: ProviderPage;
  /** Where to go when all is well; checked again on the way back. */
  redirect?: string;
  /** Of the invitation to accept. */
  token?: string;
  remember?: boolean;
}

/**
 * Requests the provider's address from the server and navigates there. The page to return to is
 * stored in this tab under the handle that the provider returns. The handle itself contains
 * nothing.
 */
export async function leaveToProvider(
  purpose: ProviderStart["purpose"],
  { page, redirect, token, remember = false }: Leaving,
): Promise<void> {
  const url = await startAtProvider({ purpose, token, remember });
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const state = address?.searchParams.get("state");
  if (!address || !state || !["https:", "http:"].includes(address.protocol)) {
    throw new ApiError(502, "The server sent no sign-in address. Contact its operator.", "provider_address");
  }
  const journey: Journey = { purpose, page, redirect };
  keepInTab(keyOf(state), JSON.stringify(journey));
  browser.leave(address.href);
}

/** What this tab remembers of a journey; undefined when it began elsewhere. */
export function journeyOf(state: string | undefined): Journey | undefined {
  const text = state && readFromTab(keyOf(state));
  if (!text) return undefined;
  try {
    return journeyShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function endJourney(state: string | undefined): void {
  if (state) dropFromTab(keyOf(state));
}

/** What the provider sent along with the way back. */
export interface ProviderReturn {
  code?: string;
  state?: string;
  error?: string;
}

/**
 * Parses a query without conversion: codes and handles are strings even if they look like numbers.
 */
export function providerReturn(query: string): ProviderReturn {
  const params = new URLSearchParams(query);
  const read = (name: string) => params.get(name) || undefined;
  return { code: read("code"), state: read("state"), error: read("error") };
}

/** Why the provider sent no code, in words of ours: its own are not trusted. */
export function refusalWords(error: string | undefined, provider: string): string {
  const name = provider || "The provider";
  switch (error) {
    case "access_denied":
      return `${name} did not sign you in, because you or its administrator declined. Nothing was changed.`;
    case "temporarily_unavailable":
    case "server_error":
      return `${name} cannot sign you in at the moment. Try again later, or use your password.`;
    case undefined:
      return "No external sign-in was in progress. Start here.";
    default:
      return `${name} refused to sign you in. Try again. If it happens again, contact the operator of this server.`;
  }
}
