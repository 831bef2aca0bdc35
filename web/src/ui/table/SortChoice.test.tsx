import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Providers } from "../Providers";
import { CardRows } from "./CardRows";
import type { TableColumn } from "./column";
import { SortChoice } from "./SortChoice";

interface Lake {
  name: string;
  depth: string;
  seen: string;
}

const lakes: Lake[] = [{ name: "Upper Lake", depth: "12 m", seen: "2 Nov 2026" }];
const columns: TableColumn<Lake>[] = [
  { id: "name", label: "Lake", role: "title", sort: "name", cell: (lake) => lake.name },
  { id: "depth", label: "Depth", cell: (lake) => lake.depth },
  { id: "seen", label: "Seen", card: "no", sort: "seen_at", cell: (lake) => lake.seen },
];

function choice(sort: string | undefined, defaultSort?: string) {
  const onSearch = vi.fn();
  render(<SortChoice columns={columns} search={{ sort }} defaultSort={defaultSort} onSearch={onSearch} />, {
    wrapper: Providers,
  });
  const box = screen.getByLabelText<HTMLSelectElement>("Sorted by");
  return { box, onSearch, shown: () => box.selectedOptions[0]?.textContent };
}

test("cards are sorted by what a heading sorts a table by", () => {
  const { box, shown, onSearch } = choice("name", "-seen_at");
  expect(shown()).toBe("Lake, ascending");
  expect([...box.options].map((option) => option.textContent)).toEqual([
    "Lake, ascending",
    "Lake, descending",
    "Seen, ascending",
    "Seen, descending",
  ]);
  fireEvent.change(box, { target: { value: "-name" } });
  expect(onSearch).toHaveBeenCalledWith({ sort: "-name", after: undefined });
});

test("the order that holds anyway is not in the address", () => {
  const { box, onSearch } = choice("name", "-seen_at");
  fireEvent.change(box, { target: { value: "-seen_at" } });
  expect(onSearch).toHaveBeenCalledWith({ sort: undefined, after: undefined });
});

test("an order that the list does not know counts as the usual one", () => {
  expect(choice("colour", "-seen_at").shown()).toBe("Seen, descending");
});

test("a usual order by what no column shows has a word too", () => {
  expect(choice(undefined, "-area").shown()).toBe("Usual order");
});

test("a card says what its place comes from, when a user chose it", () => {
  const factsOf = (sort: string | undefined) => {
    const { container, unmount } = render(
      <CardRows
        caption="Lakes"
        columns={columns}
        rows={lakes}
        rowKey={(lake) => lake.name}
        search={{ sort }}
        onSearch={() => {}}
      />,
      { wrapper: Providers },
    );
    const facts = [...container.querySelectorAll("li li")].map((item) => item.textContent);
    unmount();
    return facts;
  };
  expect(factsOf(undefined)).toEqual(["Depth: 12 m"]);
  expect(factsOf("-seen_at")).toEqual(["Depth: 12 m", "Seen2 Nov 2026"]);
});
