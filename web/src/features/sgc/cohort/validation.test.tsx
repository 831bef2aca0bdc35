import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Finding } from "@/api/sgc/sgc";
import { kinds } from "../kinds";
import { cohort, open, sgcFile } from "./testing";
import { nextStep, stepOfFinding } from "./validation";

const address = "/sgc/edit/c1?task=validation";
const files = kinds.map((kind) => sgcFile(kind));
const whole = cohort(files);
const above: Finding = {
  severity: "block",
  code: "pair_above_cases",
  message: "ACNE and PSOR, female: 150 people have both, but only 100 have ACNE. Correct one of the files.",
  kind: "cooccurrence_female",
  field: "cooccurrence_count",
};

test("what is missing is said, with links, and nothing can be validated yet", async () => {
  open(address, { "GET /api/sgc/cohorts/c1": cohort([sgcFile("cases_controls_male")]) });
  expect(await screen.findByText(/4 items are missing before Lakeland Biobank can be validated/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "The file cohort_description is missing." }).getAttribute("href")).toBe(
    "/sgc/edit/c1?task=cohort_description",
  );
  expect(screen.queryByRole("button", { name: "Validate the cohort" })).toBeNull();
});

test.each(["/sgc/edit/c1", "/sgc/view/c1"])("%s never calls a cohort ready beside a problem", async (page) => {
  const warning: Finding = { ...above, severity: "warn", message: "Few females." };
  open(page, { "GET /api/sgc/cohorts/c1": { ...whole, findings: [above, { ...above, message: "RA too." }, warning] } });
  expect((await screen.findAllByText("2 problems to correct")).length).toBeGreaterThan(0);
  expect(screen.queryByText(/ready to validate|waiting for its owner/i)).toBeNull();
  cleanup();
  open(page, { "GET /api/sgc/cohorts/c1": { ...whole, findings: [warning] } });
  expect(await screen.findByText("Ready to validate")).toBeTruthy();
});

test("a cohort that is complete is validated, and what happens next is said", async () => {
  const validated = {
    ...whole,
    status: "validated",
    validated: true,
    validated_at: "2026-11-21T09:00:00Z",
    version: 4,
  };
  const { writes } = open(address, {
    "GET /api/sgc/cohorts/c1": whole,
    "POST /api/sgc/cohorts/c1/validate": validated,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Validate the cohort" }));
  expect(await screen.findByText(/Everything is complete and consistent/)).toBeTruthy();
  expect(writes()[0]?.headers.get("If-Match")).toBe('"3"');
  expect(screen.getByRole("link", { name: "Receipt" }).getAttribute("href")).toBe("/sgc/view/c1?receipt=1");
});

test("rules that are broken between files stand in a table that leads to the file", async () => {
  open(address, {
    "GET /api/sgc/cohorts/c1": whole,
    "POST /api/sgc/cohorts/c1/validate": () =>
      Response.json(
        {
          detail: "The cohort cannot be validated yet.",
          code: "findings",
          fields: [],
          request_id: "r",
          findings: [above],
        },
        { status: 422 },
      ),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Validate the cohort" }));
  expect(await screen.findByText("The cohort was not validated")).toBeTruthy();
  expect(screen.getByText(above.message)).toBeTruthy();
  expect(screen.getByText("1 finding across the files")).toBeTruthy();
});

test("findings that are known already are in the way before anything is asked", async () => {
  open(address, { "GET /api/sgc/cohorts/c1": { ...whole, findings: [above] } });
  expect(await screen.findByText(/1 finding below must be corrected/)).toBeTruthy();
  const links = screen.getAllByRole("link", { name: /Co-occurrence, female/ });
  expect(links.map((link) => link.getAttribute("href"))).toContain("/sgc/edit/c1?task=cooccurrence_female");
});

test("without a step in the address the first open one is shown", async () => {
  open("/sgc/edit/c1", { "GET /api/sgc/cohorts/c1": cohort([sgcFile("cases_controls_male")]) });
  await waitFor(() => {
    const step = document.querySelector('[aria-current="step"]');
    expect(step?.textContent).toContain("Cases, female");
  });
});

describe("the next step", () => {
  test.each([
    [
      "after a file, the next one that is missing",
      [sgcFile("cases_controls_male")],
      "cases_controls_male",
      "cases_controls_female",
    ],
    ["round to an earlier one", files.slice(1), "cohort_description", "cases_controls_male"],
    ["validation when all are there", files, "cohort_description", "validation"],
  ] as const)("%s", (_name, there, after, next) => {
    expect(nextStep(cohort([...there]), after)).toBe(next);
  });
});

describe("a finding about the whole cohort leads to", () => {
  test.each([
    ["the file that it names", above, "cooccurrence_female"],
    ["the questionnaire, where the sizes stand, when it names none", { kind: undefined }, "questionnaire"],
  ] as const)("%s", (_name, finding, step) => {
    expect(stepOfFinding(finding)).toBe(step);
  });
});
