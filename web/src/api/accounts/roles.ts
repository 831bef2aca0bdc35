import { z } from "zod/mini";

const roleName = z.union([
  z.string(),
  z.pipe(
    z.object({ name: z.string() }),
    z.transform((role) => role.name),
  ),
]);

/** Roles in the formats of different servers: strings, or objects with a name. */
export const roleNames = z.catch(z.array(roleName), []);

/** An account with its roles as words. */
export function withRoleNames<T extends { roles: string[] }>(account: T): T {
  return { ...account, roles: roleNames.parse(account.roles) };
}
