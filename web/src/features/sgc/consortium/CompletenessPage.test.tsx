import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answer, refused, signInOptions } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { contact, openSgc, row } from "./testing";

const hidden = true;
const message = {
  to: "ada@example.org",
  subject: "SGC: Lakeland Biobank",
  text: "Hello,\n\nstill open: cases.",
  missing: ["The file cases and controls of females is missing."],
  wrong: [] as string[],
};
const rows = [row(), row({ cohort_id: "k2", name: "Northern Registry", validated: true, metadata: false })];

function open(answers: Record<string, Answer> = {}, address = "/sgc/completeness", user?: object) {
  return openSgc(
    address,
    {
      "GET /api/sgc/completeness": { items: rows, total: 120, next_cursor: "c2" },
      "GET /api/sgc/cohorts/k1/reminder": message,
      ...answers,
    },
    user,
  );
}

const withMail: Record<string, Answer> = { "GET /api/sign-in-options": { ...signInOptions, mail: true } };

const lastQuery = (asked: Request[]) =>
  new URL(asked.filter((request) => request.url.includes("/completeness")).at(-1)?.url ?? "http://x").searchParams;

async function remind() {
  await userEvent.click(await screen.findByRole("button", { name: "Remind the owner of Lakeland Biobank" }));
  return within(await screen.findByRole("dialog", { name: "Reminder for Lakeland Biobank", hidden }));
}

test("who has handed in what, and how long it has been quiet", async () => {
  const { asked } = open();
  const line = within((await screen.findByRole("link", { name: "Lakeland Biobank" })).closest("tr") as HTMLElement);
  expect(line.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "Lakeland Biobankada@example.org",
    "✓ answered",
    "✓ 9 Nov 2026",
    ...Array(4).fill("○ missing"),
    "Not yet",
    "12 d ago",
    "Remind",
  ]);
  expect(await screen.findByText(/3 cohorts · 211,728 people · 1 validated/)).toBeTruthy();
  expect(lastQuery(asked).get("sort")).toBe("last_activity");
  expect(await accessFaults()).toEqual([]);
});

test("filter, search and pages are the server's, and stand in the address", async () => {
  const { asked, router } = open();
  await userEvent.click(await screen.findByRole("button", { name: /^Missing/ }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Co-occurrence, male", hidden }));
  await waitFor(() => expect(lastQuery(asked).get("missing")).toBe("cooccurrence_male"));
  await userEvent.type(screen.getByRole("searchbox"), "lake");
  await waitFor(() => expect(lastQuery(asked).get("q")).toBe("lake"));
  await userEvent.click(screen.getByRole("button", { name: "Next", hidden }));
  await waitFor(() => expect(lastQuery(asked).get("cursor")).toBe("c2"));
  expect(router.state.location.search).toEqual({ missing: ["cooccurrence_male"], q: "lake", after: ["c2"] });
});

test("a reminder is changed and copied; without mail nothing is sent", async () => {
  open();
  const dialog = await remind();
  fireEvent.change(await dialog.findByLabelText(/^Message/), { target: { value: "Dear Ada" } });
  await userEvent.click(dialog.getByRole("button", { name: "Copy message", hidden }));
  expect(await navigator.clipboard.readText()).toBe("Dear Ada");
  expect(dialog.queryByRole("button", { name: "Send by mail", hidden })).toBeNull();
  expect(await accessFaults()).toEqual([]);
});

test("by mail goes the server's text, after saying to whom", async () => {
  const { writes } = open({ ...withMail, "POST /api/sgc/cohorts/k1/reminder": { status: "sent" } });
  const dialog = await remind();
  fireEvent.change(await dialog.findByLabelText("Subject"), { target: { value: "Mine" } });
  const send = dialog.getByRole("button", { name: "Send by mail", hidden });
  expect(send.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(dialog.getByRole("button", { name: "Undo my changes", hidden }));
  await userEvent.click(dialog.getByRole("button", { name: "Send by mail", hidden }));
  expect(dialog.getByText("Mail this message to ada@example.org?")).toBeTruthy();
  expect(writes()).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Send now", hidden }));
  expect(await screen.findByText("The reminder was mailed to ada@example.org.")).toBeTruthy();
});

test("a mail that did not go says why", async () => {
  const down = () => refused(503, "The mail server does not answer.");
  open({ ...withMail, "POST /api/sgc/cohorts/k1/reminder": down });
  const dialog = await remind();
  await userEvent.click(await dialog.findByRole("button", { name: "Send by mail", hidden }));
  await userEvent.click(dialog.getByRole("button", { name: "Send now", hidden }));
  expect(await dialog.findByText(/The mail server does not answer. The message was not sent/)).toBeTruthy();
});

test("before it is sent, the reminder says what it names", async () => {
  open();
  const dialog = await remind();
  expect(await dialog.findByText("The message lists 1 thing missing only")).toBeTruthy();
  expect(dialog.getAllByRole("listitem", { hidden }).map((item) => item.textContent)).toEqual(message.missing);
});

test("a cohort that misses nothing is only asked to validate", async () => {
  open({ "GET /api/sgc/cohorts/k1/reminder": { ...message, missing: [] } });
  const dialog = await remind();
  expect(await dialog.findByText(/Nothing is missing. The message asks to validate/)).toBeTruthy();
});

test("a validated cohort needs no reminder", async () => {
  open();
  expect(await screen.findByRole("link", { name: "Northern Registry" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^Remind the owner of/ })).toHaveLength(1);
});

test("without cohorts the page says what it is for", async () => {
  open({ "GET /api/sgc/completeness": { items: [], total: 0 } });
  expect(await screen.findByText("No cohorts yet")).toBeTruthy();
});

test("only reviewers get in", async () => {
  open({}, "/sgc/completeness", contact);
  expect(await screen.findByText(/Only SGC reviewers can see the completeness/)).toBeTruthy();
});
