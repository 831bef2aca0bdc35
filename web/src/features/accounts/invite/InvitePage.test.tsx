import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { InvitationResult, NewInvitation } from "@/api/accounts/accounts";
import { type Answer, admin, refused, renderApp } from "@/test-app";
import { reviewer } from "../testing";

const call = "POST /api/areas/hermes/invitations";

function open(answers: Record<string, Answer>, by = "") {
  return renderApp(`/hermes/users/new${by && `?by=${by}`}`, { "GET /api/is-logged-in": reviewer, ...answers });
}

const json = async (request: Request | undefined) => (request ? await request.json() : undefined);
const link = { sent: false, url: "/register#invitation=abc", expires_at: "2026-11-22T12:00:00Z" };

test("one person: the type says what it may do, and the link is there to copy", async () => {
  const { writes } = open({
    [call]: { items: [{ user_name: "ada@example.org", outcome: "invited", link }] },
  });
  await userEvent.type(await screen.findByLabelText(/^E-mail/), " ada@example.org ");
  await userEvent.type(screen.getByLabelText("First name"), "Ada");
  expect(screen.getByText(/Views all files, reports and meta-analyses/)).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Reviewer" }));
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  expect(await screen.findByText("ada@example.org is invited")).toBeTruthy();
  expect(((await screen.findByLabelText("Link for ada@example.org")) as HTMLInputElement).value).toContain(
    "/register#invitation=abc",
  );
  expect(await json(writes()[0])).toEqual({
    dry_run: false,
    valid_hours: 24,
    items: [{ user_name: "ada@example.org", user_type: "reviewer", first_name: "Ada", last_name: "", also_roles: [] }],
  });
  expect((screen.getByLabelText(/^E-mail/) as HTMLInputElement).value).toBe("");
});

test("the inviter chooses how long the link is valid, for one person and for several", async () => {
  const { writes } = open({ [call]: { items: [{ user_name: "ada@example.org", outcome: "invited", link }] } });
  await userEvent.selectOptions(await screen.findByLabelText("Link valid for"), "8 hours");
  await userEvent.type(screen.getByLabelText(/^E-mail/), "ada@example.org");
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  await screen.findByText("ada@example.org is invited");
  expect((await json(writes()[0])).valid_hours).toBe(8);
  await userEvent.click(screen.getByRole("tab", { name: "Several at once" }));
  expect((screen.getByLabelText("Link valid for") as HTMLSelectElement).value).toBe("8");
});

test("an inviter of two areas gives a role in each with one invitation", async () => {
  const both = { "GET /api/is-logged-in": { ...reviewer, manages: ["hermes", "sgc"] } };
  const { writes } = open({ ...both, [call]: { items: [{ user_name: "ada@example.org", outcome: "invited", link }] } });
  await userEvent.type(await screen.findByLabelText(/^E-mail/), "ada@example.org");
  expect(screen.queryByLabelText("Role in data sets")).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText("Role in SGC"), "Uploader");
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  await screen.findByText("ada@example.org is invited");
  expect((await json(writes()[0])).items[0]).toMatchObject({ user_type: "uploader", also_roles: ["sgc-uploader"] });
});

test("who manages one area is offered no role elsewhere", async () => {
  open({});
  await screen.findByLabelText(/^E-mail/);
  expect(screen.queryByLabelText(/^Role in/)).toBeNull();
});

test("a bad address is told before anything is sent, with a way to the field", async () => {
  const { writes } = open({});
  await userEvent.type(await screen.findByLabelText(/^E-mail/), "ada");
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  await userEvent.click(await screen.findByRole("link", { name: /This is not an e-mail address/ }));
  expect(document.activeElement).toBe(screen.getByLabelText(/^E-mail/));
  expect(writes()).toHaveLength(0);
});

test("what the server refuses stands at the field, and what was typed stays", async () => {
  const message = "This person has an account here already; change its role in the list.";
  open({ [call]: { items: [{ user_name: "ada@example.org", outcome: "refused", field: "user_name", message }] } });
  await userEvent.type(await screen.findByLabelText(/^E-mail/), "ada@example.org");
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  expect(await screen.findByRole("link", { name: message })).toBeTruthy();
  expect((screen.getByLabelText(/^E-mail/) as HTMLInputElement).value).toBe("ada@example.org");
});

