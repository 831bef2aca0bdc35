import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type Answer, person, refused, renderApp, signInOptions } from "@/test-app";

const user = { id: 7, username: "contact1", roles: ["sgc-uploader"], permissions: ["sgc-upload-data"] };
const signedOut = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };
const token = () => localStorage.getItem("sgcAuthToken");
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" });

/** The accounts of the area are kept by a service elsewhere. */
const elsewhere = { "GET /api/sign-in-options": { ...signInOptions, user_service_url: "https://users.example" } };

function open(login: Answer, address = "/sgc/login", extra: Record<string, Answer> = {}) {
  return renderApp(address, { ...signedOut, ...elsewhere, "POST /api/auth/login/": login, ...extra });
}

async function signIn() {
  await userEvent.type(await screen.findByLabelText("User name"), "contact1");
  await userEvent.type(field("Password"), "secret{Enter}");
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

test("the button waits until both fields are filled, and says so", async () => {
  const { writes } = open({ access: "t1", user });
  const name = await screen.findByLabelText<HTMLInputElement>("User name");
  expect(name.type).toBe("text");
  expect(document.activeElement).toBe(name);
  expect(button().disabled).toBe(true);
  const why = document.getElementById(button().getAttribute("aria-describedby") ?? "");
  expect(why?.textContent).toBe("Fill in both fields to sign in.");
  await userEvent.type(name, "contact1");
  expect(button().disabled).toBe(true);
  await userEvent.type(field("Password"), "s");
  expect(button().disabled).toBe(false);
  expect(writes()).toEqual([]);
});

test("keeps the token and leads to the wanted page of ours", async () => {
  const { router, writes } = open({ access: "t1", user }, "/sgc/login?redirect=%2Fsgc%2Fphenotypes");
  await signIn();
  await waitFor(() => expect(router.state.location.pathname).toBe("/sgc/phenotypes"));
  expect(token()).toBe("t1");
  expect(await writes()[0]?.json()).toEqual({ username: "contact1", password: "secret", group: "sgc" });
});

test("leads to /sgc instead of another site", async () => {
  const { router } = open({ access: "t1", user }, "/sgc/login?redirect=%2F%2Fevil.example");
  await signIn();
  await waitFor(() => expect(router.state.location.pathname).toBe("/sgc"));
});

test.each<[string, () => Response, string]>([
  ["an answer without access", () => json(200, { user }), "Invalid credentials"],
  ["an answer without user", () => json(200, { access: "t1" }), "Invalid credentials"],
  ["a sentence of the service", () => json(401, { detail: "No active account found." }), "No active account found."],
  ["no member of the group", () => json(403, { error: "Not a member of sgc." }), "Not a member of sgc."],
])("%s: the error line says it, and goes when something is typed", async (_what, answer, sentence) => {
  open(answer);
  await signIn();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(field("User name").getAttribute("aria-invalid")).toBe("true");
  expect(field("Password").getAttribute("aria-invalid")).toBe("true");
  expect(token()).toBeNull();
  await userEvent.type(field("User name"), "x");
  expect(screen.queryByText(sentence)).toBeNull();
  expect(field("User name").getAttribute("aria-invalid")).toBeNull();
  expect(field("User name").value).toBe("contact1x");
});

test("an expired sign-in says so", async () => {
  open({}, "/sgc/login?expired=1");
  expect(await screen.findByText(/Your sign-in has expired/)).toBeTruthy();
});

describe("the second factor", () => {
  test("is a second step of the same call", async () => {
    const { router, writes } = open(async (request) => {
      const { code } = (await request.json()) as { code?: string };
      if (!code) return refused(401, "Enter the code.", [], "second_factor_required");
      return { access: "t2", user };
    });
    await signIn();
    await userEvent.type(await screen.findByLabelText("Code"), "recov-ery12{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/sgc"));
    expect(token()).toBe("t2");
    expect(await writes()[1]?.json()).toMatchObject({ password: "secret", code: "recov-ery12" });
  });
});

