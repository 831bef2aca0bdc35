import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type Answer, admin, person, refused, renderApp, signInOptions } from "@/test-app";

const signedOut = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };
const cohortContact = {
  id: 7,
  username: "contact1",
  email: "",
  roles: [{ id: 1, name: "sgc-uploader" }],
  permissions: ["sgc-upload-data"],
  groups: ["sgc"],
};
const verified = { "GET /api/auth/verify/": { user: cohortContact } };

const keepToken = () => localStorage.setItem("sgcAuthToken", "t1");
const token = () => localStorage.getItem("sgcAuthToken");

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

  test("the start leads everybody to the data sets; the guard decides there", async () => {
    const first = renderApp("/", { "GET /api/is-logged-in": admin });
    await waitFor(() => expect(first.router.state.location.pathname).toBe("/datasets"));
    first.unmount();
    const second = renderApp("/", {});
    await screen.findByRole("heading", { name: "403 Not allowed" });
    expect(second.router.state.location.pathname).toBe("/datasets");
    expect(screen.getByRole("link", { name: "Go to the data sets" }).getAttribute("href")).toBe("/hermes");
    second.unmount();
    const third = renderApp("/", signedOut);
    await waitFor(() => expect(third.router.state.location.pathname).toBe("/login"));
    expect(third.router.state.location.search).toEqual({ redirect: "/datasets" });
  });

  test("an account limited to HERMES finds 403 outside, and the way back", async () => {
    const { router } = renderApp("/datasets", {});
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("403 Not allowed");
    await userEvent.click(screen.getByRole("link", { name: "Go to the data sets" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
  });

  test.each(["/hermes", "/hermes/users"])("a curator finds 403 at %s, and the way to the data sets", async (path) => {
    const curator = person({ roles: ["curator"], groups: ["datasets"], areas: ["datasets"] });
    const { asked } = renderApp(path, { "GET /api/is-logged-in": curator });
    expect(await screen.findByRole("heading", { name: "403 Not allowed" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go to the data sets" }).getAttribute("href")).toBe("/datasets");
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
    expect(screen.queryByText(/Something went wrong on the server/)).toBeNull();
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
    expect(await screen.findByRole("heading", { level: 1, name: "403 Not allowed" })).toBeTruthy();
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

describe("the token of SGC", () => {
  test("opens the area without a session, and is asked for with its group", async () => {
    keepToken();
    const { asked } = renderApp("/sgc", { ...signedOut, ...verified });
    expect(await screen.findByRole("heading", { name: "Cohorts", level: 1 })).toBeTruthy();
    const verify = asked.find((request) => request.url.includes("/api/auth/verify/"));
    expect(new URL(verify?.url ?? "").search).toBe("?group=sgc");
    expect(verify?.headers.get("Authorization")).toBe("Bearer t1");
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  });

  test("leads to what its account owes, beside a session that owes nothing", async () => {
    keepToken();
    const owing = { user: { ...cohortContact, duties: ["change_password"] } };
    const { router } = renderApp("/sgc/new", {
      "GET /api/is-logged-in": admin,
      "GET /api/auth/verify/": owing,
    });
    await screen.findByText(/Signed in as contact1/);
    expect(router.state.location.pathname).toBe("/profile/duties");
    expect(router.state.location.search).toEqual({ redirect: "/sgc/new" });
  });

  test.each([400, 401, 403, 404, 429])("is removed when the service answers %d", async (status) => {
    keepToken();
    const { router } = renderApp("/sgc/new", {
      ...signedOut,
      "GET /api/auth/verify/": () => refused(status, "This token is not good."),
    });
    await screen.findByText(/sign-in has expired/);
    expect(router.state.location.search).toEqual({ redirect: "/sgc/new", expired: 1 });
    expect(token()).toBeNull();
  });

  test.each<[string, Answer]>([
    ["the service is not reached", () => Promise.reject(new TypeError("failed"))],
    ["the service fails", () => refused(500, "Out of order.")],
    ["the service is busy", () => refused(503, "Busy.")],
  ])("is kept when %s, and the page says so", async (_what, answer) => {
    keepToken();
    const options = { ...signInOptions, user_service_url: "https://users.example" };
    renderApp("/sgc", { ...signedOut, "GET /api/sign-in-options": options, "GET /api/auth/verify/": answer });
    expect(await screen.findByText(/user service cannot be reached/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
    expect(token()).toBe("t1");
  });

  test("an open page stays while the service fails", async () => {
    keepToken();
    let down = false;
    const { router } = renderApp("/sgc", {
      ...signedOut,
      "GET /api/auth/verify/": () => (down ? refused(503, "Busy.") : { user: cohortContact }),
    });
    await screen.findByRole("button", { name: "Sign out" });
    down = true;
    vi.setSystemTime(Date.now() + 61_000);
    await router.navigate({ to: "/sgc/phenotypes" });
    vi.useRealTimers();
    expect(router.state.location.pathname).toBe("/sgc/phenotypes");
    expect(screen.queryByText(/user service cannot be reached/)).toBeNull();
    expect(screen.getByRole("button", { name: "Sign out" })).toBeTruthy();
  });

  test("without a user service the sign-in page says so", async () => {
    renderApp("/sgc", { ...signedOut, "GET /api/sign-in-options": { ...signInOptions, user_service_url: "" } });
    expect(await screen.findByText("The user service is not set up. Tell the operator of this server.")).toBeTruthy();
  });

  test("another server is asked at its own address, without our header", async () => {
    const { router, asked } = renderApp("/sgc/login?redirect=%2Fsgc%2Fphenotypes", {
      ...signedOut,
      "GET /api/sign-in-options": {
        ...signInOptions,
        user_service_url: "https://users.example/",
        sgc_group: "sgc-prod",
      },
      "POST /api/auth/login/": { access: "t2", user: cohortContact },
    });
    await userEvent.type(await screen.findByLabelText(/user name/i), "contact1");
    await userEvent.type(screen.getByLabelText("Password"), "secret");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/sgc/phenotypes"));
    const login = asked.find((request) => request.method === "POST");
    expect(login?.url).toBe("https://users.example/api/auth/login/");
    expect([...(login?.headers.keys() ?? [])].map((name) => name.toLowerCase())).toEqual(["accept", "content-type"]);
    expect(await login?.json()).toEqual({ username: "contact1", password: "secret", group: "sgc-prod" });
    expect(token()).toBe("t2");
  });

  test("signing out removes it", async () => {
    keepToken();
    const { router, writes } = renderApp("/sgc", {
      ...signedOut,
      ...verified,
      "POST /api/auth/logout/": { status: "ok" },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/sgc/login"));
    expect(token()).toBeNull();
    expect(writes().map((request) => request.headers.get("Authorization"))).toEqual(["Bearer t1"]);
  });

  test.each<[string, Answer]>([
    ["another shape", { hello: "world" }],
    ["no user", { user: null }],
    ["no JSON", () => new Response("<html>", { status: 200 })],
  ])("an answer without a user removes it: %s", async (_what, answer) => {
    keepToken();
    const { router } = renderApp("/sgc", { ...signedOut, "GET /api/auth/verify/": answer });
    await screen.findByText(/sign-in has expired/);
    expect(router.state.location.search).toEqual({ redirect: "/sgc", expired: 1 });
    expect(token()).toBeNull();
  });

  test("the group that the page was told at its start is the one that is asked for", async () => {
    const told = document.createElement("script");
    told.id = "cohortium-config";
    told.type = "application/json";
    told.textContent = JSON.stringify({ sgcUserGroup: "sgc-north" });
    document.head.append(told);
    keepToken();
    const { asked } = renderApp("/sgc", { ...signedOut, ...verified });
    await screen.findByRole("button", { name: "Sign out" });
    told.remove();
    const verify = asked.find((request) => request.url.includes("/api/auth/verify/"));
    expect(new URL(verify?.url ?? "").search).toBe("?group=sgc-north");
  });
});
