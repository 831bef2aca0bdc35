import { notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Profile } from "@/api/accounts/accounts";
import { type Answer, renderApp, signInOptions } from "@/test-app";
import { openSession, profile, token } from "../testing";

function open(answers: Record<string, Answer> = {}, own: Profile = profile()) {
  return renderApp("/hermes/profile", {
    "GET /api/profile": own,
    "GET /api/sessions": { items: [openSession()] },
    "GET /api/tokens": { items: [] },
    ...answers,
  });
}

const json = async (request: Request | undefined) => (request ? await request.json() : undefined);
const error = (status: number, code: string, detail: string) =>
  new Response(JSON.stringify({ detail, code, fields: [], request_id: "r" }), { status });

test("names and address are edited in place", async () => {
  const changed = profile({ user: { ...profile().user, last_name: "Lee-Kim" } });
  const { writes } = open({ "PATCH /api/profile": changed });
  const field = await screen.findByLabelText("Last name");
  const save = screen.getByRole("button", { name: "Save" }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  await userEvent.type(field, "-Kim");
  await userEvent.click(save);
  expect(await screen.findByText("Saved.")).toBeTruthy();
  expect(await json(writes()[0])).toEqual({ first_name: "Ada", last_name: "Lee-Kim", email: "ada@example.org" });
});

test("a bad address is told at the field and not sent", async () => {
  const { writes } = open();
  const field = await screen.findByLabelText("E-mail");
  await userEvent.clear(field);
  await userEvent.type(field, "ada");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("link", { name: /This is not an e-mail address/ })).toBeTruthy();
  expect(writes()).toHaveLength(0);
});

test("another address asks for the password where the sign-in is old, and nothing typed is lost", async () => {
  const changed = profile({ user: { ...profile().user, email: "lee@example.org" } });
  let tries = 0;
  const { writes } = open({
    "PATCH /api/profile": () =>
      tries++ === 0 ? error(422, "current_password_needed", "Enter your current password.") : changed,
  });
  const field = await screen.findByLabelText<HTMLInputElement>("E-mail");
  await userEvent.clear(field);
  await userEvent.type(field, "lee@example.org");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await userEvent.type(await screen.findByLabelText("Current password"), "walnut moss");
  await userEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(await screen.findByText("Saved.")).toBeTruthy();
  expect(await json(writes()[1])).toMatchObject({ email: "lee@example.org", current_password: "walnut moss" });
});

const phone = openSession({
  id: "s2",
  current: false,
  user_agent:
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36",
  address: "192.0.2.9",
});

test("sessions say which device, and each other one can be ended", async () => {
  let sessions = [phone, openSession()];
  const { writes } = open({
    "GET /api/sessions": () => ({ items: sessions }),
    "DELETE /api/sessions/s2": () => {
      sessions = sessions.filter((one) => one.id !== "s2");
      return new Response(null, { status: 204 });
    },
  });
  const card = within(await screen.findByRole("region", { name: "Where you are signed in" }));
  const rows = await card.findAllByRole("listitem");
  expect(rows[0]?.textContent).toContain("Firefox on Linux This session");
  expect(rows[1]?.textContent).toContain("Chrome on Android");
  await userEvent.click(card.getByRole("button", { name: /^End the session of Chrome on Android/ }));
  expect(await screen.findByText("Chrome on Android is signed out.")).toBeTruthy();
  await waitFor(() => expect(card.getAllByRole("listitem")).toHaveLength(1));
  expect(writes()).toHaveLength(1);
});

