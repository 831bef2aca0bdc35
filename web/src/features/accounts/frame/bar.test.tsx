import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { writeText } from "@/lib/browser/stored";
import { admin, person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";

const bar = async () => within((await screen.findAllByRole("banner"))[0] as HTMLElement);
const notices = (unread: number) => ({ "GET /api/hermes/notices": () => ({ items: [], unread, mails: "at_once" }) });
const contact = person({ roles: ["sgc-uploader"], groups: ["sgc"], areas: ["sgc"], permissions: ["sgc-upload-data"] });

test.each(["/tools", "/hermes/profile", "/sgc/phenotypes"])(
  "the bell is at %s, with the number of new notices",
  async (path) => {
    renderApp(path, { "GET /api/is-logged-in": admin, ...notices(3) });
    const bell = await (await bar()).findByRole("link", { name: "Notices, 3 new" });
    expect(bell.getAttribute("href")).toBe("/hermes/notices");
  },
);

test("without new notices the bell has no number", async () => {
  renderApp("/tools", { "GET /api/is-logged-in": admin, ...notices(0) });
  const bell = await (await bar()).findByRole("link", { name: "Notices" });
  expect(bell.textContent).toBe("");
});

test("an account that can have no notices reads by keyboard what would be there, and nothing is asked", async () => {
  const { asked } = renderApp("/sgc/phenotypes", { "GET /api/is-logged-in": contact });
  const bell = await (await bar()).findByRole("button", { name: "Notices" });
  bell.focus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText(/Reviews and QC of submissions to HERMES appear here/)).toBeTruthy();
  expect(asked.filter(({ url }) => url.includes("/api/hermes"))).toEqual([]);
});

test("the list of keys is opened from the menu of the account", async () => {
  renderApp("/tools", { "GET /api/is-logged-in": admin, ...notices(0) });
  await userEvent.click(await screen.findByRole("button", { name: /account of/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Keyboard shortcuts", hidden: true }));
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts", hidden: true })).toBeTruthy();
});

test("public pages offer a reader who is signed in the way back, and others to sign in", async () => {
  const page = { "GET /api/public/datasets": { items: [], total: 0 } };
  writeText("browser", "signed-in", "1"); // as any page behind a door leaves it
  const first = renderApp("/p/datasets", { "GET /api/is-logged-in": contact, ...page });
  const back = await (await bar()).findByRole("link", { name: "Back to your pages" });
  expect(back.getAttribute("href")).toBe("/sgc");
  expect((await bar()).queryByRole("link", { name: "Sign in" })).toBeNull();
  expect((await bar()).getByRole("button", { name: /account of/ })).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
  first.unmount();
  renderApp("/p/datasets", { "GET /api/is-logged-in": () => refused(401, "Sign in."), ...page });
  expect(await (await bar()).findByRole("link", { name: "Sign in" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("link", { name: "Back to your pages" })).toBeNull());
});
