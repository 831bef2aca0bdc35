import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { person, refused } from "@/test-app";
import { defaultOptions } from "./draft";
import { heartFailure, open } from "./testWizard";

const preparedOne = {
  id: "p1",
  name: "Freeze 2",
  phenotype: "HF",
  datasets: [
    { upload_id: "North", dataset_name: "North" },
    { upload_id: "South", dataset_name: "South" },
  ],
  options: { ...defaultOptions, scheme: "random" },
  note: "All of the freeze.",
  status: "waiting",
  made_by: "ann",
  own: false,
  created_at: "2026-01-02T10:00:00Z",
  updated_at: "2026-01-02T10:00:00Z",
  actions: {},
  version: 4,
};

test("an account that may not run sends its choices with a reason to the reviewers", async () => {
  const analyst = person({ id: "u10", roles: ["analyst"], permissions: ["viewAllUploads"] });
  let sent: Record<string, unknown> = {};
  open("u10", {
    "GET /api/is-logged-in": analyst,
    "POST /api/hermes/prepared-meta-analyses": async (request) => {
      sent = (await request.json()) as typeof sent;
      return preparedOne;
    },
    "GET /api/hermes/prepared-meta-analyses": { items: [] },
    "GET /api/hermes/prepared-meta-analyses/p1": { ...preparedOne, own: true, actions: { edit: { allowed: true } } },
  });
  await userEvent.click(await heartFailure());
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("checkbox", { name: "South" });
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(await screen.findByRole("radio", { name: /^Random effects/ }));
  expect(screen.queryByRole("button", { name: "Run meta-analysis" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Send to reviewers…" }));
  const send = await screen.findByRole("button", { name: "Send to reviewers" });
  await userEvent.click(send);
  expect(sent).toEqual({}); // a reason is missing
  await userEvent.type(screen.getByRole("textbox", { name: /Reason for the choice/ }), "All of the freeze.");
  await userEvent.click(send);
  expect(await screen.findByRole("heading", { name: "Freeze 2" })).toBeTruthy();
  expect(sent).toMatchObject({ phenotype: "HF", datasets: ["North", "South"], note: "All of the freeze." });
  expect(sent.options).toMatchObject({ scheme: "random" });
});

test("a reviewer starts what was prepared, in the version that was shown, after what changed is named", async () => {
  let sent: { datasets?: string[]; options?: Record<string, unknown>; prepared?: unknown } = {};
  const [north, south] = preparedOne.datasets;
  open(
    "u11",
    {
      "GET /api/hermes/prepared-meta-analyses/p1": {
        ...preparedOne,
        datasets: [north, { ...south, change: "run_again" }],
      },
      "POST /api/hermes/meta-analyses": async (request) => {
        sent = (await request.json()) as typeof sent;
        return refused(409, "Not today.");
      },
    },
    "/hermes/ma/new?step=2&prepared=p1",
  );
  expect(await screen.findByText("Prepared by ann")).toBeTruthy();
  expect(screen.getByText("South: QC ran again. The new QC run is combined.")).toBeTruthy();
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "South" })).checked).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(await screen.findByRole("button", { name: "Run meta-analysis" }));
  await screen.findByText("Not today.");
  expect(sent.datasets).toEqual(["North", "South"]);
  expect(sent.options).toMatchObject({ scheme: "random", shared_people: false });
  expect(sent.prepared).toEqual({ id: "p1", version: 4 });
});
