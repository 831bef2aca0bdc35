import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Table } from "@/api/pages/tables";
import { refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { PublishDialog } from "./PublishDialog";
import { built, held, show } from "./testing";

const at = "/api/configurations/p1";
const table = (kind: Table["source"]["kind"] = "upload") =>
  ({ id: "t1", name: "hf.tsv", source: { kind, name: "hf.tsv" } }) as Table;
const none = { current: undefined };
const published = held({
  sharing: "public",
  published: { address: "/p/pages/hfx", slug: "hfx", follow: false, number: 1 } as never,
});
const problem = { path: "/plots/0/x", text: "The plot Volcano has no effect.", severity: "error", code: "incomplete" };

const dialog = (change: Partial<Parameters<typeof PublishDialog>[0]> = {}) => (
  <PublishDialog
    page={held()}
    table={table()}
    built={built()}
    problems={[]}
    picture={none}
    onClose={vi.fn()}
    {...change}
  />
);

test("a page with problems is not published: each is named", async () => {
  const warning = { ...problem, severity: "warning", text: "Two filters ask the same." };
  show(dialog({ problems: [problem, warning] as never }));
  expect(await screen.findByText("1 problem to correct first")).toBeTruthy();
  expect(screen.getByText("The plot Volcano has no effect.")).toBeTruthy();
  expect(screen.queryByText("Two filters ask the same.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
});

test("the ways to share stand in the order that sharing has them, but for what is not published", async () => {
  show(dialog());
  const ways = await screen.findAllByRole("radio");
  expect(ways.map((way) => (way as HTMLInputElement).value)).toEqual(["people", "area", "public"]);
});

test("an address is proposed, checked as it is typed, and who may see it has to be said", async () => {
  const onClose = vi.fn();
  const { sent } = show(dialog({ onClose }), { [`POST ${at}/publish`]: published });
  const address = (await screen.findByRole("textbox", { name: "Address" })) as HTMLInputElement;
  expect(address.value).toBe("heart-failure");
  await userEvent.clear(address);
  await userEvent.type(address, "Heart Failure");
  expect(screen.getByText(/Use lower-case letters/)).toBeTruthy();
  await userEvent.clear(address);
  await userEvent.type(address, "hf-2026");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(screen.getByText("Choose who can see it.")).toBeTruthy();
  expect(await sent()).toEqual([]);
  await userEvent.click(screen.getByRole("radio", { name: /^Public/ }));
  expect(screen.getByText("Anyone can then read every row")).toBeTruthy();
  expect(await accessFaults(window.document.body)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await sent()).toEqual([
    ["POST", `${at}/publish`, '"7"', { slug: "hf-2026", follow: false, sharing: "public" }],
  ]);
});

test("the picture of the page goes with it", async () => {
  const picture = { current: async () => new Blob([Uint8Array.of(137, 80, 78, 71)], { type: "image/png" }) };
  const { sent } = show(dialog({ page: published, picture }), { [`POST ${at}/publish`]: published });
  expect(await screen.findByRole("img", { name: "Preview of the page in the gallery" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(async () =>
    expect((await sent())[0]?.[3]).toEqual({ slug: "hfx", follow: false, picture: "iVBORw==" }),
  );
});

test.each<[Table["source"]["kind"], boolean]>([
  ["upload", false],
  ["text", false],
  ["url", false],
  ["dataset_file", true],
  ["meta_analysis", true],
])("a page of %s follows new versions of it: %s", async (kind, follows) => {
  show(dialog({ table: table(kind) }));
  await screen.findByRole("textbox", { name: "Address" });
  expect(screen.queryByRole("radio", { name: /shows the new version/ }) !== null).toBe(follows);
});

test("an address that is taken is said at its field, other refusals with what is wrong", async () => {
  let answer = () => refused(409, "Another page has this address.", [], "slug_taken");
  show(dialog({ page: published }), { [`POST ${at}/publish`]: () => answer() });
  await userEvent.click(await screen.findByRole("button", { name: "Publish" }));
  expect(await screen.findByText("Another page has this address.")).toBeTruthy();
  expect(screen.queryByText("It was not published")).toBeNull();
  answer = () => Response.json({ detail: "It has 1 problem.", code: "problems", problems: [problem] }, { status: 422 });
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("It was not published")).toBeTruthy();
  expect(screen.getByText("The plot Volcano has no effect.")).toBeTruthy();
});

test("nothing is published before the draft is saved, and what is published can be taken back", async () => {
  const onClose = vi.fn();
  const { sent } = show(dialog({ page: published, built: built({ clean: false }), onClose }), {
    [`POST ${at}/unpublish`]: held(),
  });
  expect((await screen.findByRole("button", { name: "Publish" })).hasAttribute("disabled")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Unpublish" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect((await sent()).map((call) => call[1])).toEqual([`${at}/unpublish`]);
});
