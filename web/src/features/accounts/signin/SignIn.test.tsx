import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Answer, analyst, noSubmissions, person, refused, renderApp, signInOptions } from "@/test-app";
import { browser } from "./provider";

const list = {
  items: [],
  total: 0,
  summary: noSubmissions,
};

const signedOut = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };

async function fillIn(password = "secret") {
  await userEvent.type(await screen.findByLabelText(/user name/i), "analyst1");
  await userEvent.type(screen.getByLabelText("Password"), password);
}

async function signIn(password?: string) {
  await fillIn(password);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

/** A server that asks for the code 123456 once the password was right. */
function withSecondFactor(extra: Record<string, Answer> = {}) {
  return {
    ...signedOut,
    "GET /api/hermes/uploads": list,
    "POST /api/login": async (request: Request) => {
      const { code } = (await request.json()) as { code?: string };
      if (code === undefined) return refused(401, "Enter the code.", [], "second_factor_required");
      if (code !== "123456") return refused(401, "This code is not right.", [], "wrong_code");
      return { status: "ok", user: analyst };
    },
    ...extra,
  };
}

test("leads back to where one wanted to go, query and all", async () => {
  let known = false;
  const { router } = renderApp("/hermes?status=%5B%22FAILED%20QC%22%5D", {
    "GET /api/is-logged-in": () => (known ? analyst : refused(401, "Sign in.")),
    "POST /api/login": () => {
      known = true;
      return { status: "ok", user: analyst };
    },
    "GET /api/hermes/uploads": list,
  });
  await signIn();
  await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
  expect(router.state.location.search).toEqual({ status: ["FAILED QC"] });
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/%2f%2fevil.example"])(
  "never leads to %s",
  async (wanted) => {
    const { router } = renderApp(`/login?${new URLSearchParams({ redirect: wanted })}`, {
      ...signedOut,
      "POST /api/login": { status: "ok", user: analyst },
      "GET /api/hermes/uploads": list,
    });
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
  },
);

test("shows the sentence of the server at the fields, and keeps the user name", async () => {
  renderApp("/hermes/login", {
    ...signedOut,
    "POST /api/login": () => refused(401, "User name or password is wrong."),
  });
  await signIn();
  expect(await screen.findByText("User name or password is wrong.")).toBeTruthy();
  expect(field(/user name/i).value).toBe("analyst1");
  expect(field(/user name/i).getAttribute("aria-invalid")).toBe("true");
  const password = field("Password");
  expect(password.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(password.getAttribute("aria-describedby") ?? "")?.textContent).toContain("is wrong");
  await waitFor(() => expect(document.activeElement).toBe(password));
  await userEvent.type(password, "x");
  expect(screen.queryByText("User name or password is wrong.")).toBeNull();
});

test("what is missing is said at the field, and nothing is sent", async () => {
  const { writes } = renderApp("/login", signedOut);
  await userEvent.type(await screen.findByLabelText(/user name/i), "analyst1");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Type your password.")).toBeTruthy();
  expect(document.activeElement).toBe(field("Password"));
  expect(writes()).toEqual([]);
});

test("a server that is not reached is told apart from a wrong password", async () => {
  renderApp("/login", { ...signedOut, "POST /api/login": () => Promise.reject(new TypeError("failed")) });
  await signIn();
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  expect(field("Password").getAttribute("aria-invalid")).toBeNull();
  expect(field("Password").value).toBe("secret");
});

test("too many tries: the wait counts down, and then one may try again", async () => {
  let tries = 0;
  const { writes } = renderApp("/login", {
    ...signedOut,
    "POST /api/login": () => {
      tries += 1;
      return refused(429, "Too many failed attempts.", [], "too_many_attempts", { "Retry-After": "1" });
    },
  });
  await signIn();
  expect(await screen.findByText("Too many failed attempts.")).toBeTruthy();
  expect(screen.getByText("Time left: 1 s")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(true);
  expect(await screen.findByText("You can try again now.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(tries).toBe(2));
  expect(writes()).toHaveLength(2);
});

test("to be remembered is the visitor's choice, and explained", async () => {
  const { writes } = renderApp("/login", { ...signedOut, "POST /api/login": { status: "ok", user: person() } });
  await fillIn();
  expect(screen.getByText(/up to 30 days/)).toBeTruthy();
  await userEvent.click(screen.getByLabelText("Remember me"));
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(await writes()[0]?.json()).toMatchObject({ user_name: "analyst1", password: "secret", remember: true });
});

test("the password can be shown", async () => {
  renderApp("/login", signedOut);
  await fillIn();
  await userEvent.click(screen.getByRole("button", { name: "Show the password" }));
  expect(field("Password").type).toBe("text");
});

test("the second step asks for the code, and takes a wrong one back", async () => {
  const { router, writes } = renderApp("/hermes/login", withSecondFactor());
  await signIn();
  const code = await screen.findByLabelText<HTMLInputElement>("Code");
  expect(code.autocomplete).toBe("one-time-code");
  await waitFor(() => expect(document.activeElement).toBe(code));
  await userEvent.type(code, "999999{Enter}");
  expect(await screen.findByText("This code is not right.")).toBeTruthy();
  expect(code.getAttribute("aria-invalid")).toBe("true");
  await userEvent.clear(code);
  await userEvent.type(code, "123 456{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
  expect(await writes().at(-1)?.json()).toMatchObject({ password: "secret", code: "123456" });
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain("secret");
});

test("one can go back from the second step, and finds what was typed", async () => {
  renderApp("/hermes/login", withSecondFactor());
  await signIn();
  await screen.findByLabelText("Code");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(field(/user name/i).value).toBe("analyst1");
  expect(field("Password").value).toBe("secret");
  await waitFor(() => expect(document.activeElement).toBe(field("Password")));
});

test("a provider is offered only where one is named; the way back stays in this tab", async () => {
  const leave = vi.spyOn(browser, "leave").mockImplementation(() => {});
  const first = renderApp("/login", signedOut);
  await fillIn();
  expect(screen.queryByRole("button", { name: /Sign in with/ })).toBeNull();
  first.unmount();

  const { writes } = renderApp("/hermes/login?redirect=%2Fhermes%2Fma", {
    ...signedOut,
    "GET /api/sign-in-options": { ...signInOptions, provider: "Google" },
    "POST /api/oidc/start": { url: "https://provider.example/auth?state=handle1&client_id=c" },
  });
  await userEvent.click(await screen.findByLabelText("Remember me"));
  await userEvent.click(await screen.findByRole("button", { name: "Sign in with Google" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith("https://provider.example/auth?state=handle1&client_id=c"));
  expect(await writes()[0]?.json()).toEqual({ purpose: "sign_in", remember: true });
  expect(JSON.parse(sessionStorage.getItem("cohortium.provider.handle1") ?? "")).toEqual({
    purpose: "sign_in",
    page: "/hermes/login",
    redirect: "/hermes/ma",
  });
});

test.each([
  ["javascript:alert(1)?state=x", /sent no sign-in address/],
  ["https://provider.example/auth", /sent no sign-in address/],
])("an address that is none is not followed: %s", async (url, sentence) => {
  const leave = vi.spyOn(browser, "leave").mockImplementation(() => {});
  renderApp("/login", {
    ...signedOut,
    "GET /api/sign-in-options": { ...signInOptions, provider: "Google" },
    "POST /api/oidc/start": { url },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Sign in with Google" }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(leave).not.toHaveBeenCalled();
});

test("how to get an account depends on the server", async () => {
  const first = renderApp("/login", signedOut);
  expect(await screen.findByText(/invite you/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Request access" })).toBeNull();
  first.unmount();
  renderApp("/login", { ...signedOut, "GET /api/sign-in-options": { ...signInOptions, registration: true } });
  expect((await screen.findByRole("link", { name: "Request access" })).getAttribute("href")).toBe("/register");
});

test("a session that ends in the middle of work is renewed over the page, second factor and all", async () => {
  let known = true;
  const answers = withSecondFactor();
  const { router } = renderApp("/hermes?q=north", {
    ...answers,
    "GET /api/is-logged-in": analyst,
    "GET /api/hermes/uploads": () => (known ? list : refused(401, "Sign in.")),
    "POST /api/login": async (request) => {
      known = true;
      return answers["POST /api/login"](request);
    },
  });
  const search = await screen.findByRole("searchbox");
  known = false;
  await userEvent.type(search, "ern");
  expect(await screen.findByText("Your session has ended")).toBeTruthy();
  expect(field(/user name/i).value).toBe("analyst1");
  await userEvent.type(field("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await userEvent.type(await screen.findByLabelText("Code"), "123456{Enter}");
  await waitFor(() => expect(screen.queryByText("Your session has ended")).toBeNull());
  expect(router.state.location.pathname).toBe("/hermes");
});

test("a session of an account without a password is renewed at the sign-in page", async () => {
  const { router } = renderApp("/hermes?q=north", {
    "GET /api/is-logged-in": person({ is_internal: false }),
    "GET /api/hermes/uploads": () => refused(401, "Sign in."),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Go to the sign-in page" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/hermes/login"));
  expect(router.state.location.search).toEqual({ redirect: "/hermes?q=north" });
});
