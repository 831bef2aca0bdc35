import { expect, test } from "vitest";
import type { SgcAccount } from "@/api/accounts/accounts";
import { shownUsers } from "./external";

function account(username: string, change: Partial<SgcAccount> = {}): SgcAccount {
  return {
    id: username,
    username,
    email: `${username}@example.org`,
    first_name: "",
    last_name: "",
    roles: ["sgc-uploader"],
    is_active: true,
    date_joined: "2026-01-01T00:00:00Z",
    ...change,
  };
}

const users = [
  account("c", { first_name: "Ada", last_name: "Lee" }),
  account("a", { date_joined: "2026-03-01T00:00:00Z" }),
  account("b", { date_joined: "2026-02-01T00:00:00Z" }),
];

test.each([
  [{}, ["a", "b", "c"]],
  [{ sort: "-username" }, ["c", "b", "a"]],
  [{ sort: "date_joined" }, ["c", "b", "a"]],
  [{ sort: "colour" }, ["a", "b", "c"]],
  [{ q: "LEE ada" }, ["c"]],
  [{ q: "nobody" }, []],
])("a list from another user service: %j", (search, expected) =>
  expect(shownUsers(users, search).map((user) => user.username)).toEqual(expected),
);
