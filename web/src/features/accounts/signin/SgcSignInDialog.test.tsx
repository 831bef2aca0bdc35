import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { sgcSessionLost } from "@/api/session-lost";
import { refused, renderApp } from "@/test-app";

const user = { id: "c1", username: "contact1", roles: ["sgc-uploader"], permissions: ["sgc-upload-data"] };

function setup() {
  localStorage.setItem("sgcAuthToken", "t1");
  return renderApp("/sgc/new?step=2", {
    "GET /api/is-logged-in": () => refused(401, "No."),
    "GET /api/auth/verify/": { user },
    "POST /api/auth/login/": { access: "t2", user },
  });
}

async function loseIt() {
  await screen.findByRole("heading", { name: "New cohort", level: 1 });
  sgcSessionLost.announce();
  await screen.findByRole("dialog", { name: "Your session has ended" });
}

test("a token that ends in the middle of work is renewed over the page", async () => {
  const { router } = setup();
  await loseIt();
  expect((screen.getByLabelText(/user name/i) as HTMLInputElement).value).toBe("contact1");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(localStorage.getItem("sgcAuthToken")).toBe("t2");
  expect(router.state.location.href).toBe("/sgc/new?step=2");
});

test("leaving it leads to the sign-in page, and from there back", async () => {
  const { router } = setup();
  await loseIt();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/sgc/login"));
  expect(router.state.location.search).toEqual({ redirect: "/sgc/new?step=2", expired: 1 });
  expect(localStorage.getItem("sgcAuthToken")).toBeNull();
});

test("a token that was refused before the page stood is renewed over it", async () => {
  localStorage.setItem("sgcAuthToken", "t1");
  renderApp("/sgc", {
    "GET /api/is-logged-in": () => refused(401, "No."),
    "GET /api/auth/verify/": { user },
    "GET /api/sgc/cohorts": () => refused(401, "The token has expired."),
  });
  await screen.findByRole("dialog", { name: "Your session has ended" });
});
