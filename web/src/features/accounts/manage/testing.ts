import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Account } from "@/api/accounts/accounts";
import { type Answer, renderApp } from "@/test-app";
import { account, reviewer } from "../testing";

/** Nothing is laid out here, so the kit takes a menu for one whose button has scrolled out of sight. */
export const hidden = true;

export const path = "/api/areas/hermes/users";

/** A list of these, with the counts of both filters. */
export function list(items: Account[]): Answer {
  return (request) => {
    const query = new URL(request.url).searchParams;
    const states = query.getAll("state");
    const found = states.length > 0 ? items.filter((item) => states.includes(item.state)) : items;
    const facets = {
      state: countBy(items.map(({ state }) => state)),
      role: countBy(items.flatMap(({ roles }) => roles)),
    };
    return { items: found, total: found.length, ...(query.has("facets") && { facets }) };
  };
}

function countBy(values: readonly string[]): Record<string, number> {
  return Object.fromEntries([...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]));
}

export function open(items: Account[], answers: Record<string, Answer> = {}, address = "/hermes/users") {
  return renderApp(address, {
    "GET /api/is-logged-in": reviewer,
    [`GET ${path}`]: list(items),
    "GET /api/areas/hermes/access-requests": { items: [] },
    ...answers,
  });
}

export const people = [
  account(),
  account({
    id: "a2",
    user_name: "bo@example.org",
    first_name: "Bo",
    last_name: "Kim",
    state: "invited",
    last_login: null,
    sessions: 0,
  }),
  account({ id: "u2", user_name: "reviewer1", first_name: "", last_name: "", roles: ["reviewer"], manageable: false }),
];

export const choose = async (name: string, item: string | RegExp) => {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item, hidden }));
};
export const json = async (request: Request | undefined) => (request ? await request.json() : undefined);
