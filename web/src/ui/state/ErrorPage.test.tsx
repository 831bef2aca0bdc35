import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { admin, person, refused, renderApp } from "@/test-app";

const signedOut = { "GET /api/is-logged-in": () => refused(401, "Sign in.") };

function visitAs(userAgent: string) {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
}

afterEach(() => vi.restoreAllMocks());

test.each<[string, object, string]>([
  ["/nothing/here", admin, "Registry"],
  ["/hermes/nothing", admin, "HERMES"],
  ["/sgc/nothing", admin, "SGC"],
  ["/nothing/here", person(), "HERMES"],
])("%s keeps the bar of whoever is signed in, and says what to do", async (path, user, area) => {
  renderApp(path, { "GET /api/is-logged-in": user });
  expect(await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" })).toBeTruthy();
  expect(screen.getByRole("navigation", { name: area })).toBeTruthy();
  expect(screen.getByRole("button", { name: /account of/ })).toBeTruthy();
  expect(screen.getByText("Check the address for typos.")).toBeTruthy();
  expect(screen.getAllByRole("main")).toHaveLength(1);
});

test("a token of SGC alone keeps its bar there", async () => {
  localStorage.setItem("sgcAuthToken", "t1");
  const user = { id: 7, username: "contact1", roles: ["sgc-uploader"] };
  renderApp("/sgc/nothing", { ...signedOut, "GET /api/auth/verify/": { user } });
  expect(await screen.findByRole("navigation", { name: "SGC" })).toBeTruthy();
  expect(screen.getByText("Page Not Found: /sgc/nothing")).toBeTruthy();
});

test("the way on depends on the area", async () => {
  renderApp("/sgc/nothing", signedOut);
  expect((await screen.findByRole("link", { name: "Go to the cohorts" })).getAttribute("href")).toBe("/sgc");
});

test("the way on of an account of another area leads to its own", async () => {
  renderApp("/sgc/nothing", { "GET /api/is-logged-in": person({ areas: ["hermes"] }) });
  await screen.findByRole("navigation", { name: "HERMES" });
  expect(screen.getByRole("link", { name: "Go to the submissions" }).getAttribute("href")).toBe("/hermes");
});

test("a thing that is absent has the view of 404, with the path, its own sentence and number", async () => {
  renderApp("/hermes/qc/x", { "GET /api/is-logged-in": admin });
  expect((await screen.findByRole("heading", { name: /Page Not Found/ })).textContent).toBe("404 Page Not Found");
  expect(screen.getByText("Page Not Found: /hermes/qc/x")).toBeTruthy();
  expect(screen.getByText("req-1")).toBeTruthy();
  expect(screen.getByText(/Ask the person who sent you the link/)).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "HERMES" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("any other failure: what happened, sentence, number, retry", async () => {
  renderApp("/datasets", { "GET /api/is-logged-in": () => refused(500, "The database does not answer.") });
  expect((await screen.findByRole("heading", { name: /^500/ })).textContent).toBe("500 Internal Server Error");
  expect(screen.getByText("The database does not answer.")).toBeTruthy();
  expect(screen.getByText("req-1")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

const bots = ["Mozilla/5.0 (compatible; Googlebot/2.1)", "facebookexternalhit/1.1", "WhatsApp/2.23.20.0"];

test.each(
  bots.flatMap((bot) => ["/nothing/here", "/datasets/not-an-id", "/datasets"].map((path) => [path, bot] as const)),
)("at %s %s gets nothing, and the error is logged", async (path, bot) => {
  visitAs(bot);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  renderApp(path, { "GET /api/is-logged-in": () => refused(500, "Out of order.") });
  await waitFor(() => expect(log).toHaveBeenCalledWith(expect.objectContaining({ name: "ApiError" })));
  expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});
