import { createContext, useContext, useState } from "react";

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
  /** Of the account; absent without a user. */
  id?: string;
  roles: readonly string[];
  permissions: readonly string[];
  /** Areas that the account may enter. */
  areas?: readonly string[];
  /** Areas whose users they manage, if the server sends them. */
  manages?: readonly string[];
}

export function isAdmin(grants: Grants): boolean {
  return grants.roles.includes("admin");
}

export function may(grants: Grants, permission: Permission): boolean {
  return isAdmin(grants) || grants.permissions.includes(permission);
}

/** Whether the account may upload files: to the registry, the tools, an index or a page. */
export function sendsFiles(grants: Grants): boolean {
  return isAdmin(grants) || (grants.areas?.includes("datasets") ?? false) || may(grants, "uploadData");
}

/** Whether the account may create an index: of an uploaded file, or of a HERMES result. */
export function indexes(grants: Grants): boolean {
  return sendsFiles(grants) || (grants.areas?.includes("hermes") ?? false);
}

/**
 * Whether the user manages the users of an area. This server sends it; for an account of another
 * user service it follows from the role or the permission.
 */
export function managesUsers(grants: Grants, area: "hermes" | "sgc"): boolean {
  if (isAdmin(grants)) return true;
  if (grants.manages) return grants.manages.includes(area);
  const byRole = area === "sgc" ? "sgc-reviewer" : "reviewer";
  const byPermission = may(grants, area === "sgc" ? "sgc-add-user" : "addUser") || may(grants, "manage_users");
  return grants.roles.includes(byRole) || byPermission;
}

export const GrantsContext = createContext<Grants>({ roles: [], permissions: [] });

export function useGrants(): Grants {
  return useContext(GrantsContext);
}

/** Whose drafts a form keeps: the account that opened it, also when its session ends while it is open. */
export function useAccountId(): string {
  const { id = "nobody" } = useGrants();
  const [opener] = useState(id);
  return opener;
}

export function useMay(permission: Permission): boolean {
  return may(useGrants(), permission);
}
