import type { ReactNode } from "react";
import { type Permission, useMay } from "@/lib/permission";

/** Hides what the signed-in user's permissions do not name. The server enforces the same. */
export function Can({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useMay(permission) ? children : null;
}
