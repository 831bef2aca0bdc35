import { z } from "zod";

const roleName = z.union([z.string(), z.object({ name: z.string() }).transform((role) => role.name)]);

/** Roles as any server tells them: words, or records with a name. */
export const roleNames = z.array(roleName).catch([]);

/** An account with its roles as words. */
export function withRoleNames<T extends { roles: string[] }>(account: T): T {
  return { ...account, roles: roleNames.parse(account.roles) };
}
