import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { admin, person, refused, renderApp, signInOptions } from "@/test-app";

const signedOut = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };

describe("the session", () => {
  test.each([
    ["/datasets?q=a+b", "/login"],
    ["/admin/users", "/login"],
    ["/hermes/ma/m1?locus=rs1", "/hermes/login"],
    ["/sgc/edit/c1?step=2", "/sgc/login"],
  ])("%s leads a stranger to %s, and keeps path and query", async (address, door) => {
    const { router } = renderApp(address, signedOut);
    await screen.findByRole("form", { name: "Sign in" });
    expect(router.state.location.pathname).toBe(door);
    expect((router.state.location.search as { redirect: string }).redirect).toBe(address);
  });

  test.each([
    "/datasets?q=a%20b&sort=-name",
    "/datasets?q=007&x=1.0&unknown=%41",
    "/hermes/ma/m1?locus=16:53800000&region=16%3A1-2#loci",
    "/sgc/phenotypes?q=%22x%22&show=",
  ])("the address that was opened is kept letter by letter: %s", async (address) => {
    const { router } = renderApp(address, signedOut);
    await screen.findByRole("form", { name: "Sign in" });
    expect((router.state.location.search as { redirect: string }).redirect).toBe(address);
  });

  test("and it is followed letter by letter", async () => {
    let known = false;
    const { router } = renderApp("/datasets?q=007%20a&sort=-name", {
      "GET /api/is-logged-in": () => (known ? admin : refused(401, "Sign in.")),
      "POST /api/login": () => {
        known = true;
        return { status: "ok", user: admin };
      },
      "GET /api/datasets": { items: [], total: 0 },
    });
    await userEvent.type(await screen.findByLabelText(/user name/i), "admin1");
    await userEvent.type(screen.getByLabelText("Password"), "secret");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/datasets"));
    expect(router.history.location.href).toBe("/datasets?q=007%20a&sort=-name");
  });

  test("the start leads to the data sets, and who may not enter them to an area of their own", async () => {
    const first = renderApp("/", { "GET /api/is-logged-in": admin });
    await waitFor(() => expect(first.router.state.location.pathname).toBe("/datasets"));
    first.unmount();
    for (const [area, home] of [
      ["hermes", "/hermes"],
      ["sgc", "/sgc"],
    ] as const) {
      const own = renderApp("/", { "GET /api/is-logged-in": person({ groups: [area], areas: [area] }) });
      await waitFor(() => expect(own.router.state.location.pathname).toBe(home));
      own.unmount();
    }
    const third = renderApp("/", signedOut);
    await waitFor(() => expect(third.router.state.location.pathname).toBe("/login"));
    expect(third.router.state.location.search).toEqual({ redirect: "/datasets" });
  });

  test("an account limited to HERMES finds 403 outside, within its own bar, and the way back", async () => {
    const { router } = renderApp("/datasets", {});
    expect(await screen.findByRole("button", { name: /account of analyst1/ })).toBeTruthy();
    expect(within(screen.getByRole("banner")).getByRole("link", { name: "Phenotypes" })).toBeTruthy();
    expect(within(screen.getByRole("main")).getByRole("heading", { level: 1 }).textContent).toBe("403 Forbidden");
    await userEvent.click(screen.getByRole("link", { name: "Go to the submissions" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
  });

  test.each(["/hermes", "/hermes/users"])("a curator finds 403 at %s, and the way to the data sets", async (path) => {
    const curator = person({ roles: ["curator"], groups: ["datasets"], areas: ["datasets"] });
    const { asked } = renderApp(path, { "GET /api/is-logged-in": curator });
    expect(await screen.findByRole("heading", { name: "403 Forbidden" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to the data sets" }).getAttribute("href")).toBe("/datasets");
    expect(within(screen.getByRole("banner")).getByRole("link", { name: "Create" })).toBeTruthy();
    expect(asked.filter(({ url }) => url.includes("/api/hermes"))).toEqual([]);
  });

  test("an unreachable server is said to be so, and the page comes when it is back", async () => {
    let down = true;
    const { router } = renderApp("/tools", {
      "GET /api/is-logged-in": () => {
        if (down) throw new TypeError("failed");
        return admin;
      },
    });
    await screen.findByRole("heading", { name: "No connection" });
    expect(router.state.location.pathname).toBe("/tools");
    down = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Tools" })).toBeTruthy();
  });

  test("an open page stays while the server cannot say who is signed in", async () => {
    let down = false;
    const { router, asked } = renderApp("/hermes/profile", {
      "GET /api/is-logged-in": () => (down ? refused(500, "Out of order.") : person()),
    });
    await screen.findByRole("heading", { level: 1 });
    down = true;
    vi.setSystemTime(Date.now() + 61_000);
    const before = asked.length;
    await router.navigate({ to: "/hermes/changepassword" });
    vi.useRealTimers();
    expect(asked.slice(before).some(({ url }) => url.endsWith("/api/is-logged-in"))).toBe(true);
    expect(router.state.location.pathname).toBe("/hermes/changepassword");
    expect(screen.queryByText(/Internal Server Error/)).toBeNull();
    expect(await screen.findByLabelText("New password")).toBeTruthy();
  });

  test("what an account owes comes first, and then the page one wanted", async () => {
    let duties: ("change_password" | "second_factor")[] = ["change_password"];
    const { router } = renderApp("/hermes/dashboard?rows=10", { "GET /api/is-logged-in": () => person({ duties }) });
    await waitFor(() => expect(router.state.location.pathname).toBe("/profile/duties"));
    duties = [];
    await router.options.context.queries.invalidateQueries({ queryKey: ["session"] });
    await router.invalidate();
    await waitFor(() => expect(router.state.location.pathname).toBe("/hermes/dashboard"));
    expect(router.state.location.search).toEqual({ rows: 10 });
  });

  test("pages of a role are refused to others in their frame", async () => {
    renderApp("/admin/audit", { "GET /api/is-logged-in": person({ groups: ["datasets"], areas: ["datasets"] }) });
    expect(await screen.findByRole("heading", { level: 1, name: "403 Forbidden" })).toBeTruthy();
    expect(within(screen.getByRole("main")).getByRole("heading", { level: 1 })).toBeTruthy();
    expect(screen.getByRole("button", { name: /account of/ })).toBeTruthy();
  });
});

describe("registration", () => {
  test.each([
    ["is open when it is enabled", "/register", { ...signInOptions, registration: true }, "/register"],
    ["is open by an invitation", "/register#invitation=abc", signInOptions, "/register"],
    ["is closed otherwise", "/register", signInOptions, "/login"],
  ])("%s", async (_rule, address, options, path) => {
    const { router } = renderApp(address, { ...signedOut, "GET /api/sign-in-options": options });
    await waitFor(() => expect(router.state.status).toBe("idle"));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });
});
