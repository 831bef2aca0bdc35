import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProblem } from "@/api/pages/pages";
import { memoryDocument } from "@/ui/page/testing";
import { givenOf } from "../given";
import { show } from "../head/testing";
import { ColumnField } from "./ColumnField";
import { Fields } from "./Fields";

const pointer = "/plots/0/y/column";
const columns = [{ id: "p", title: "P value", type: "number" as const }];
const given = givenOf(memoryDocument({ p: [0.1] }), columns, { columns: [] });
const problem = (severity: PageProblem["severity"]): PageProblem => ({
  path: pointer,
  code: "raw_p",
  severity,
  text: "P values stand here as they are.",
});

const field = (severity: PageProblem["severity"]) => (
  <ColumnField
    field={{ at: "y.column", kind: "column", label: "Strength", hint: "What goes upwards." }}
    item={{}}
    value="p"
    pointer={pointer}
    editing={{ given, problems: [problem(severity)], onRepair: () => undefined }}
    onChange={() => undefined}
    Form={Fields}
  />
);

test.each([
  ["an error", "error", true],
  ["a warning", "warning", false],
] as const)("%s is read with the field, and only an error marks it as wrong", async (_, severity, wrong) => {
  show(field(severity));
  const control = await screen.findByRole("combobox", { name: "Strength" });
  expect(control.getAttribute("aria-invalid") === "true").toBe(wrong);
  const described = (control.getAttribute("aria-describedby") ?? "").split(" ");
  const words = described.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  expect(words).toContain("What goes upwards.");
  expect(words).toContain("P values stand here as they are.");
});