test("what was typed is there again after a reload", async () => {
  const { unmount } = open({});
  await userEvent.type(await screen.findByLabelText("Last name"), "Lee");
  unmount();
  open({});
  expect(((await screen.findByLabelText("Last name")) as HTMLInputElement).value).toBe("Lee");
});

/** Refuses addresses of one house; everybody else gets a link. */
const server: Answer = async (request) => {
  const body = (await request.json()) as { dry_run: boolean; items: NewInvitation[] };
  const items = body.items.map(({ user_name }): InvitationResult => {
    if (user_name.endsWith("@bad.example")) {
      return { user_name, outcome: "refused", field: "user_name", message: "This account is disabled." };
    }
    const sent = { sent: false, url: `/register#invitation=${user_name}`, expires_at: "2026-11-22T12:00:00Z" };
    return { user_name, outcome: "invited", link: body.dry_run ? undefined : sent };
  });
  return { items };
};

test("several: rows are checked first, good ones are sent, bad ones stay in the box", async () => {
  const { writes } = open({ [call]: server }, "several");
  const box = (await screen.findByLabelText("One person per line")) as HTMLTextAreaElement;
  await userEvent.click(box);
  await userEvent.paste("a@example.org,reviewer,Ada\nb@bad.example\n,uploader\nc@example.org;");
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("2 of 4 rows can be sent")).toBeTruthy();
  expect(screen.getByText("This account is disabled.")).toBeTruthy();
  expect(screen.getByText("The e-mail address is missing.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send 2 invitations" }));
  expect(await screen.findByText("2 people done")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy the link for a@example.org" })).toBeTruthy();
  await waitFor(() => expect(box.value).toContain("b@bad.example"));
  expect(box.value).not.toContain("a@example.org");
  expect(screen.getByText("None of 2 rows can be sent")).toBeTruthy();
  const bodies = await Promise.all(writes().map(json));
  expect(bodies.map((body) => [body.dry_run, body.items.length])).toEqual([
    [true, 3],
    [false, 2],
  ]);
});

test("several: an empty box and too many rows are told without asking the server", async () => {
  const { writes } = open({ [call]: server }, "several");
  const box = await screen.findByLabelText("One person per line");
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText(/Paste at least one person/)).toBeTruthy();
  await userEvent.click(box);
  await userEvent.paste(Array.from({ length: 501 }, (_, at) => `p${at}@example.org`).join("\n"));
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText(/501 people exceed the limit/)).toBeTruthy();
  expect(writes()).toHaveLength(0);
});

const password = "correct horse battery staple";

async function fillPassword(repeat = password) {
  await userEvent.type(await screen.findByLabelText(/^E-mail/), "ada@example.org");
  await userEvent.type(screen.getByLabelText("Temporary password"), password);
  await userEvent.type(screen.getByLabelText("Repeat the password"), repeat);
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
}

test("a temporary password is sent, never kept, and said to be temporary", async () => {
  const { writes } = open({ "POST /api/add-hermes-user": Response.json(null) }, "password");
  await fillPassword();
  expect(await screen.findByText("The account ada@example.org was made")).toBeTruthy();
  expect(await json(writes()[0])).toEqual({
    user_name: "ada@example.org",
    user_type: "uploader",
    first_name: "",
    last_name: "",
    password,
  });
  expect(JSON.stringify({ ...localStorage })).not.toContain("correct horse");
});

test("a name that is taken stands at the field", async () => {
  open({ "POST /api/add-hermes-user": refused(409, "There is an account of this name already.") }, "password");
  await fillPassword();
  await userEvent.click(await screen.findByRole("link", { name: "There is an account of this name already." }));
  expect(document.activeElement).toBe(screen.getByLabelText(/^E-mail/));
  expect(JSON.stringify({ ...localStorage })).not.toContain("correct horse");
});

test("two different passwords are told before anything is sent", async () => {
  const { writes } = open({}, "password");
  await fillPassword("something else altogether");
  expect((await screen.findAllByText("The two passwords are not the same.")).length).toBeGreaterThan(0);
  expect(writes()).toHaveLength(0);
});

test.each([
  ["/hermes/users/new", reviewer, "They get access to HERMES. They choose their own password when you invite them."],
  [
    "/admin/users?new=1",
    admin,
    "The type you choose decides what they can access. They choose their own password when you invite them.",
  ],
])("%s says what new users get access to", async (path, user, words) => {
  renderApp(path, { "GET /api/is-logged-in": user });
  expect(await screen.findByText(words)).toBeTruthy();
});
