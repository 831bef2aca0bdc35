import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { admin, refused, renderApp } from "@/test-app";

const signedOut = { "GET /api/is-logged-in": () => refused(401, "Please sign in.") };

function visitAs(userAgent: string) {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
}

afterEach(() => vi.restoreAllMocks());

test.each(["/nothing/here", "/hermes/nothing", "/sgc/nothing/here", "/loginanything", "/datasets/no.id"])(
  "%s is said to be unknown, signed in or not",
  async (path) => {
    renderApp(path, signedOut);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("404 Page Not Found");
    expect(screen.getByText(`Page Not Found: ${path}`)).toBeTruthy();
    expect(document.title).toBe("Page Not Found · Cohortium");
    expect(screen.getAllByRole("main")).toHaveLength(1);
  },
);

test("the way on depends on the area", async () => {
  renderApp("/sgc/nothing", signedOut);
  expect((await screen.findByRole("link", { name: "Go to the cohorts" })).getAttribute("href")).toBe("/sgc");
});

test("a thing that is absent has the view of 404, with its own sentence and number", async () => {
  renderApp("/hermes/qc/x", { "GET /api/is-logged-in": admin });
  expect((await screen.findByRole("heading", { name: /Page Not Found/ })).textContent).toBe("404 Page Not Found");
  expect(screen.getByText("req-1")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("any other failure: Internal Server Error, sentence, number, retry", async () => {
  renderApp("/datasets", { "GET /api/is-logged-in": () => refused(500, "The database does not answer.") });
  expect((await screen.findByRole("heading", { name: /Error/ })).textContent).toBe("500 Internal Server Error");
  expect(screen.getByText("The database does not answer.")).toBeTruthy();
  expect(screen.getByText("req-1")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test.each(["/nothing/here", "/datasets"])("at %s a bot gets nothing, and the error is logged", async (path) => {
  visitAs("Mozilla/5.0 (compatible; Googlebot/2.1)");
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  renderApp(path, { "GET /api/is-logged-in": () => refused(500, "Out of order.") });
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith(expect.objectContaining({ name: "ApiError" })));
  expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});
