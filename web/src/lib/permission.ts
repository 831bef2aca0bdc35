import { createContext, useContext } from "react";

/** The names of the permission table that the pages ask for. The server enforces them. */
export type Permission =
  | "viewAllUploads"
  | "approveUpload"
  | "deleteDataset"
  | "runMetaAnalysis"
  | "addUser"
  | "uploadData"
  | "viewAllDatasets"
  | "editAllDatasets"
  | "sgc-review-data"
  | "sgc-review-ma"
  | "sgc-add-user"
  | "sgc-upload-data"
  | "manage_users";

/** What the signed-in user may do. */
export interface Grants {
  roles: readonly string[];
  permissions: readonly string[];
}

export function isAdmin(grants: Grants): boolean {
  return grants.roles.includes("admin");
}

export function may(grants: Grants, permission: Permission): boolean {
  return isAdmin(grants) || grants.permissions.includes(permission);
}

export const GrantsContext = createContext<Grants>({ roles: [], permissions: [] });

export function useGrants(): Grants {
  return useContext(GrantsContext);
}

export function useMay(permission: Permission): boolean {
  return may(useGrants(), permission);
}
