import { createContext, useContext } from "react";

/** The names of the permission table that the pages ask for. The server enforces them. */
export type Permission =
  | "viewAllUploads"
  | "approveUpload"
  | "deleteDataset"
  | "runMetaAnalysis"
  | "addUser"
  | "uploadData";

/** What the signed-in user may do. */
export interface Grants {
  roles: readonly string[];
  permissions: readonly string[];
}

export function may(grants: Grants, permission: Permission): boolean {
  return grants.roles.includes("admin") || grants.permissions.includes(permission);
}

export const GrantsContext = createContext<Grants>({ roles: [], permissions: [] });

export function useMay(permission: Permission): boolean {
  return may(useContext(GrantsContext), permission);
}
