import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { type Answer, refused, renderApp, signInOptions } from "@/test-app";
import { account } from "../testing";

beforeEach(() => localStorage.setItem("sgcAuthToken", "sgc-token"));

const manager = { id: "m1", username: "mo@example.org", roles: ["sgc-reviewer"], permissions: ["sgc-add-user"] };

function open(address: string, answers: Record<string, Answer> = {}) {
  return renderApp(address, {
    "GET /api/is-logged-in": () => refused(401, "Sign in."),
    "GET /api/auth/verify/": { user: manager },
    "GET /api/areas/sgc/users": { items: [account({ roles: ["sgc-uploader"] })], total: 1 },
    "GET /api/areas/sgc/access-requests": { items: [] },
    ...answers,
  });
}

test("the area's own managers see its accounts with their own token", async () => {
  const { asked } = open("/sgc/users");
  expect(await screen.findByText("Ada Lee")).toBeTruthy();
  const list = asked.find((request) => request.url.includes("/api/areas/sgc/users"));
  expect(list?.headers.get("Authorization")).toBe("Bearer sgc-token");
});

test("the view for a user new has an address of its own, and a way back", async () => {
  const { router } = open("/sgc/users?new=1");
  expect(await screen.findByRole("radio", { name: "Reviewer" })).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: "Several at once" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ new: 1, by: "several" }));
  await userEvent.click(screen.getByRole("link", { name: "Back to the list" }));
  expect(await screen.findByText("Ada Lee")).toBeTruthy();
});

const elsewhere: Record<string, Answer> = {
  "GET /api/sign-in-options": { ...signInOptions, user_service_url: "https://users.example.org" },
  "GET /api/sgc/users": {
    users: [
      {
        id: "x1",
        username: "cy@example.org",
        email: "cy@example.org",
        first_name: "Cy",
        last_name: "Oh",
        roles: ["sgc-uploader"],
        is_active: false,
        date_joined: "2026-05-01T12:00:00Z",
      },
    ],
  },
};

test("accounts of another user service are shown, and changed there", async () => {
  open("/sgc/users", elsewhere);
  expect(await screen.findByText(/Accounts are kept by the user service at https:\/\/users.example.org/)).toBeTruthy();
  expect(await screen.findByText("Cy Oh")).toBeTruthy();
  expect(screen.getByText("Inactive")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
});

test("another user service takes no invitations, but accounts with a password", async () => {
  const { writes } = open("/sgc/users?new=1", { ...elsewhere, "POST /api/sgc/create-user": {} });
  await userEvent.type(await screen.findByLabelText(/^E-mail/), "di@example.org");
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["With a temporary password"]);
  const password = "correct horse battery staple";
  await userEvent.type(screen.getByLabelText("Temporary password"), password);
  await userEvent.type(screen.getByLabelText("Repeat the password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByText("The account di@example.org was made")).toBeTruthy();
  expect(await writes()[0]?.json()).toMatchObject({ user_name: "di@example.org", user_type: "uploader", password });
});
