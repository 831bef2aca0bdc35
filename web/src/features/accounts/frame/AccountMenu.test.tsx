import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { noSubmissions, person, refused, renderApp } from "@/test-app";
import { accountLinks } from "./AccountMenu";

const list = {
  items: [],
  total: 0,
  summary: noSubmissions,
};

// Without a layout the test browser takes an open menu for a hidden one.
const hidden = true;

test("holds the own account, the colours and the way out", async () => {
  renderApp("/hermes", { "GET /api/hermes/uploads": list });
  await userEvent.click(await screen.findByRole("button", { name: /account of analyst1/ }));
  const items = (await screen.findAllByRole("menuitem", { hidden })).map((item) => item.textContent);
  expect(items).toEqual(["Profile", "Change password", "Switch to dark colours", "Keyboard shortcuts", "Sign out"]);
});

test("signing out ends the token of the SGC area as well, there and in this browser", async () => {
  let known = true;
  localStorage.setItem("sgcAuthToken", "t1");
  const { router, writes } = renderApp("/hermes", {
    "GET /api/is-logged-in": () => (known ? person() : refused(401, "Sign in.")),
    "GET /api/hermes/uploads": list,
    "POST /api/auth/logout/": { status: "success" },
    "POST /api/logout": () => {
      known = false;
      return { status: "success" };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: /account of/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Sign out", hidden }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/hermes/login"));
  expect(localStorage.getItem("sgcAuthToken")).toBeNull();
  const calls = writes().map((request) => [new URL(request.url).pathname, request.headers.get("Authorization")]);
  expect(calls).toEqual([
    ["/api/auth/logout/", "Bearer t1"],
    ["/api/logout", null],
  ]);
});

test("one who could not be signed out is told so", async () => {
  const { router } = renderApp("/hermes", {
    "GET /api/hermes/uploads": list,
    "POST /api/logout": () => Promise.reject(new TypeError("failed")),
  });
  await userEvent.click(await screen.findByRole("button", { name: /account of/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Sign out", hidden }));
  expect(await screen.findByText("You are still signed in")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/hermes");
});

test("an account without a password has none to change", () => {
  const outside = person({ is_internal: false, groups: ["datasets"] });
  expect(accountLinks(outside, "datasets").map((link) => link.label)).toEqual(["Profile"]);
});
