import { expect, test } from "vitest";
import { roleNames, withRoleNames } from "./roles";

test.each([
  [["reviewer", "uploader"], "reviewer,uploader"],
  [[{ name: "reviewer" }, { id: 2, name: "uploader" }], "reviewer,uploader"],
  [["reviewer", { name: "uploader" }], "reviewer,uploader"],
  [[], ""],
  [undefined, ""],
  [[3], ""],
])("roles %j are the words %s", (roles, words) => expect(roleNames.parse(roles).join(",")).toBe(words));

test("the rest of the account stays", () => {
  const told = { user_name: "a", roles: [{ name: "admin" }] as unknown as string[] };
  expect(withRoleNames(told)).toEqual({ user_name: "a", roles: ["admin"] });
});