test("all other sessions are ended after a question", async () => {
  const { writes } = open({
    "GET /api/sessions": { items: [openSession(), phone] },
    "DELETE /api/sessions": () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Sign out everywhere else…" }));
  await userEvent.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
  expect(await screen.findByText("You are signed out everywhere else.")).toBeTruthy();
  expect(writes().map((request) => request.method)).toEqual(["DELETE"]);
});

async function nameToken() {
  await userEvent.click(await screen.findByRole("button", { name: "New token…" }));
  await userEvent.type(await screen.findByLabelText(/^Name/), "nightly");
  await userEvent.click(screen.getByRole("checkbox", { name: "Upload" }));
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
}

const made = { token: "coh_secret", info: token({ name: "nightly" }) };

test("a token is shown once, with an example", async () => {
  const { writes } = open({ "POST /api/tokens": Response.json(made, { status: 201 }) });
  await nameToken();
  expect(((await screen.findByLabelText("Token")) as HTMLInputElement).value).toBe("coh_secret");
  expect(screen.getByText(/curl -H "Authorization: Bearer coh_secret" .*\/api\/is-logged-in/)).toBeTruthy();
  expect(await json(writes()[0])).toEqual({ name: "nightly", scopes: ["read", "upload"], days: 90 });
  await userEvent.click(screen.getByRole("button", { name: "I have copied it" }));
  await waitFor(() => expect(screen.queryByText(/coh_secret/)).toBeNull());
});

test("a token that may not read has no example that is refused", async () => {
  const upload = { token: "coh_secret", info: token({ name: "nightly", scopes: ["upload"] }) };
  open({ "POST /api/tokens": Response.json(upload, { status: 201 }) });
  await nameToken();
  await screen.findByLabelText("Token");
  expect(screen.queryByText(/curl/)).toBeNull();
});

test("a sign-in that is too old asks for the password, also after a wrong one, and goes on", async () => {
  const { writes } = open({
    "POST /api/tokens": async (request) => {
      const { current_password: current } = (await request.json()) as { current_password?: string };
      if (current === undefined) return error(422, "current_password_needed", "Enter your current password.");
      if (current !== "right") return error(422, "wrong_password", "The current password is wrong.");
      return made;
    },
  });
  await nameToken();
  const field = await screen.findByLabelText("Current password");
  await userEvent.type(field, "wrong");
  await userEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(await screen.findByText("The current password is wrong.")).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, "right");
  await userEvent.click(screen.getByRole("button", { name: "Go on" }));
  expect(await screen.findByLabelText("Token")).toBeTruthy();
  expect(writes()).toHaveLength(3);
});

test("giving up on the password leaves the form as it was, without a reproach", async () => {
  open({ "POST /api/tokens": () => error(422, "current_password_needed", "Enter your current password.") });
  await nameToken();
  const dialog = await screen.findByRole("dialog", { name: "Enter your password" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Enter your password" })).toBeNull());
  expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe("nightly");
  expect(screen.queryByText(/No token was made/)).toBeNull();
});

test("a token that runs out soon is said to", async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000 + 60_000).toISOString();
  open({ "GET /api/tokens": { items: [token({ expires_at: soon })] } });
  expect(await screen.findByText("Expires in 3 days")).toBeTruthy();
  expect(screen.getByText(/1 token expires within 7 days/)).toBeTruthy();
});

test("revoking a token asks first", async () => {
  const { writes } = open({
    "GET /api/tokens": { items: [token()] },
    "DELETE /api/tokens/t1": () => new Response(null, { status: 204 }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Revoke nightly upload" }));
  expect(writes()).toHaveLength(0);
  await userEvent.click(await screen.findByRole("button", { name: "Revoke token" }));
  expect(await screen.findByText("nightly upload was revoked.")).toBeTruthy();
});

const enrolled = profile({ second_factor: true, recovery_codes_left: 2 });

test("whoever gives up on the password keeps the recovery codes, and hears of no failure", async () => {
  const refused = () => error(422, "current_password_needed", "Enter your current password.");
  open({ "POST /api/profile/second-factor/recovery-codes": refused }, enrolled);
  const shown = vi.spyOn(notifications, "show");
  await userEvent.click(await screen.findByRole("button", { name: "New recovery codes…" }));
  const dialog = await screen.findByRole("dialog", { name: "Enter your password" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Enter your password" })).toBeNull());
  expect(shown).not.toHaveBeenCalled();
});

test("a second factor is on while its recovery codes are shown", async () => {
  open({
    "POST /api/profile/second-factor": { secret: "JBSWY3DP", uri: "otpauth://totp/x", qr_png: "" },
    "POST /api/profile/second-factor/confirm": { codes: ["aaaa-bbbb"] },
  });
  const card = within(await screen.findByRole("region", { name: "Second factor" }));
  expect(card.getByText("Off")).toBeTruthy();
  await userEvent.click(card.getByRole("button", { name: "Set up…" }));
  await userEvent.type(await card.findByLabelText("Code"), "123456");
  await userEvent.click(card.getByRole("button", { name: "Set up" }));
  expect(await card.findByText("aaaa-bbbb")).toBeTruthy();
  expect(card.getByText("On")).toBeTruthy();
  expect(card.queryByText("Off")).toBeNull();
});

test("few recovery codes are said to be few, and new ones are shown once", async () => {
  const codes = ["aaaa-bbbb", "cccc-dddd"];
  open({ "POST /api/profile/second-factor/recovery-codes": { codes } }, enrolled);
  expect(await screen.findByText("Few recovery codes are left")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "New recovery codes…" }));
  expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
});

test("a second factor that a role requires cannot be removed, and says why", async () => {
  const { writes } = open({}, { ...enrolled, second_factor_required: true });
  const button = await screen.findByRole("button", { name: "Remove…" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.hover(button);
  expect(await screen.findByText("Your role requires a second factor.")).toBeTruthy();
  await userEvent.click(button);
  expect(writes()).toHaveLength(0);
});

test("an account without a password has the way to one, and keeps its only sign-in", async () => {
  const identities = [
    { id: "i1", issuer: "https://accounts.example.org", email: "ada@example.org", linked_at: "2026-10-01T12:00:00Z" },
  ];
  const { writes } = open(
    {
      "GET /api/sign-in-options": { ...signInOptions, provider: "Example ID", mail: true },
      "POST /api/password-reset": { status: "ok" },
    },
    profile({ has_password: false, identities }),
  );
  expect(await screen.findByText(/your only way in/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Unlink/ })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Mail me a link" }));
  expect(await screen.findByText("Check your mail")).toBeTruthy();
  expect(await json(writes()[0])).toEqual({ user_name: "analyst1" });
});

test("one part that cannot be loaded leaves the others", async () => {
  open({ "GET /api/tokens": () => error(500, "internal", "The database does not answer.") });
  expect(await screen.findByText("Tokens could not be loaded")).toBeTruthy();
  expect(screen.getByText("Firefox on Linux", { exact: false })).toBeTruthy();
});
