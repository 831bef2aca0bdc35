import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type Answer, noSubmissions, person, refused, renderApp, signInOptions } from "@/test-app";
import { browser } from "../signin/provider";

const signedOut = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };
const list = {
  items: [],
  total: 0,
  summary: noSubmissions,
};
const invitation = {
  kind: "invitation",
  user_name: "ada@example.org",
  email: "ada@example.org",
  first_name: "Ada",
  last_name: "",
  areas: ["hermes"],
  invited_by: "reviewer1@example.org",
  expires_at: "2026-11-22T10:00:00Z",
};
const good = "walnut tractor eleven moss";
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

function open(address: string, answers: Record<string, Answer> = {}) {
  return renderApp(address, {
    ...signedOut,
    "POST /api/links/look-up": invitation,
    "GET /api/hermes/uploads": list,
    ...answers,
  });
}

async function choosePassword() {
  await userEvent.type(await screen.findByLabelText("Password"), good);
  await userEvent.type(field("Repeat the password"), good);
}

describe("an invitation", () => {
  test("says whose it is and until when; accepting it signs in", async () => {
    const { router, writes } = open("/register#invitation=inv1", {
      "POST /api/invitations/accept": { status: "success", user: person({ user_name: "ada@example.org" }) },
    });
    expect(await screen.findByText("Welcome to HERMES")).toBeTruthy();
    expect(screen.getByText("reviewer1@example.org")).toBeTruthy();
    expect(screen.getByText(/^22 Nov 2026/)).toBeTruthy();
    expect(router.history.location.href).toBe("/register");
    expect(field("First name").value).toBe("Ada");
    await userEvent.type(field("Last name"), "Lee");
    await choosePassword();
    await userEvent.click(screen.getByRole("button", { name: "Accept the invitation" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/hermes"));
    expect(await writes().at(-1)?.json()).toEqual({
      token: "inv1",
      password: good,
      first_name: "Ada",
      last_name: "Lee",
    });
    expect(sessionStorage.length).toBe(0);
  });

  test("survives a reload after its token left the address", async () => {
    open("/register#invitation=inv1").unmount();
    sessionStorage.setItem("cohortium.link.invitation", "inv1");
    const { router } = open("/register");
    expect(await screen.findByText("Welcome to HERMES")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/register");
  });

  test("to SGC alone leads there without signing in again", async () => {
    const user = person({ user_name: "c1", areas: ["sgc"], groups: ["sgc"], roles: ["sgc-uploader"] });
    const { router, writes } = open("/register#invitation=inv1", {
      "POST /api/links/look-up": { ...invitation, areas: ["sgc"] },
      "POST /api/invitations/accept": { status: "success", user },
    });
    await choosePassword();
    await userEvent.click(screen.getByRole("button", { name: "Accept the invitation" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/sgc"));
    expect(await screen.findByRole("heading", { name: "Cohorts", level: 1 })).toBeTruthy();
    expect(writes().map(({ url }) => new URL(url).pathname)).toEqual(["/api/links/look-up", "/api/invitations/accept"]);
  });

  test("can be accepted at the provider", async () => {
    const leave = vi.spyOn(browser, "leave").mockImplementation(() => {});
    const { writes } = open("/register#invitation=inv1", {
      "GET /api/sign-in-options": { ...signInOptions, provider: "Google" },
      "POST /api/oidc/start": { url: "https://provider.example/auth?state=h1" },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Continue with Google" }));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(await writes().at(-1)?.json()).toEqual({ purpose: "accept", token: "inv1", remember: false });
    expect(sessionStorage.getItem("cohortium.provider.h1")).not.toContain("inv1");
  });

  test.each([
    ["used", 404, "link_unknown", "This link was used already."],
    ["expired", 422, "link_expired", "This link was good until noon."],
  ])("that is %s says so, and whom to ask", async (_what, status, code, sentence) => {
    open("/register#invitation=inv1", { "POST /api/links/look-up": () => refused(status, sentence, [], code) });
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByText(/ask the person who invited you/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "sign in" }).getAttribute("href")).toBe("/login");
  });

  test("that was withdrawn says so, and does not promise another", async () => {
    const sentence = "This invitation was withdrawn. Ask who invited you.";
    open("/register#invitation=inv1", {
      "POST /api/links/look-up": () => refused(422, sentence, [], "link_withdrawn"),
    });
    expect(await screen.findByRole("heading", { name: "This invitation was withdrawn" })).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.queryByText(/send it again/)).toBeNull();
  });

  test("of the first administrator lets choose the user name", async () => {
    const { router, writes } = open("/register#invitation=inv1", {
      "GET /api/sign-in-options": { ...signInOptions, provider: "Google" },
      "POST /api/links/look-up": {
        ...invitation,
        kind: "first_admin",
        user_name: "",
        email: "",
        areas: [],
        first_name: "",
      },
      "POST /api/invitations/accept": {
        status: "success",
        user: person({ user_name: "root", roles: ["admin"], groups: [], areas: ["hermes", "sgc", "datasets"] }),
      },
    });
    await choosePassword();
    await userEvent.click(screen.getByRole("button", { name: "Create the account" }));
    expect(await screen.findByText("Choose a user name.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field("User name")));
    await userEvent.type(field("User name"), "root");
    expect(screen.queryByRole("button", { name: "Continue with Google" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Create the account" }));
    // Asked once, and free to say no.
    expect(await screen.findByRole("heading", { name: "A second factor?" })).toBeTruthy();
    expect(router.state.location.pathname).toBe("/register");
    await userEvent.click(screen.getByRole("button", { name: "Not now" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin"));
    expect(await writes().at(-1)?.json()).toMatchObject({ user_name: "root", password: good });
  });

  test("lets the first administrator set up a second factor at once; nobody else is asked", async () => {
    const first = { ...invitation, kind: "first_admin", user_name: "root", email: "", areas: [], first_name: "" };
    const { router } = open("/register#invitation=first", {
      "POST /api/links/look-up": first,
      "POST /api/invitations/accept": {
        status: "success",
        user: person({ user_name: "root", roles: ["admin"], groups: [], areas: ["hermes", "sgc", "datasets"] }),
      },
      "POST /api/profile/second-factor": {
        secret: "JBSWY3DPEHPK3PXP",
        uri: "otpauth://totp/x",
        qr_png: "iVBORw0KGgo=",
      },
      "POST /api/profile/second-factor/confirm": { codes: ["abcd-efgh"] },
    });
    await choosePassword();
    await userEvent.type(field("User name"), "root");
    await userEvent.click(screen.getByRole("button", { name: "Create the account" }));
    await userEvent.click(await screen.findByRole("button", { name: "Set it up" }));
    await userEvent.type(await screen.findByLabelText("Code"), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Set up" }));
    expect(await screen.findByText(/abcd-efgh/)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/register");
  });
});

describe("asking for access", () => {
  const enabled = { "GET /api/sign-in-options": { ...signInOptions, registration: true } };

  test("is sent, and the confirmation stays", async () => {
    const { router, writes } = open("/register", {
      ...enabled,
      "POST /api/access-requests": () => Response.json({ status: "success" }, { status: 202 }),
    });
    await userEvent.type(await screen.findByLabelText("E-mail"), "ada@example.org");
    await userEvent.selectOptions(screen.getByLabelText("Area"), "sgc");
    await userEvent.type(screen.getByLabelText("Reason"), "A cohort of 500.");
    await userEvent.click(screen.getByRole("button", { name: "Send the request" }));
    expect(await screen.findByRole("heading", { name: "Your request was sent" })).toBeTruthy();
    expect(router.state.location.pathname).toBe("/register");
    expect(await writes()[0]?.json()).toMatchObject({
      email: "ada@example.org",
      area: "sgc",
      reason: "A cohort of 500.",
    });
    expect(sessionStorage.length).toBe(0);
    expect(JSON.stringify({ ...localStorage })).not.toContain("ada@example.org");
  });

  test("keeps what was typed through a refusal and a reload", async () => {
    const first = open("/register", {
      ...enabled,
      "POST /api/access-requests": () =>
        refused(422, "No.", [{ field: "email", message: "Mail to this address is refused." }], "invalid"),
    });
    await userEvent.type(await screen.findByLabelText("E-mail"), "ada@example.org");
    await userEvent.selectOptions(screen.getByLabelText("Area"), "hermes");
    await userEvent.click(screen.getByRole("button", { name: "Send the request" }));
    expect(await screen.findByText("Mail to this address is refused.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field("E-mail")));
    first.unmount();
    open("/register", enabled);
    expect((await screen.findByLabelText<HTMLInputElement>("E-mail")).value).toBe("ada@example.org");
    expect(screen.getByLabelText<HTMLSelectElement>("Area").value).toBe("hermes");
  });

  test("needs an address and an area", async () => {
    const { writes } = open("/register", enabled);
    await userEvent.type(await screen.findByLabelText("E-mail"), "ada");
    await userEvent.click(screen.getByRole("button", { name: "Send the request" }));
    expect(await screen.findByText("This is not an e-mail address.")).toBeTruthy();
    expect(screen.getByText("Choose the area that you need.")).toBeTruthy();
    expect(writes()).toEqual([]);
  });
});

describe("without registration", () => {
  test("the page explains how people get in", async () => {
    open("/register", { "GET /api/is-logged-in": person({ groups: ["datasets"], areas: ["datasets"] }) });
    expect(await screen.findByText(/created by invitation/)).toBeTruthy();
  });

  test("a stranger is led to sign in, where the same is said", async () => {
    const { router } = open("/register");
    expect(await screen.findByText(/invite you/)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/login");
  });
});
