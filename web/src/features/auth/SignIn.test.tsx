import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { analyst, refused, renderApp } from "@/test-app";

const list = {
  items: [],
  total: 0,
  summary: { files: 0, cohorts: 0, waiting_for_review: 0, waiting_for_uploader: 0, by_status: {} },
};

async function signIn() {
  await userEvent.type(await screen.findByLabelText(/user name/i), "analyst1");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("leads back to where one wanted to go, query and all", async () => {
  let known = false;
  const { router } = renderApp("/hermes?status=%5B%22FAILED%20QC%22%5D", {
    "GET /api/is-logged-in": () => (known ? analyst : refused(401, "Please sign in.")),
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

test("shows the sentence of the server and keeps the user name", async () => {
  renderApp("/hermes/login", {
    "GET /api/is-logged-in": () => refused(401, "Please sign in."),
    "POST /api/login": () => refused(401, "User name or password is wrong."),
  });
  await signIn();
  expect(await screen.findByText("User name or password is wrong.")).toBeTruthy();
  expect((screen.getByLabelText(/user name/i) as HTMLInputElement).value).toBe("analyst1");
});

test("a session that ends in the middle of work is renewed over the page", async () => {
  let known = true;
  const { router } = renderApp("/hermes?q=north", {
    "GET /api/hermes/uploads": () => (known ? list : refused(401, "Please sign in.")),
    "POST /api/login": () => {
      known = true;
      return { status: "ok", user: analyst };
    },
  });
  const search = await screen.findByRole("searchbox");
  known = false;
  await userEvent.type(search, "ern");
  expect(await screen.findByText("Your session has ended")).toBeTruthy();
  expect((screen.getByLabelText(/user name/i) as HTMLInputElement).value).toBe("analyst1");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(screen.queryByText("Your session has ended")).toBeNull());
  expect(router.state.location.pathname).toBe("/hermes");
});
