import { z } from "zod/mini";
import type { DraftKind } from "@/lib/browser/draft";
import { draftShape } from "@/ui/form/record";

/** The typed values about a person, without the password. */
const typed = z.object({ user_name: z.string(), first_name: z.string(), last_name: z.string(), user_type: z.string() });
const person = draftShape(typed);
const invited = draftShape(z.extend(typed, { also_roles: z.array(z.string()) }));

export const invitationDraft: DraftKind<z.infer<typeof invited>> = { name: "invitation", version: 3, shape: invited };
export const newUserDraft: DraftKind<z.infer<typeof person>> = { name: "new-user", version: 2, shape: person };

const several = draftShape(z.object({ text: z.string(), user_type: z.string() }));
export const severalDraft: DraftKind<z.infer<typeof several>> = { name: "invitations", version: 2, shape: several };

const names = draftShape(z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }));
export const namesDraft: DraftKind<z.infer<typeof names>> = { name: "own-account", version: 1, shape: names };

const token = draftShape(
  z.object({ name: z.string(), scopes: z.array(z.string()), days: z.union([z.number(), z.string()]) }),
);
export const tokenDraft: DraftKind<z.infer<typeof token>> = { name: "api-token", version: 1, shape: token };
