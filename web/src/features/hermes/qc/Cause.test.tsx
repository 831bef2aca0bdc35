import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, test } from "vitest";
import type { QcCause } from "./report";
import { fit, panel } from "./soundReport";
import { type Shown, showReport } from "./testReport";

const sentence = "Only 0.3 % of the variants match the panel.";
const failed = (remedy: QcCause["remedy"], steps = ["alleles"]): Shown => ({
  report: { verdict: "fail", cause: { code: "panel_does_not_fit", sentence, remedy, steps } },
  told: {
    alleles: [{ share_matched: 0.003 }, "fail", "Less than half of the variants match."],
    pz: [{ r: 0.9 }, "fail", "P values do not follow from effect and standard error."],
  },
});

it.each<[QcCause["remedy"], string, string]>([
  ["change_mapping", "Change mapping", "/hermes/new?id=d1&step=columns"],
  ["declare_build", "Declare the build", "/hermes/new?id=d1&step=study"],
  ["state_sizes", "State the sample size", "/hermes/new?id=d1&step=study"],
  ["send_file", "Send another file", "/hermes/new"],
])("the cause stands once, at the top, with what mends it: %s", async (remedy, label, href) => {
  showReport(failed(remedy));
  expect((await screen.findByRole("link", { name: label })).getAttribute("href")).toBe(href);
  expect(screen.getAllByText(sentence)).toHaveLength(1);
  const rest = within(screen.getByRole("region", { name: "Findings" }));
  expect(rest.queryByText("Less than half of the variants match.")).toBeNull(); // shown by the cause
  expect(rest.getByText("P values do not follow from effect and standard error.")).toBeTruthy();
  expect(screen.queryAllByRole("link", { name: "Change mapping" })).toHaveLength(label === "Change mapping" ? 1 : 0);
});

test("errors of a linear model lead to where their scale is stated", async () => {
  const said = "Standard errors are those of a linear model of a yes/no trait, not of log odds.";
  showReport({ report: { verdict: "warn" }, told: { se_n: [{ ratio: 5.6, ratio_linear_binary: 0.9 }, "warn", said] } });
  await screen.findByText(said);
  expect(screen.getByRole("link", { name: "State the scale" }).getAttribute("href")).toBe(
    "/hermes/new?id=d1&step=study#study-effectScale",
  );
});

test("errors that fit nothing lead nowhere", async () => {
  showReport({ report: { verdict: "warn" }, told: { se_n: [{ ratio: 5.6 }, "warn", "The ratio is off."] } });
  await screen.findByText("The ratio is off.");
  expect(screen.queryByRole("link", { name: "State the scale" })).toBeNull();
});

test("without a panel: one click runs QC again with all settings kept", async () => {
  const { asked } = showReport({
    ...failed("run_without_panel"),
    panel: "eur",
    answers: { "POST /api/hermes/uploads/d1/qc-runs": { id: "r2" } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Run without this panel" }));
  const runs = () => asked.find(({ method, url }) => method === "POST" && url.endsWith("/qc-runs"));
  await waitFor(() => expect(runs()).toBeTruthy());
  const sent = runs();
  expect(await sent?.json()).toEqual({ fd: 0.2, adj: "none", noind: false, panel: "none" });
});

test("another panel: the settings open at it", async () => {
  showReport(failed("choose_panel"));
  await userEvent.click(await screen.findByRole("button", { name: "Choose a panel…" }));
  const dialog = await screen.findByRole("dialog", { name: "Run QC again" });
  const field = within(dialog).getByRole("combobox", { name: "Reference panel" });
  expect(field.hasAttribute("data-autofocus")).toBe(true);
});

test("an accepted file is asked about before its acceptance is withdrawn", async () => {
  const { writes } = showReport({
    ...failed("run_without_panel"),
    upload: { status: "REVIEW APPROVED", withdrawal: { accepted_by: ["ada"], meta_analyses: 1, named: [] } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Run without this panel" }));
  const question = await screen.findByRole("dialog", { name: "This withdraws an acceptance" });
  expect(question.textContent).toContain("Accepted by ada.");
  await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(writes()).toEqual([]);
});

test("who may not mend it reads who can", async () => {
  showReport({ ...failed("change_mapping"), upload: { actions: { download: { allowed: true } } } });
  expect(await screen.findByText("analyst1, who uploaded it, or a reviewer can correct this.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Change mapping" })).toBeNull();
});

test("a panel set aside is told at the top, neutrally", async () => {
  const told = "The panel eur holds 3 of 1,000 variants of this file and was set aside.";
  showReport({ report: { panel: { ...panel, matched: 0, fit: { ...fit, sentence: told } } } });
  expect(await screen.findAllByText(told)).toHaveLength(1);
  expect(screen.queryByText("Why this file failed")).toBeNull();
});
