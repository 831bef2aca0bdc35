import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { refused } from "@/test-app";
import { cohort, downloads, fileCheck, open, sgcFile } from "../testing";
import { drop, grid, kind, openTask, path, ready, start, tsv } from "./testing";

test("a table that was edited and not handed in is found again in this tab", async () => {
  const first = openTask();
  await drop(tsv([["psor", "1", "2"]]));
  await userEvent.click(await screen.findByRole("button", { name: "Fix all 1" }));
  await ready();
  act(() => first.unmount());
  openTask();
  expect(await screen.findByText("An edited table was not submitted")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Go on with it" }));
  await ready();
  expect(within(grid()).getByText("PSOR")).toBeTruthy();
});

test("a file that was accepted is replaced; older versions stay and can be had", async () => {
  const saved = downloads();
  const replaced = cohort([sgcFile(kind, { version: 2, file_name: "new.csv" }), sgcFile(kind, { current: false })]);
  const { asked } = openTask({
    "GET /api/sgc/cohorts/c1": replaced,
    [`GET ${path}/1`]: new Response("phenotype\tcases\n"),
  });
  const versions = await screen.findByRole("region", { name: "Versions" });
  expect(within(versions).getByText("2, current")).toBeTruthy();
  await userEvent.click(within(versions).getByRole("button", { name: "Download version 1" }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([`${kind}-v1.tsv`]));
  const download = asked.find((request) => request.url.endsWith(`${path}/1`));
  expect(download?.headers.get("Authorization")).toBe("Bearer sgc-token");
  await userEvent.click(screen.getAllByRole("button", { name: "Replace…" })[0] as HTMLElement);
  await drop(tsv([["PSOR", "1", "2"]]), "third.tsv");
  await ready();
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(await screen.findByText("new.csv", { selector: "div" })).toBeTruthy();
});

test("another step and back: what was chosen is still there", async () => {
  openTask();
  await drop(tsv([["psor", "1", "2"]]));
  await screen.findByText("1 finding in cases.tsv");
  await userEvent.click(screen.getByRole("link", { name: /^Questionnaire/ }));
  await userEvent.click(screen.getByRole("link", { name: "Cases, male 1 problem to correct" }));
  expect(screen.getByText("1 finding in cases.tsv")).toBeTruthy();
});

test("any document is taken as the description; a refusal keeps it", async () => {
  const put = "/api/sgc/cohorts/c1/files/cohort_description";
  let refuse = true;
  const { writes } = open("/sgc/edit/c1?task=cohort_description", {
    "GET /api/sgc/cohorts/c1": start,
    [`PUT ${put}`]: () => {
      if (refuse) return refused(503, "The server is being restarted.");
      return { cohort: cohort([sgcFile("cohort_description", { file_name: "about.pdf" })]), check: fileCheck([]) };
    },
  });
  await userEvent.upload(await screen.findByLabelText("Choose a document"), new File(["%PDF-1.7"], "about.pdf"));
  expect(await screen.findByText(/The server is being restarted/)).toBeTruthy();
  refuse = false;
  await userEvent.click(screen.getByRole("button", { name: "Send about.pdf again" }));
  expect(await screen.findByText("The description was accepted.")).toBeTruthy();
  expect(await writes()[1]?.text()).toBe("%PDF-1.7");
});
