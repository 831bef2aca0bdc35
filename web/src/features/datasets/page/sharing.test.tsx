import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Dataset, DatasetLink } from "@/api/datasets/datasets";
import { type Answer, refused } from "@/test-app";
import { dataset, open } from "./testing";

const link: DatasetLink = {
  id: "l1",
  file_id: "f1",
  file_name: "crohns.tsv.gz",
  note: "for review",
  created_by: "ada",
  created_at: "2026-11-20T10:00:00Z",
  expires_at: "2026-11-27T10:00:00Z",
  uses: 3,
  state: "active",
  path: "/api/d/AbCd12?link=l1&signature=xyz",
};

function sharing(of: Dataset, answers: Record<string, Answer> = {}) {
  return open(of, "/datasets/d1?part=sharing", { "GET /api/datasets/d1/links": { items: [] }, ...answers });
}

const bodies = (requests: Request[]) => Promise.all(requests.map((request) => request.clone().json()));

test("sharing by name sends people and groups; an unknown name is refused at its field", async () => {
  const message = "There is no account “nobody” that may work with data sets.";
  const { writes } = sharing(dataset(), {
    "PUT /api/datasets/d1/sharing": () => refused(422, message, [{ field: "people", message }]),
  });
  const save = await screen.findByRole("button", { name: "Save sharing" });
  expect(save).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByRole("radio", { name: "named" }));
  await userEvent.type(screen.getByLabelText("People", { selector: "input" }), "nobody{Enter}");
  await userEvent.click(save);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText("Nothing was changed")).toBeNull();
  expect(await bodies(writes())).toEqual([{ sharing: "named", people: ["nobody"], groups: [] }]);
  expect(writes()[0]?.headers.get("If-Match")).toBe('"4"');
});

test("a file that failed its check is published with a reason only", async () => {
  const message = "The check of “crohns.tsv.gz” failed. Give a reason to publish it anyway.";
  const { writes } = sharing(dataset(), {
    "PUT /api/datasets/d1/sharing": async (request) => {
      const { reason } = (await request.clone().json()) as { reason?: string };
      return reason
        ? dataset({ sharing: "public", version: 5 })
        : refused(422, message, [{ field: "reason", message }], "check_failed");
    },
  });
  await userEvent.click(await screen.findByRole("radio", { name: "public" }));
  expect(screen.queryByLabelText(/Reason to publish/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Save sharing" }));
  expect(await screen.findByText(message)).toBeTruthy();
  await userEvent.type(await screen.findByLabelText(/Reason to publish/), "Effects are sound");
  await userEvent.click(screen.getByRole("button", { name: "Save sharing" }));
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect((await bodies(writes()))[1]).toMatchObject({ sharing: "public", reason: "Effects are sound" });
});

test("withdrawing says that it takes effect at once", async () => {
  sharing(dataset({ sharing: "public" }));
  await screen.findByRole("button", { name: "Save sharing" });
  expect(screen.queryByText("Reducing access takes effect immediately")).toBeNull();
  await userEvent.click(await screen.findByRole("radio", { name: "Private" }));
  expect(screen.getByText("Reducing access takes effect immediately")).toBeTruthy();
});

test("another user's change is shown before one's own is saved over it", async () => {
  const current = dataset({ version: 9, sharing: "named", people: ["cy"] });
  sharing(dataset(), {
    "PUT /api/datasets/d1/sharing": () =>
      Response.json(
        { detail: "Another user has changed it.", code: "changed", fields: [], request_id: "r", current },
        { status: 409 },
      ),
  });
  await userEvent.click(await screen.findByRole("radio", { name: "public" }));
  await userEvent.click(screen.getByRole("button", { name: "Save sharing" }));
  expect(await screen.findByText(/Another user has changed it\..*save again/)).toBeTruthy();
  expect(screen.getByText("Shared")).toBeTruthy();
});

test("a link is made with lifetime and note, and shown to copy", async () => {
  const { writes } = sharing(dataset(), { "POST /api/datasets/d1/links": link });
  await userEvent.type(await screen.findByLabelText("Note"), "for review");
  await userEvent.click(screen.getByRole("button", { name: "Create link" }));
  expect(await screen.findByText(/\/api\/d\/AbCd12\?link=l1&signature=xyz$/)).toBeTruthy();
  expect(await bodies(writes())).toEqual([{ file_id: "f1", hours: 24, note: "for review" }]);
});

test("only lifetimes that the server allows are offered", async () => {
  sharing(dataset(), { "GET /api/datasets/d1/links": { items: [], longest_hours: 12 } });
  await userEvent.click(await screen.findByRole("combobox", { name: "Valid for" }));
  expect(
    (await screen.findAllByRole("option", { name: /hour|day/, hidden: true })).map((one) => one.textContent),
  ).toEqual(["1 hour"]);
});

test("a lifetime that the server does not allow is refused at its field", async () => {
  const message = "A link works for 0.25 to 12 hours.";
  sharing(dataset(), {
    "POST /api/datasets/d1/links": () => refused(422, message, [{ field: "hours", message }]),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Create link" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText("No link was created")).toBeNull();
});

test("links are listed with their state and uses, and revoked after a question", async () => {
  let revoked = false;
  const { writes } = sharing(dataset(), {
    "GET /api/datasets/d1/links": () => ({
      items: [
        revoked ? { ...link, state: "revoked", path: undefined } : link,
        { ...link, id: "l2", state: "expired", path: undefined },
      ],
    }),
    "DELETE /api/datasets/d1/links/l1": () => {
      revoked = true;
      return new Response(null, { status: 204 });
    },
  });
  const table = within(await screen.findByRole("list", { name: "Signed links created" }));
  expect(table.getByText("Works")).toBeTruthy();
  expect(table.getByText("Expired")).toBeTruthy();
  expect(table.getAllByRole("button", { name: /^Copy/ })).toHaveLength(1);
  await userEvent.click(table.getByRole("button", { name: /^Revoke/ }));
  expect(writes()).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Revoke link" }));
  expect(await table.findByText("Revoked")).toBeTruthy();
});

test("handing over asks first, says what is lost, and leads to the list", async () => {
  const { router, writes } = sharing(dataset({ co_owners: [] }), {
    "GET /api/datasets": { items: [], total: 0 },
    "PUT /api/datasets/d1/owners": dataset({ owner: "bo", version: 5 }),
  });
  const owner = await screen.findByLabelText("Owner");
  await userEvent.clear(owner);
  await userEvent.type(owner, "bo");
  await userEvent.click(screen.getByRole("button", { name: "Save owners" }));
  expect(await screen.findByText(/You lose access/)).toBeTruthy();
  expect(writes()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Transfer" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/datasets"));
  expect(await bodies(writes())).toEqual([{ owner: "bo", co_owners: [] }]);
});

test("a co-owner shares, and sees that only the owner names others", async () => {
  const can = { edit: true, share: true, transfer: false, delete: false, restore: false };
  sharing(dataset({ owner: "cy", co_owners: ["ada"], can }));
  expect(await screen.findByText("Only the owner can change this.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Save sharing" })).toBeTruthy();
});
