import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, admin, refused, renderApp, signInOptions } from "@/test-app";

/** Words and calls of the specification are exact: each is held letter by letter here. */

const signedOut = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };
const failing = (status: number) => ({ "GET /api/is-logged-in": () => refused(status, "A sentence.") });

afterEach(() => vi.restoreAllMocks());

const unknown = [
  "/nothing/here",
  "/hermes/nothing",
  "/sgc/nothing/here",
  "/loginanything",
  "/datasets/not-an-id",
  "/hermes/qc/no.id",
  "/hermes/ma/no.id",
  "/sgc/view/Un_known",
];

test.each<[path: string, answers: Record<string, Answer>, title: string, text: string]>([
  ...unknown.map((path): [string, object & Record<string, Answer>, string, string] => [
    path,
    signedOut,
    "404 Page Not Found",
    `Page Not Found: ${path}`,
  ]),
  ["/hermes/qc/x", { "GET /api/is-logged-in": admin }, "404 Page Not Found", "Page Not Found: /hermes/qc/x"],
  ["/datasets", failing(500), "500 Internal Server Error", "A sentence."],
  ["/datasets", failing(503), "503 Internal Server Error", "A sentence."],
  ["/datasets", failing(403), "403 Forbidden", "A sentence."],
])("the error page at %s", async (path, answers, title, text) => {
  renderApp(path, answers);
  expect((await screen.findByRole("heading", { level: 1, name: /^\d/ })).textContent).toBe(title);
  expect(screen.getByText(text).textContent).toBe(text);
  expect(document.title).toBe(`${title.slice(4)} · Cohortium`);
  expect(screen.getAllByRole("main")).toHaveLength(1);
});

const at = (user_service_url: string) => ({ "GET /api/sign-in-options": { ...signInOptions, user_service_url } });
const elsewhere = at("https://users.example");
const json = (status: number, body: string) => () => new Response(body, { status });
const credentials = { username: "contact1", password: "secret", group: "sgc" };

async function signIn() {
  await userEvent.type(await screen.findByLabelText("User name"), "contact1");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
}

test.each<[what: string, options: Record<string, Answer>, login: Answer, says: string]>([
  ["without a user service", at(""), {}, "User service URL not configured"],
  ["no sentence", elsewhere, json(400, "{}"), "Login failed. Please check your credentials."],
  ["no JSON", elsewhere, json(500, "<h1>Oops</h1>"), "Login failed. Please check your credentials."],
])("the sign-in of SGC, %s", async (_what, options, login, says) => {
  const { writes } = renderApp("/sgc/login", { ...signedOut, ...options, "POST /api/auth/login/": login });
  await signIn();
  for (const said of await screen.findAllByText(says)) expect(said.textContent).toBe(says);
  expect(writes()).toHaveLength(options === elsewhere ? 1 : 0);
});

test.each([
  ["elsewhere", "https://users.example"],
  ["elsewhere, below a path", "https://users.example/service/"],
  ["the built-in one", "/"],
])("the calls of the user service, %s", async (_what, url) => {
  const base = new URL(url.replace(/\/?$/, "/"), location.href).href;
  const { writes } = renderApp("/sgc/login", { ...signedOut, ...at(url) });
  await signIn();
  await waitFor(() => expect(writes()[0]?.url).toBe(`${base}api/auth/login/`));
  expect(await writes()[0]?.json()).toEqual(credentials);
  cleanup();
  localStorage.setItem("sgcAuthToken", "t1");
  const { asked } = renderApp("/sgc", { ...signedOut, ...at(url) });
  await waitFor(() => expect(asked.map((request) => request.url)).toContain(`${base}api/auth/verify/?group=sgc`));
});
