import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type Answer, admin, refused, renderApp, signInOptions } from "@/test-app";

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
