import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { EmbedDialog } from "./EmbedDialog";
import { SharingDialog } from "./SharingDialog";
import { built, document, held, show } from "./testing";
import { VersionsDialog } from "./VersionsDialog";

const closed = vi.fn();
const at = "/api/configurations/p1";

describe("sharing", () => {
  test("names people, and says what public means before it is", async () => {
    const { sent } = show(<SharingDialog page={held()} onClose={closed} />, { [`PUT ${at}/sharing`]: held() });
    await userEvent.click(await screen.findByRole("radio", { name: /^Public/ }));
    expect(screen.getByText("Anyone can then read every row")).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: /^Shared by name/ }));
    expect(screen.queryByText("Anyone can then read every row")).toBeNull();
    await userEvent.type(screen.getByRole("combobox", { name: "People" }), "bob{Enter}eve");
    expect(await accessFaults(window.document.body)).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Save sharing" }));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(await sent()).toEqual([["PUT", `${at}/sharing`, '"7"', { sharing: "people", people: ["bob", "eve"] }]]);
  });

  test("a name that is not known is said at the field, and nothing typed is lost", async () => {
    const refusal = () => refused(422, "x", [{ field: "people.0", message: "There is no account “bbo”." }]);
    show(<SharingDialog page={held({ sharing: "people", people: ["bbo"] })} onClose={vi.fn()} />, {
      [`PUT ${at}/sharing`]: refusal,
    });
    await userEvent.click(await screen.findByRole("button", { name: "Save sharing" }));
    expect(await screen.findByText("There is no account “bbo”.")).toBeTruthy();
    expect(screen.getByText("bbo")).toBeTruthy();
  });

  test("a refusal of the data's owner is said with what to do about it", async () => {
    show(<SharingDialog page={held({ sharing: "public" })} onClose={vi.fn()} />, {
      [`PUT ${at}/sharing`]: () => refused(422, "The data set is private. Share it first."),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Save sharing" }));
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toContain("Nothing was changed");
    expect(notice.textContent).toContain("The data set is private. Share it first.");
  });
});

describe("versions", () => {
  const version = { number: 3, name: "before the review", by: "ann", at: "2026-03-01T10:00:00Z", table: "t1" };
  const older = { ...version, document: { ...document, title: "Older" } };
  const differences = [{ path: "/title", before: "Heart failure", after: "Older" }];
  const answers = {
    [`GET ${at}/versions`]: { items: [version] },
    [`GET ${at}/versions/3`]: { ...older, differences },
  };

  test("say what differs, and are restored as a change that undo knows", async () => {
    const form = built();
    const onClose = vi.fn();
    const { sent } = show(<VersionsDialog page={held()} built={form} onClose={onClose} />, {
      ...answers,
      [`POST ${at}/versions/3/restore`]: { ...held(), version: 8, document: older.document },
    });
    await userEvent.click(await screen.findByRole("button", { name: /3\. before the review/ }));
    expect((await screen.findByText("Title")).closest("li")?.textContent).toContain(
      "NowHeart failureIn this versionOlder",
    );
    expect(await accessFaults(window.document.body)).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Restore" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect((await sent())[0]?.slice(0, 3)).toEqual(["POST", `${at}/versions/3/restore`, '"7"']);
    const [make] = vi.mocked(form.change).mock.calls[0] as [(before: typeof document) => typeof document];
    expect(make(document).title).toBe("Older");
  });

  test("are kept under a name, and not without one", async () => {
    const { sent } = show(<VersionsDialog page={held()} built={built()} onClose={closed} />, {
      [`GET ${at}/versions`]: { items: [] },
      [`POST ${at}/versions`]: version,
    });
    expect(await screen.findByText(/No version yet/)).toBeTruthy();
    const name = screen.getByRole("textbox", { name: /Save the current page/ });
    await waitFor(() => expect(window.document.activeElement).toBe(name));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByText("Enter a name for the version.")).toBeTruthy();
    expect(await sent()).toEqual([]);
    await userEvent.type(name, "before the review{Enter}");
    await waitFor(async () => expect((await sent()).map((call) => call[3])).toEqual([{ name: "before the review" }]));
  });

  test("wait until the draft is saved, and readers restore none", async () => {
    show(<VersionsDialog page={held()} built={built({ clean: false })} onClose={closed} />, answers);
    await userEvent.click(await screen.findByRole("button", { name: /3\. before/ }));
    expect((await screen.findByRole("button", { name: "Restore" })).hasAttribute("disabled")).toBe(true);
  });

  test("are looked at by those who may not change the page", async () => {
    const page = held({ can: { ...held().can, edit: false } });
    show(<VersionsDialog page={page} built={built()} onClose={closed} />, answers);
    await userEvent.click(await screen.findByRole("button", { name: /3\. before/ }));
    await screen.findByText("Title");
    expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });
});

describe("embedding", () => {
  const page = held({
    published: { address: "/p/pages/hf", slug: "hf" } as never,
    title: 'A "B"',
    sharing: "public",
    origins: ["https://lab.example.org"],
  });

  test("takes sites by their origin, refuses what is none, and gives the code", async () => {
    const { sent } = show(<EmbedDialog page={page} onClose={closed} />, { [`PUT ${at}/embedding`]: page });
    const sites = await screen.findByRole("combobox", { name: "Allowed websites" });
    await waitFor(() => expect(window.document.activeElement).toBe(sites));
    await userEvent.type(sites, "https://portal.example.org/a?b{Enter}");
    await userEvent.type(sites, "nowhere{Enter}");
    expect(screen.getByText("“nowhere” is not the address of a website.")).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Size" }), "large");
    const code = within(screen.getByRole("dialog")).getByText(/^<iframe/).textContent;
    expect(code).toContain('/p/pages/hf/embed" title="A &quot;B&quot;" width="100%" height="1080"');
    expect(await accessFaults(window.document.body)).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Save sites" }));
    await waitFor(async () =>
      expect(await sent()).toEqual([
        ["PUT", `${at}/embedding`, '"7"', { origins: ["https://lab.example.org", "https://portal.example.org"] }],
      ]),
    );
  });

  test.each([
    ["public", "Enter a website above and save. The embed code appears here."],
    ["private", "Only a public page can be embedded. Make it public under Sharing, then enter a website above."],
  ] as const)("offers no code while no site may embed a %s page", async (sharing, words) => {
    show(<EmbedDialog page={held({ ...page, sharing, origins: [] })} onClose={closed} />, {});
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText(/^<iframe/)).toBeNull();
  });

  test("says what the server refuses", async () => {
    show(<EmbedDialog page={page} onClose={closed} />, {
      [`PUT ${at}/embedding`]: () => refused(422, "A site has https: unless it is on this machine."),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Save sites" }));
    expect(await screen.findByText("A site has https: unless it is on this machine.")).toBeTruthy();
  });
});
