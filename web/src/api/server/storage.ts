import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";
import type { operations } from "@/api/gen/schema";

export type Quota = Schemas["Quota"];
export type StorageOwner = Schemas["StorageOwner"];
export type StorageLimits = Schemas["StorageLimits"];
export type StorageOwnerParams = NonNullable<operations["listStorageOwners"]["parameters"]["query"]>;

/** What the caller uses of each quota, read each time that a page shows it. */
export const storageQuery = apiQuery("/api/storage", {}, { staleTime: 0, throwOnError: false });

/** The accounts that use storage. For administrators. */
export const storageOwnersQuery = (query: StorageOwnerParams) =>
  apiQuery("/api/storage/owners", { query }, { placeholderData: keepPreviousData });
