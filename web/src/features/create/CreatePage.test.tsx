import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { type Answer, admin, person, refused, renderApp } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { type Creator, groupsFor } from "./ways";

/** Nothing is laid out here, so the kit takes a dialog for one out of sight. */
const hidden = true;

const nobody: Creator = { roles: [], permissions: [], areas: [], hasSgcToken: false };
const reviews = ["viewAllUploads", "runMetaAnalysis", "addUser", "uploadData"];

/** "HERMES: HERMES upload; not Meta-analysis" of each area. */
function offered(change: Partial<Creator>): string[] {
  return groupsFor({ ...nobody, ...change }).map(({ title, open, others }) => {
    const names = open.map(({ name }) => name).join(", ");
    return `${title}: ${names}${others.length > 0 ? `; not ${others.map(({ name }) => name).join(", ")}` : ""}`;
  });
}

const sets = "Data set, Data sets from a sheet, Study, Page, Index";

describe("what can be created", () => {
  test.each<[string, Partial<Creator>, string[]]>([
    ["nobody's areas", {}, []],
    ["a contributor", { areas: ["datasets"] }, [`Data sets: ${sets}`]],
    [
      "an uploader of HERMES and the data sets",
      { areas: ["hermes", "datasets"], permissions: ["uploadData"] },
      [`Data sets: ${sets}`, "HERMES: HERMES upload; not Meta-analysis, HERMES user"],
    ],
    [
      "a reviewer of HERMES",
      { areas: ["hermes"], permissions: reviews },
      ["HERMES: HERMES upload, Meta-analysis, HERMES user"],
    ],
    ["a contact of a cohort", { hasSgcToken: true }, ["SGC: Cohort of SGC; not SGC user"]],
    [
      "an administrator",
      { areas: ["hermes", "sgc", "datasets"], roles: ["admin"] },
      [
        `Data sets: ${sets}`,
        "HERMES: HERMES upload, Meta-analysis, HERMES user",
        "SGC: Cohort of SGC, SGC user",
        "Administration: Account",
      ],
    ],
  ])("%s", (_who, change, want) => expect(offered(change)).toEqual(want));
});

const contributor = person({
  groups: ["hermes", "datasets"],
  areas: ["hermes", "datasets"],
  permissions: ["uploadData"],
});

function open(user: object, answers: Record<string, Answer> = {}) {
  return renderApp("/create", { "GET /api/is-logged-in": user, ...answers });
}

afterEach(() => localStorage.clear());

test("each way is a sentence and a button that leads there", async () => {
  open(admin);
  const link = await screen.findByRole("link", { name: "Register a data set" });
  expect(link.getAttribute("href")).toBe("/datasets/new");
  expect(screen.getByRole("link", { name: "Import from a sheet" }).getAttribute("href")).toBe("/datasets/import");
  expect(screen.getByRole("link", { name: "Add an account" }).getAttribute("href")).toBe("/admin/users?new=1");
  expect(screen.queryByText(/Your account cannot create/)).toBeNull();
  expect(await accessFaults()).toEqual([]);
});

test("what others may create is said with who they are, without a button", async () => {
  open(contributor);
  expect(
    await screen.findByText("Your account cannot create: Meta-analysis (reviewers), HERMES user (reviewers)."),
  ).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Start a meta-analysis" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "SGC" })).toBeNull();
});

test("a study is registered here; what is refused stands at its field", async () => {
  const { writes } = open(contributor, {
    "POST /api/studies": async (request) => {
      const study = await request.json();
      return study.name === "Lakeland"
        ? refused(409, "Taken.", [{ field: "name", message: "There is a study of this name." }], "name_taken")
        : { ...study, id: "s1" };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Register a study" }));
  const form = within(await screen.findByRole("dialog", { name: "Register a study", hidden }));
  const send = () => userEvent.click(form.getByRole("button", { name: "Register study", hidden }));
  await send();
  expect(await form.findByText("Enter a name for the study.")).toBeTruthy();
  expect(form.getByText("Enter its institution.")).toBeTruthy();
  expect(writes()).toEqual([]);
  await userEvent.type(form.getByLabelText(/^Name/), "Lakeland");
  await userEvent.type(form.getByLabelText(/^Institution/), "Lakeland University");
  await send();
  expect(await form.findByText("There is a study of this name.")).toBeTruthy();
  await userEvent.type(form.getByLabelText(/^Name/), " Biobank");
  await send();
  expect(await screen.findByText("Lakeland Biobank was registered. You can choose it for data sets now.")).toBeTruthy();
  expect(await writes()[1]?.json()).toEqual({ name: "Lakeland Biobank", institution: "Lakeland University" });
});
