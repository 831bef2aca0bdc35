import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { admin, refused, renderApp } from "@/test-app";
import { account, reviewer } from "../testing";
import { choose, hidden, json, list, open, path, people } from "./testing";

test("says how many there are, and who may do what since when", async () => {
  open(people);
  expect(await screen.findByText("2 active accounts · 1 invited")).toBeTruthy();
  const row = within((await screen.findByText("Bo Kim")).closest("tr") as HTMLElement);
  expect(row.getByText("Uploader")).toBeTruthy();
  expect(row.getByText("Invited")).toBeTruthy();
  expect(row.getByText("never")).toBeTruthy();
});

test("search, filters and sort stand in the address and reach the server", async () => {
  const { asked, router } = open(people);
  await userEvent.type(await screen.findByRole("searchbox"), "lee");
  await userEvent.click(screen.getByRole("button", { name: "Last sign-in" }));
  await userEvent.click(screen.getByRole("button", { name: /^State/ }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Invited (1)", hidden }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ q: "lee", sort: "last_login", state: ["invited"] }),
  );
  await waitFor(() => {
    const lists = asked.filter(({ url }) => !new URL(url).searchParams.has("facets"));
    const query = new URL(lists.at(-1)?.url ?? "http://x").searchParams;
    expect(query.get("q")).toBe("lee");
    expect(query.get("sort")).toBe("last_login");
    expect(query.getAll("state")).toEqual(["invited"]);
  });
});

test("another role is one choice with what it may do", async () => {
  const { writes } = open(people, { [`PATCH ${path}/a1`]: account({ roles: ["analyst"] }) });
  await choose("Ada Lee", "Change role…");
  await userEvent.click(await screen.findByRole("radio", { name: "Analyst" }));
  await userEvent.click(screen.getByRole("button", { name: "Change role" }));
  expect(await screen.findByText("Ada Lee is now: Analyst.")).toBeTruthy();
  expect(await json(writes()[0])).toEqual({ role: "analyst" });
});

test("a refused change says so in the dialog and keeps the choice", async () => {
  open(people, { [`PATCH ${path}/a1`]: refused(409, "This is the last active administrator.") });
  await choose("Ada Lee", "Change role…");
  await userEvent.click(await screen.findByRole("radio", { name: "Analyst" }));
  await userEvent.click(screen.getByRole("button", { name: "Change role" }));
  expect(await screen.findByText(/last active administrator\. Nothing was changed/)).toBeTruthy();
  expect((screen.getByRole("radio", { name: "Analyst" }) as HTMLInputElement).checked).toBe(true);
});

test("a link that is not mailed is shown whole, to be copied", async () => {
  const link = { sent: false, url: "/register#invitation=abc", expires_at: "2026-11-22T12:00:00Z" };
  open(people, { [`POST ${path}/a2/link`]: link });
  await choose("Bo Kim", "Send the invitation again");
  const field = (await screen.findByLabelText("Link for bo@example.org")) as HTMLInputElement;
  expect(field.value).toBe(`${window.location.origin}/register#invitation=abc`);
  expect(screen.getByText(/It works once, until \d+ Nov 2026, \d\d:\d\d UTC/)).toBeTruthy();
});

test("a link that was mailed is only said to be", async () => {
  open(people, { [`POST ${path}/a1/link`]: { sent: true, expires_at: "2026-11-22T12:00:00Z" } });
  await choose("Ada Lee", "Send a link to choose a password");
  expect(await screen.findByText("A link was mailed to ada@example.org.")).toBeTruthy();
});

test("disabling asks first and says what happens", async () => {
  const { writes } = open(people, { [`PATCH ${path}/a1`]: account({ state: "disabled" }) });
  await choose("Ada Lee", "Disable…");
  expect(await screen.findByText(/cannot sign in.*2 open sessions will end/)).toBeTruthy();
  expect(writes()).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Disable" }));
  expect(await screen.findByText("Ada Lee was disabled.")).toBeTruthy();
  expect(await json(writes()[0])).toEqual({ is_active: false });
});

test("an invitation is withdrawn after a question; there is nothing to withdraw of who accepted", async () => {
  const { writes } = open(people, { [`DELETE ${path}/a2/invitation`]: () => new Response(null, { status: 204 }) });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Ada Lee" }));
  await screen.findByRole("menuitem", { name: "End all sessions and tokens…", hidden });
  expect(screen.queryByRole("menuitem", { name: /Withdraw/, hidden })).toBeNull();
  await choose("Bo Kim", "Withdraw the invitation…");
  expect(await screen.findByText(/The link stops working, and the account is removed/)).toBeTruthy();
  expect(writes()).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Withdraw invitation" }));
  expect(await screen.findByText("The invitation of Bo Kim was withdrawn.")).toBeTruthy();
  expect(writes()).toHaveLength(1);
});

test("a lost second factor is removed after a question, and only where there is one", async () => {
  const lost = account({ id: "a3", first_name: "Cy", last_name: "Oh", second_factor: true });
  const { writes } = open([...people, lost], {
    [`DELETE ${path}/a3/second-factor`]: () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Ada Lee" }));
  const item = await screen.findByRole("menuitem", { name: /^Remove second factor…/, hidden });
  expect(item.textContent).toContain("This account has no second factor.");
  await choose("Cy Oh", "Remove second factor…");
  expect(await screen.findByText(/in person or by phone who is asking/)).toBeTruthy();
  expect(writes()).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Remove second factor" }));
  expect(await screen.findByText("The second factor of Cy Oh was removed.")).toBeTruthy();
  expect(writes()).toHaveLength(1);
});

test("an equal's way in is an administrator's business, and the menu says so", async () => {
  const equal = account({
    id: "a4",
    first_name: "Di",
    last_name: "Ng",
    roles: ["reviewer"],
    resettable: false,
    second_factor: true,
  });
  open([...people, equal]);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Di Ng" }));
  for (const name of [/^Send a link to choose a password/, /^Remove second factor…/]) {
    const item = await screen.findByRole("menuitem", { name, hidden });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(item.textContent).toContain("Ask an administrator.");
  }
  expect(screen.getByRole("menuitem", { name: "Disable…", hidden }).getAttribute("aria-disabled")).toBeNull();
  expect(screen.queryByRole("menuitem", { name: /manage users/, hidden })).toBeNull();
});

test("administrators let an account manage the users of the area, and take it back", async () => {
  const manager = account({ id: "a5", first_name: "Ed", last_name: "Fox", manages: ["hermes"] });
  const { writes } = open([...people, manager], {
    "GET /api/is-logged-in": admin,
    [`PATCH ${path}/a1`]: account({ manages: ["hermes"] }),
    [`PATCH ${path}/a5`]: account({ id: "a5" }),
  });
  expect(
    within((await screen.findByText("Ed Fox")).closest("tr") as HTMLElement).getByText("manages users"),
  ).toBeTruthy();
  await choose("Ada Lee", "Allow user management");
  expect(await screen.findByText("Ada Lee can manage users from the next sign-in.")).toBeTruthy();
  await choose("Ed Fox", "Remove user management");
  expect(await screen.findByText("Ed Fox cannot manage users any more.")).toBeTruthy();
  expect(await json(writes()[0])).toEqual({ manage_users: true });
  expect(await json(writes()[1])).toEqual({ manage_users: false });
});

test("the own row can be read but not changed, and says why", async () => {
  const { writes } = open(people);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for reviewer1" }));
  const item = await screen.findByRole("menuitem", { name: /^Disable…/, hidden });
  expect(item.getAttribute("aria-disabled")).toBe("true");
  expect(item.textContent).toContain("This is your own account");
  await userEvent.click(item);
  expect(writes()).toHaveLength(0);
});

test("a user who asked for access is invited with a type, and the link is shown", async () => {
  let waiting = [
    {
      id: "r1",
      email: "cy@example.org",
      first_name: "Cy",
      last_name: "Oh",
      reason: "North cohort",
      created_at: "2026-11-20T12:00:00Z",
      verified: true,
    },
  ];
  const { writes } = open(people, {
    "GET /api/areas/hermes/access-requests": () => ({ items: waiting }),
    "POST /api/areas/hermes/access-requests/r1": () => {
      waiting = [];
      return {
        sent: false,
        url: "https://cohort.example.org/register#invitation=x",
        expires_at: "2026-11-22T12:00:00Z",
      };
    },
  });
  expect(await screen.findByText("1 person asks for access")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Invite Cy Oh" }));
  await userEvent.click(await screen.findByRole("radio", { name: "Reviewer" }));
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  const field = (await screen.findByLabelText("Link for cy@example.org")) as HTMLInputElement;
  expect(field.value).toBe("https://cohort.example.org/register#invitation=x");
  expect(await json(writes()[0])).toEqual({ decision: "invite", user_type: "reviewer" });
  await waitFor(() => expect(screen.queryByText("1 person asks for access")).toBeNull());
});

test("an empty list says what to do, a broken one what happened", async () => {
  const { unmount } = open([]);
  expect(await screen.findByText("No accounts yet")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Add users" })[0]?.getAttribute("href")).toBe("/hermes/users/new");
  unmount();
  open([], { [`GET ${path}`]: refused(500, "The database does not answer.") });
  expect(await screen.findByText("Accounts could not be loaded")).toBeTruthy();
  expect(await screen.findByText(/The database does not answer/)).toBeTruthy();
});

test("who manages no users does not get in", async () => {
  open(people, {
    "GET /api/is-logged-in": { ...reviewer, manages: [], roles: ["uploader"], permissions: ["uploadData"] },
  });
  expect(await screen.findByText(/Only accounts that manage users of HERMES/)).toBeTruthy();
});

test("administrators see all areas and give any roles at once", async () => {
  const { writes, router } = renderApp("/admin/users", {
    "GET /api/is-logged-in": admin,
    "GET /api/areas/all/users": list(people),
    "GET /api/areas/all/access-requests": { items: [] },
    "GET /api/areas/datasets/users": list([]),
    "GET /api/areas/datasets/access-requests": { items: [] },
    "PATCH /api/areas/all/users/a1": account(),
  });
  await choose("Ada Lee", "Change role…");
  await userEvent.click(await screen.findByRole("checkbox", { name: "SGC reviewer" }));
  await userEvent.click(screen.getByRole("button", { name: "Change role" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await json(writes()[0])).toEqual({ roles: ["uploader", "sgc-reviewer"] });
  await userEvent.click(screen.getByRole("radio", { name: "Data sets" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ area: "datasets" }));
  expect(await screen.findByText("No accounts yet")).toBeTruthy();
});
