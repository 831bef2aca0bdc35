import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answer, admin, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const done = { key: "administrator", title: "An administrator", done: true, fact: "This server has 1 administrator." };
const address = {
  key: "address",
  title: "The address",
  done: false,
  fact: "No address is set.",
  action: { label: "Start the server with its address", command: "COHORTIUM_BASE_URL=https://x.example" },
};
const mail = {
  key: "mail",
  title: "Mail",
  done: false,
  fact: "No test mail was sent yet.",
  action: { label: "Send a test mail to yourself", test_mail: true },
};
const people = {
  key: "people",
  title: "Users invited",
  done: false,
  fact: "Nobody but you.",
  action: { label: "Invite a user", address: "/admin/users?new=1" },
};

const server = (steps: object[]): Record<string, Answer> => ({
  "GET /api/is-logged-in": admin,
  "GET /api/setup": () => ({ steps }),
});

test("each step says what was measured, and offers what mends it", async () => {
  const { router } = renderApp("/admin/setup", server([done, address, people]));
  expect(await screen.findByText("1 of 3 steps is done.")).toBeTruthy();
  const rows = screen.getAllByRole("listitem").filter((row) => row.textContent?.match(/Done|Open/));
  expect(rows.map((row) => within(row).queryByRole("link")?.textContent)).toEqual([
    undefined,
    undefined,
    "Invite a user",
  ]);
  expect(screen.getByText("COHORTIUM_BASE_URL=https://x.example")).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
  await userEvent.click(screen.getByRole("link", { name: "Invite a user" }));
  await waitFor(() => expect(router.state.location.href).toBe("/admin/users?new=1"));
});

test("a test mail ticks its step; a refusal says why", async () => {
  let sent = false;
  const { writes } = renderApp("/admin/setup", {
    ...server([]),
    "GET /api/setup": () => ({ steps: [sent ? { ...mail, done: true, action: undefined } : mail] }),
    "POST /api/setup/test-mail": () => {
      if (writes().length === 1) return refused(503, "The mail server does not answer.");
      sent = true;
      return { status: "ok" };
    },
  });
  const button = await screen.findByRole("button", { name: "Send a test mail to yourself" });
  await userEvent.click(button);
  expect((await screen.findByRole("alert")).textContent).toContain("The mail server does not answer.");
  await userEvent.click(button);
  expect(await screen.findByText("Everything is set up.")).toBeTruthy();
});

test("where an administrator lands, the next step is named until everything is done", async () => {
  const lists = {
    "GET /api/hermes/uploads": {
      items: [],
      total: 0,
      summary: { files: 0, by_status: {} },
    },
  };
  const first = renderApp("/hermes", { ...server([done, people]), ...lists });
  const card = within(await screen.findByRole("region", { name: "First steps" }));
  expect(card.getByText(/1 of 2 steps is done\. Next: Users invited\./)).toBeTruthy();
  await userEvent.click(card.getByRole("button", { name: "Close first steps permanently" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "First steps" })).toBeNull());
  first.unmount();

  localStorage.clear();
  const second = renderApp("/hermes", { ...server([done]), ...lists });
  await waitFor(() => expect(second.asked.some((request) => request.url.endsWith("/api/setup"))).toBe(true));
  await screen.findByRole("heading", { level: 1, name: "Submissions" });
  expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
});