describe("a service that is not reached", () => {
  const gone: Answer = () => Promise.reject(new TypeError("failed"));

  test("is told apart from wrong credentials", async () => {
    open(gone);
    await signIn();
    expect(await screen.findByText(/user service cannot be reached/)).toBeTruthy();
    expect(field("Password").getAttribute("aria-invalid")).toBeNull();
    expect(field("Password").value).toBe("secret");
  });

  test("takes no token away", async () => {
    localStorage.setItem("sgcAuthToken", "t1");
    open(gone, "/sgc/login", { "GET /api/auth/verify/": gone });
    expect(await screen.findByText(/user service cannot be reached/)).toBeTruthy();
    expect(token()).toBe("t1");
  });
});

describe("accounts that this server keeps", () => {
  const areas = ["hermes", "sgc", "datasets"];
  const member = person({ user_name: "admin1", roles: ["admin"], groups: [], areas });
  const inSgc = { id: "u1", username: "admin1", roles: ["admin"], permissions: [], groups: [] };

  /** A browser that is signed in once the password was sent. */
  function openHere(login: object | Response, address = "/sgc/login") {
    let known = false;
    return renderApp(address, {
      "GET /api/is-logged-in": () => (known ? member : refused(401, "Sign in.")),
      "POST /api/auth/login/": () => {
        known = !(login instanceof Response);
        return login;
      },
      "GET /api/auth/verify/": { user: inSgc },
    });
  }

  test("one proof gives the token of the area and the session that opens the others", async () => {
    const { router, writes } = openHere({ user: inSgc, access: "t1" });
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/sgc"));
    expect(await writes()[0]?.json()).toEqual({ username: "contact1", password: "secret", group: "sgc" });
    expect(writes()).toHaveLength(1);
    expect(token()).toBe("t1");
    await router.navigate({ to: "/tools" });
    expect(await screen.findByRole("heading", { name: "Tools", level: 1 })).toBeTruthy();
  });

  test("a browser that keeps no token gets in by the session", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("refused", "SecurityError");
    });
    const { router } = openHere({ user: inSgc, access: "t1" });
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe("/sgc"));
    expect(await screen.findByRole("button", { name: /account of admin1/ })).toBeTruthy();
  });

  test("a refusal is the server's sentence", async () => {
    openHere(refused(403, "Your account is not a member of this group.", [], "wrong_group"));
    await signIn();
    expect(await screen.findByText("Your account is not a member of this group.")).toBeTruthy();
    expect(token()).toBeNull();
  });

  test("the session of an account of the area opens it without its door, and signing out there ends it", async () => {
    let known = true;
    const { router, asked, writes } = renderApp("/sgc/phenotypes", {
      "GET /api/is-logged-in": () => (known ? member : refused(401, "Sign in.")),
      "POST /api/logout": () => {
        known = false;
        return { status: "success" };
      },
    });
    expect(await screen.findByRole("heading", { name: "Phenotypes", level: 1 })).toBeTruthy();
    expect(asked.filter(({ headers }) => headers.has("Authorization"))).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: /account of admin1/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Sign out", hidden: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/sgc/login"));
    expect(writes().map(({ url }) => new URL(url).pathname)).toEqual(["/api/logout"]);
  });

  test("the door leads on whose session opens the area, but not when it has just ended", async () => {
    const first = renderApp("/sgc/login?redirect=%2Fsgc%2Fphenotypes", { "GET /api/is-logged-in": member });
    await waitFor(() => expect(first.router.state.location.pathname).toBe("/sgc/phenotypes"));
    first.unmount();
    renderApp("/sgc/login?expired=1", { "GET /api/is-logged-in": member });
    expect(await screen.findByText(/Your sign-in has expired/)).toBeTruthy();
  });
});

test("each door says in a line what it opens", async () => {
  const lines: string[] = [];
  for (const path of ["/login", "/hermes/login", "/sgc/login"]) {
    const { unmount } = renderApp(path, signedOut);
    lines.push((await screen.findByText(/^Opens /)).textContent ?? "");
    unmount();
  }
  expect(lines).toEqual([
    "Opens data sets and every area where you have a role.",
    "Opens HERMES: quality control and meta-analyses.",
    "Opens SGC: cohorts and case totals.",
  ]);
});
