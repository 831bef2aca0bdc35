import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { z } from "zod/mini";
import { sessionQuery } from "@/api/accounts/session";
import { sgcSessionQuery, sgcToken } from "@/api/sgc/session";
import { consortiumArea } from "@/lib/browser/runtime-config";
import { maybe, searchText } from "@/lib/list/table-search";
import { type AreaName, areas } from "@/lib/route/areas";
import { afterSignIn, homeOf } from "@/lib/route/landing";
import { safeRedirect } from "@/lib/route/redirect";

/** The input of a sign-in page: the wanted page, and whether a sign-in has expired. */
export const doorSearch = z.object({ redirect: searchText, expired: maybe(z.coerce.number()) });

export type DoorSearch = z.infer<typeof doorSearch>;

/** Each sign-in page describes its area in one line. */
export const doors = {
  datasets: {
    title: "Sign in",
    opens: "Opens data sets and every area where you have a role.",
  },
  hermes: {
    title: `Sign in to ${areas.hermes.label}`,
    opens: consortiumArea("hermes").purpose || "Opens HERMES: quality control and meta-analyses.",
  },
  sgc: {
    title: `Sign in to ${areas.sgc.label}`,
    opens: consortiumArea("sgc").purpose || "Opens SGC: cohorts and case totals.",
  },
} as const;

/** Where the start page leads: to the registry, but for those whose account or token opens another area alone. */
export async function startOf(queries: QueryClient): Promise<"/datasets" | ReturnType<typeof homeOf>> {
  const user = await queries.fetchQuery(sessionQuery).catch(() => null);
  if (user) return user.areas.includes("datasets") ? "/datasets" : homeOf(user);
  return sgcToken() === undefined ? "/datasets" : "/sgc";
}

/**
 * The redirect for a signed-in user; undefined without a user, or if the user cannot enter this
 * area.
 */
export async function pastDoor(queries: QueryClient, area: AreaName, wanted: unknown): Promise<string | undefined> {
  const sgcPage = safeRedirect(wanted) ?? "/sgc";
  if (area === "sgc" && sgcToken() !== undefined) {
    if ((await queries.fetchQuery(sgcSessionQuery)).state === "user") return sgcPage;
  }
  // An unreachable server must not keep the form from being shown.
  const user = await queries.fetchQuery(sessionQuery).catch(() => null);
  if (area !== "sgc") return user ? afterSignIn(user, wanted) : undefined;
  return user?.areas.includes("sgc") ? sgcPage : undefined;
}

/** Redirects a user who is already signed in, unless the session has just ended. */
export async function leadOn(queries: QueryClient, area: AreaName, { redirect: wanted, expired }: DoorSearch) {
  const href = expired ? undefined : await pastDoor(queries, area, wanted);
  if (href !== undefined) throw redirect({ href });
}
