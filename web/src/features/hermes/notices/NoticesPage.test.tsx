import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { admin, renderApp, signInOptions } from "@/test-app";

const notice = { id: "n1", at: "2026-11-27T10:00:00Z", upload_id: "u1", dataset_name: "One", read: true };

test.each([
  [undefined, "Once a day", ""],
  ["REVIEW APPROVED", "Once a day", "Now Accepted"],
  ["REVIEW REJECTED", "Once a day", "Now Rejected"],
])("a notice says which status its submission has had since: %s", async (status, choice, says) => {
  const items = [{ ...notice, status, text: "One has passed QC and waits for review." }];
  renderApp("/hermes/notices", {
    "GET /api/is-logged-in": admin,
    "GET /api/hermes/notices": () => ({ items, unread: 0, mails: "daily" }),
  });
  const line = (await screen.findByText(/waits for review/)).closest("li") as HTMLElement;
  expect(within(line).queryByText(/^Now/)?.textContent ?? "").toBe(says);
  expect(screen.getByRole("radio", { name: choice })).toHaveProperty("checked", true);
});

test.each([true, false])("the choice of mails says that no mail is sent: mail server %s", async (mail) => {
  renderApp("/hermes/notices", {
    "GET /api/is-logged-in": admin,
    "GET /api/sign-in-options": { ...signInOptions, mail },
    "GET /api/hermes/notices": () => ({ items: [], unread: 0, mails: "at_once" }),
  });
  const note = await screen.findByText(/^Notices are always shown here/);
  await screen.findByText("No notices yet.", { exact: false });
  expect(note.textContent?.includes("Mail is off until an administrator sets up a mail server.")).toBe(!mail);
});
