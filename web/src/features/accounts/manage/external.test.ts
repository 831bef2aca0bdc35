import { describe, expect, test } from "vitest";
import type { SgcAccount } from "@/api/accounts";
import { externalPage } from "./external";

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
const names = (search: Parameters<typeof externalPage>[1]) => externalPage(users, search).items.map((u) => u.username);

describe("a list from another user service", () => {
  test.each([
    [{}, ["a", "b", "c"]],
    [{ sort: "-username" }, ["c", "b", "a"]],
    [{ sort: "date_joined" }, ["c", "b", "a"]],
    [{ sort: "colour" }, ["a", "b", "c"]],
    [{ q: "LEE ada" }, ["c"]],
    [{ q: "nobody" }, []],
    [{ after: ["rubbish"] }, ["a", "b", "c"]],
  ])("%j", (search, expected) => expect(names(search)).toEqual(expected));

  test("is cut into pages that hold everybody once", () => {
    const many = Array.from({ length: 120 }, (_, at) => account(`u${String(at).padStart(3, "0")}`));
    const seen: string[] = [];
    let cursor: string | undefined = "0";
    while (cursor) {
      const page = externalPage(many, { after: [cursor] });
      expect(page.total).toBe(120);
      seen.push(...page.items.map((user) => user.username));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(many.map((user) => user.username));
  });
});
