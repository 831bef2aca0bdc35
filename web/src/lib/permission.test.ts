import { expect, test } from "vitest";
import { type Grants, managesUsers } from "./permission";

const grants = (change: Partial<Grants>): Grants => ({ roles: [], permissions: [], ...change });

// The rule of the design: an administrator, the role of the area, or the permission; within the area.
test.each<[string, Grants, boolean, boolean]>([
  ["nobody", grants({}), false, false],
  ["an administrator", grants({ roles: ["admin"] }), true, true],
  ["a reviewer, as this server says", grants({ roles: ["reviewer"], manages: ["hermes"] }), true, false],
  [
    "an uploader who was given it in hermes",
    grants({ permissions: ["manage_users"], manages: ["hermes"] }),
    true,
    false,
  ],
  ["the same in the registry alone", grants({ permissions: ["manage_users"], manages: ["datasets"] }), false, false],
  ["a reviewer of another user service", grants({ roles: ["sgc-reviewer"] }), false, true],
  ["its permission", grants({ permissions: ["sgc-add-user"] }), false, true],
  ["the permission there", grants({ permissions: ["manage_users"] }), true, true],
])("%s", (_who, who, hermes, sgc) => {
  expect(managesUsers(who, "hermes")).toBe(hermes);
  expect(managesUsers(who, "sgc")).toBe(sgc);
});
