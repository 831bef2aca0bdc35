import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { accessFaults } from "@/test-axe";
import { Providers } from "@/ui/Providers";
import { memoryDocument } from "@/ui/page/testing";
import { givenOf } from "../given";
import { ExpressionField } from "./ExpressionField";
import { Fields } from "./Fields";

const document = memoryDocument({ beta: [0.1], standard_error: [0.02], gene: ["TTN"] });
const columns = [
  { id: "beta", title: "Effect", type: "number" as const },
  { id: "standard_error", title: "Standard error", type: "number" as const },
];

function Formula() {
  const [value, setValue] = useState("");
  return (
    <ExpressionField
      field={{ at: "expression", kind: "expression", label: "Formula" }}
      item={{}}
      value={value}
      pointer="/steps/0/expression"
      editing={{ given: givenOf(document, columns, { columns: [] }), problems: [], onRepair: () => {} }}
      onChange={(next) => setValue(String(next))}
      Form={Fields}
    />
  );
}

const show = () => {
  render(
    <Providers>
      <main>
        <Formula />
      </main>
    </Providers>,
  );
  return screen.getByRole("textbox", { name: "Formula" }) as HTMLTextAreaElement;
};

test("a formula is written with the keyboard alone: names are offered, chosen with arrows and put in", async () => {
  const box = show();
  await userEvent.type(box, "be");
  expect(screen.getByRole("option", { name: /^beta/ }).getAttribute("aria-selected")).toBe("false");
  expect(screen.getByText("1 name below: ↓ to choose, Enter to insert.")).toBeTruthy();
  expect(await accessFaults(window.document.body)).toEqual([]);
  await userEvent.keyboard("{ArrowDown}");
  expect(box.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option").id);
  await userEvent.keyboard("{Enter}");
  expect(box.value).toBe("beta");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.type(box, " / stan{ArrowDown}{Tab}");
  expect(box.value).toBe("beta / standard_error");
});

test("the cursor stands behind the name that was put in before the next key is taken", async () => {
  const box = show();
  await userEvent.type(box, " * 2");
  box.setSelectionRange(0, 0);
  await userEvent.keyboard("be{ArrowDown}");
  fireEvent.keyDown(box, { key: "Enter" });
  expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(["beta * 2", 4, 4]);
  await userEvent.keyboard(" + 1");
  expect(box.value).toBe("beta + 1 * 2");
});

test("without a choice Enter is a new line, and Escape takes away what is offered", async () => {
  const box = show();
  await userEvent.type(box, "be{Enter}");
  expect(box.value).toBe("be\n");
  await userEvent.type(box, "neg");
  expect(screen.getByRole("option", { name: /^neglog10/ })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("option")).toBeNull();
  expect(box.value).toBe("be\nneg");
});

test("each function is told with its call, what it gives and an example, and is put in with a click", async () => {
  const box = show();
  await userEvent.click(screen.getByText("Functions"));
  expect(screen.getByText("round(1.2345, 2)")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "round(x, digits)" }));
  expect(box.value).toBe("round()");
});
