import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Account } from "@/api/accounts/accounts";
import { type Answer, renderApp } from "@/test-app";
import { account, reviewer } from "../testing";

/** Nothing is laid out here, so the kit takes a menu for one whose button has scrolled out of sight. */
export const hidden = true;

export const path = "/api/areas/hermes/users";

/** A list of these, counted by state as the server does. */
export function list(items: Account[]): Answer {
  return (request) => {
    const states = new URL(request.url).searchParams.getAll("state");
    const found = states.length > 0 ? items.filter((item) => states.includes(item.state)) : items;
    return { items: found, total: found.length };
  };
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
