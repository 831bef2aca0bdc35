import { notifications } from "@mantine/notifications";
import { configure, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Answer, noSubmissions, person, refused, renderApp, signInOptions } from "@/test-app";

const named = { "GET /api/sign-in-options": { ...signInOptions, provider: "Google" } };
const list = {
  items: [],
  total: 0,
  summary: noSubmissions,
};

beforeEach(() => configure({ reactStrictMode: true }));
afterEach(() => {
  configure({ reactStrictMode: false });
  notifications.clean();
});

function remember(journey: object, state = "h1") {
  sessionStorage.setItem(`cohortium.provider.${state}`, JSON.stringify(journey));
}

function comeBack(query: string, answers: Record<string, Answer> = {}, until = Promise.resolve()) {
  let user: object | undefined;
  return renderApp(`/login/callback?${query}`, {
    ...named,
    "GET /api/is-logged-in": () => user ?? refused(401, "Sign in."),
    "GET /api/hermes/uploads": list,
    "POST /api/google-login": async () => {
      await until;
      user = person();
      return { status: "ok", purpose: "sign_in", user };
    },
    ...answers,
  });
}

test("posts code and state once, even though effects run twice, and goes where one wanted to go", async () => {
  remember({ purpose: "sign_in", page: "/hermes/login", redirect: "/hermes?q=north" });
  let answer = () => {};
  const seen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { router, writes } = comeBack("code=4%2F0Ab&state=h1", {}, seen);
  expect(await screen.findByText(/Signing in…/)).toBeTruthy();
  answer();
  await waitFor(() => expect(router.state.location.href).toBe("/hermes?q=north"));
  expect(writes()).toHaveLength(1);
  expect(await writes()[0]?.json()).toEqual({ code: "4/0Ab", state: "h1" });
  expect(sessionStorage.getItem("cohortium.provider.h1")).toBeNull();
});

test("a code and a handle that look like numbers stay texts", async () => {
  const { writes } = comeBack("code=007&state=12");
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await writes()[0]?.json()).toEqual({ code: "007", state: "12" });
});

test.each([
  "//evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/\\evil.example",
  "/%5cevil.example",
  "/login",
])("what was kept is no way out: %s", async (redirect) => {
  remember({ purpose: "sign_in", page: "/login", redirect });
  const { router } = comeBack("code=c&state=h1");
  await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
});

test("the handle itself leads nowhere", async () => {
  const { router } = comeBack("code=c&state=%2Fadmin%2Fusers");
  await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
});

test("a refused consent leads back to the page it came from, with the reason", async () => {
  remember({ purpose: "sign_in", page: "/hermes/login", redirect: "/hermes/ma" });
  const { router, writes } = comeBack("error=access_denied&error_description=Call+this+number&state=h1");
  expect(await screen.findByText(/^Google did not sign you in/)).toBeTruthy();
  expect(router.state.location.href).toBe("/hermes/login?redirect=%2Fhermes%2Fma");
  expect(screen.queryByText(/Call this number/)).toBeNull();
  expect(writes()).toEqual([]);
});

test.each([
  ["error=temporarily_unavailable", /cannot sign you in at the moment/],
  ["error=invalid_scope&state=h9", /Google refused to sign you in/],
  ["", /No external sign-in was in progress/],
  ["code=c", /No external sign-in was in progress/],
])("nothing to finish in %j: back to the common door", async (query, reason) => {
  const { router, writes } = comeBack(query);
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(router.state.location.pathname).toBe("/login");
  expect(writes()).toEqual([]);
});

test.each<[string, Answer]>([
  [
    "This Google account is not known here.",
    () => refused(401, "This Google account is not known here.", [], "unknown_account"),
  ],
  ["Your request was passed on.", () => refused(401, "Your request was passed on.", [], "access_requested")],
  ["Start again.", () => refused(400, "Start again.", [], "invalid_state")],
  ["Google does not answer.", () => refused(503, "Google does not answer.", [], "provider_unreachable")],
  ["The server cannot be reached.", () => Promise.reject(new TypeError("failed"))],
])("shows at the door: %s", async (sentence, answer) => {
  remember({ purpose: "sign_in", page: "/hermes/login" });
  const { router } = comeBack("code=c&state=h1", { "POST /api/google-login": answer });
  expect(await screen.findByText(new RegExp(sentence))).toBeTruthy();
  expect(router.state.location.pathname).toBe("/hermes/login");
  expect(screen.getByRole("form", { name: "Sign in" })).toBeTruthy();
});

describe("linking", () => {
  const curator = person({ groups: ["datasets"], areas: ["datasets"] });

  test("ends on the profile, and says that it worked", async () => {
    remember({ purpose: "link", page: "/profile" });
    const { router } = comeBack("code=c&state=h1", {
      "GET /api/is-logged-in": curator,
      "POST /api/google-login": { status: "ok", purpose: "link", user: curator },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/profile"));
    expect(await screen.findAllByText("You can now sign in with Google.")).toHaveLength(1);
  });

  test("that was refused ends there as well, with the reason", async () => {
    remember({ purpose: "link", page: "/hermes/profile" });
    const { router } = comeBack("error=access_denied&state=h1", { "GET /api/is-logged-in": person() });
    expect(await screen.findByText("Your account was not linked")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/hermes/profile");
  });
});

describe("accepting an invitation", () => {
  test("ends at the home of the account, and the invitation is used up", async () => {
    remember({ purpose: "accept", page: "/register" });
    sessionStorage.setItem("cohortium.link.invitation", "inv1");
    const { router } = comeBack("code=c&state=h1", {
      "POST /api/google-login": { status: "ok", purpose: "accept", user: person() },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
    expect(sessionStorage.getItem("cohortium.link.invitation")).toBeNull();
  });

  test("that was refused leads back to the invitation, which still works", async () => {
    remember({ purpose: "accept", page: "/register" });
    sessionStorage.setItem("cohortium.link.invitation", "inv1");
    const { router } = comeBack("error=access_denied&state=h1", {
      "POST /api/links/look-up": {
        kind: "invitation",
        user_name: "ada@example.org",
        email: "ada@example.org",
        first_name: "Ada",
        last_name: "",
        areas: ["hermes"],
        invited_by: "reviewer1",
        expires_at: "2026-11-22T10:00:00Z",
      },
    });
    expect(await screen.findByText("Welcome to HERMES")).toBeTruthy();
    expect(screen.getByText(/^Google did not sign you in/)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/register");
  });
});
