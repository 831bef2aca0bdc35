import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrapQuietly } from "./client";

export type SignInOptions = Schemas["SignInOptions"];

/** What a page must know before anybody has signed in. */
export const optionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: () => unwrapQuietly(client.GET("/api/sign-in-options")),
  staleTime: 300_000,
});
