import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageDocument } from "@/lib/document/document";
import { Providers } from "../Providers";
import { CellView } from "./CellView";
import { memoryPage } from "./testing";

const steps: PageDocument["steps"] = [
  { id: "s1", type: "math", input: "p", function: "sqrt", output: { id: "root", title: "Root" } },
  { id: "s2", type: "expression", expression: "p * 2", output: { id: "twice", title: "Twice" } },
  { id: "s3", type: "to_number", input: "gene", decimal: ".", output: { id: "read", title: "Read" } },
  { id: "s4", type: "neglog10", input: "p", zero: "missing", output: { id: "off", title: "Off" }, off: true },
];
const formats: PageDocument["formats"] = { twice: [{ type: "decimals", digits: 6 }] };

test.each([
  ["of the table, with its digits", "p", 0.0123456, "0.0123456"],
  ["calculated, in four", "root", 0.111110755554986, "0.1111"],
  ["calculated, as its format says", "twice", 0.0246912, "0.024691"],
  ["read from a text, with its digits", "read", 0.0123456, "0.0123456"],
  ["calculated and whole", "root", 1_234_567, "1,234,567"],
  ["of a step that is off", "off", 0.0123456, "0.0123456"],
])("a number is shown: %s", (_, column, value, text) => {
  const page = { ...memoryPage({ gene: ["TTN"], p: [0.0123456] }, { steps, formats }), onState: () => undefined };
  const row = { row: 0, cells: [] };
  render(
    <Providers>
      <output>
        <CellView
          column={column}
          value={value}
          row={row}
          places={new Map()}
          page={page}
          ranges={new Map()}
          strength={null}
        />
      </output>
    </Providers>,
  );
  expect(screen.getByRole("status").textContent).toBe(text);
});
