import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { type Answer, refused, renderApp, signInOptions } from "@/test-app";

const signedOut = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };
const withMail = { "GET /api/sign-in-options": { ...signInOptions, mail: true, min_password: 15 } };
const link = {
  kind: "reset",
  user_name: "ada@example.org",
  email: "ada@example.org",
  first_name: "Ada",
  last_name: "Lee",
  areas: ["hermes"],
  expires_at: "2026-11-21T13:00:00Z",
};
const good = "walnut tractor eleven moss";

function open(address: string, answers: Record<string, Answer> = {}) {
  return renderApp(address, { ...signedOut, ...withMail, "POST /api/links/look-up": link, ...answers });
}

async function choose(password: string, repeat = password) {
  await userEvent.click(await screen.findByLabelText("New password"));
  await userEvent.paste(password);
  await userEvent.click(screen.getByLabelText("Repeat the password"));
  await userEvent.paste(repeat);
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
}

describe("asking for a link", () => {
  test("gives the same words whoever asks, and can be repeated", async () => {
    const { writes } = open("/login/reset", { "POST /api/password-reset": () => Response.json({}, { status: 202 }) });
    await userEvent.type(await screen.findByLabelText(/user name/i), " ada@example.org {Enter}");
    expect(await screen.findByText(/If this is the name of an account/)).toBeTruthy();
    expect(await writes()[0]?.json()).toEqual({ user_name: "ada@example.org" });
    await userEvent.click(screen.getByRole("button", { name: /Ask again/ }));
    expect(screen.getByLabelText(/user name/i)).toBeTruthy();
  });

  test("without a name sends nothing", async () => {
    const { writes } = open("/login/reset");
    await userEvent.click(await screen.findByRole("button", { name: "Send me a link" }));
    const name = screen.getByLabelText(/user name/i);
    expect(await screen.findByText("Type your user name or e-mail.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(writes()).toEqual([]);
  });

  test("too often says how long to wait", async () => {
    open("/login/reset", {
      "POST /api/password-reset": () => refused(429, "Too many requests.", [], "busy", { "Retry-After": "90" }),
    });
    await userEvent.type(await screen.findByLabelText(/user name/i), "ada{Enter}");
    expect(await screen.findByText(/Time left: 2 min/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/user name/i).value).toBe("ada");
  });

  test("where no mail is sent, the page says whom to ask", async () => {
    open("/login/reset?from=hermes", { "GET /api/sign-in-options": signInOptions });
    expect(await screen.findByText(/does not send mail/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Send me a link" })).toBeNull();
    expect(screen.getByRole("link", { name: "Back to signing in" }).getAttribute("href")).toBe("/hermes/login");
  });
});

describe("a link", () => {
  test("leaves the address bar, survives a reload, and changes the password", async () => {
    const first = open("/login/reset#reset=tok1");
    expect(await screen.findByText("For ada@example.org.")).toBeTruthy();
    expect(first.router.history.location.href).toBe("/login/reset");
    first.unmount();

    const { router, writes } = open("/login/reset", { "POST /api/password-reset/confirm": { status: "success" } });
    await choose(good);
    expect(await screen.findByText(/Your password is changed/)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/hermes/login");
    const [look, confirm] = writes();
    expect(await look?.json()).toEqual({ token: "tok1" });
    expect(await confirm?.json()).toEqual({ token: "tok1", password: good });
    expect(sessionStorage.length).toBe(0);
  });

  test("keeps the password and admits this browser", async () => {
    const { router, writes } = open("/login/reset#reset=tok1", {
      "POST /api/password-reset/keep": { status: "success" },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Keep my password" }));
    expect(await screen.findByText(/Your password is unchanged/)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/hermes/login");
    expect(await writes()[1]?.json()).toEqual({ token: "tok1" });
    expect(sessionStorage.length).toBe(0);
  });

  test("shows the rules while one types", async () => {
    open("/login/reset#reset=tok1");
    const password = await screen.findByLabelText<HTMLInputElement>("New password");
    expect(password.autocomplete).toBe("new-password");
    await userEvent.type(password, "short");
    expect(screen.getByText("This password is too short.")).toBeTruthy();
    await userEvent.clear(password);
    await userEvent.type(password, "PasswordPassword1234");
    expect(screen.getByText("This password is easy to guess.")).toBeTruthy();
    await userEvent.clear(password);
    await userEvent.type(password, good);
    expect(screen.getByText("This password is very good.")).toBeTruthy();
    expect(screen.getAllByText("(met)")).toHaveLength(2);
  });

  test.each<[string, string, string, string]>([
    ["two that differ", good, `${good}s`, "The two passwords are not the same."],
    ["one that is far too short", "1234567", "1234567", "A password needs at least 8 characters."],
    ["none", "", "", "Choose a password."],
  ])("refuses %s before sending", async (_what, password, repeat, sentence) => {
    const { writes } = open("/login/reset#reset=tok1");
    await choose(password, repeat);
    expect(await screen.findByText(sentence)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true"));
    expect(writes()).toHaveLength(1);
  });

  test("the server's refusal stands at the field, and what was typed stays", async () => {
    const sentence = "This password is made of words that guessers try first.";
    open("/login/reset#reset=tok1", {
      "POST /api/password-reset/confirm": () =>
        refused(422, sentence, [{ field: "password", message: sentence }], "weak_password"),
    });
    await choose(good);
    expect(await screen.findAllByText(sentence)).toHaveLength(1);
    const password = screen.getByLabelText<HTMLInputElement>("New password");
    expect(password.value).toBe(good);
    await waitFor(() => expect(document.activeElement).toBe(password));
  });

  test.each([
    ["used", 404, "link_unknown", "This link was used already."],
    ["expired", 422, "link_expired", "This link was good until noon."],
  ])("that is %s says so, and leads to a new one", async (_what, status, code, sentence) => {
    const { router } = open("/login/reset#reset=tok1", {
      "POST /api/links/look-up": () => refused(status, sentence, [], code),
    });
    expect(await screen.findByText(sentence)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Ask for a new link" }));
    expect(await screen.findByRole("button", { name: "Send me a link" })).toBeTruthy();
    expect(router.state.location.pathname).toBe("/login/reset");
    expect(sessionStorage.length).toBe(0);
  });

  test("that is used up meanwhile says so when it is sent", async () => {
    open("/login/reset#reset=tok1", {
      "POST /api/password-reset/confirm": () => refused(404, "This link was used already.", [], "link_unknown"),
    });
    await choose(good);
    expect(await screen.findByText("This link was used already.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Ask for a new link" })).toBeTruthy();
  });

  test("can be tried again when the server was not reached", async () => {
    let up = false;
    open("/login/reset#reset=tok1", {
      "POST /api/links/look-up": () => (up ? link : Promise.reject(new TypeError("failed"))),
    });
    expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
    up = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("New password")).toBeTruthy();
  });
});
