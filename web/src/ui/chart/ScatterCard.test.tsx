import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChartModel, Mark } from "./model";
import { ScatterCard } from "./ScatterCard";
import { niceTicks } from "./scale";

const mark = (key: string, x: number, y: number): Mark => ({
  key,
  x,
  y,
  text: key,
  facts: { title: key, facts: [["P", `1e-${y}`]] },
});

const model: ChartModel = {
  title: "Manhattan plot",
  summary: "3 variants.",
  x: {
    domain: [0, 100],
    label: "",
    grid: false,
    ticks: (view) => niceTicks(view, 4),
    describe: (v) => `${v[0]} to ${v[1]}`,
  },
  y: { domain: [0, 20], label: "", grid: true, ticks: (view) => niceTicks(view, 4) },
  areas: [],
  cells: [],
  lines: [],
  points: [
    {
      x: [10, 50, 90],
      y: [9, 18, 8],
      tone: [0, 0, 0],
      size: 2,
      shape: "square",
      describe: (i) => ({ title: `variant ${i}`, facts: [] }),
    },
  ],
  marks: [mark("rs1", 10, 9), mark("rs2", 50, 18)],
};
const twin = { caption: "Strongest", columns: [{ name: "Variant" }], rows: [["rs1"], ["rs2"]] };

function show(onPick = vi.fn()) {
  render(
    <MantineProvider env="test">
      <ScatterCard
        title="Manhattan"
        model={model}
        twin={twin}
        savedLegend={({ manhattanKeys }) => manhattanKeys(model)}
        height={200}
        zooms
        onPick={onPick}
      />
    </MantineProvider>,
  );
  return onPick;
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(500);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
});

describe("ScatterCard", () => {
  it("says what it shows to those who do not see it", () => {
    show();
    expect(screen.getByRole("img", { name: "Manhattan plot. 3 variants." })).toBeTruthy();
  });

  it("leads the keyboard through the labelled points with one Tab stop", async () => {
    const onPick = show();
    const points = within(screen.getByRole("group", { name: /Labelled points/ })).getAllByRole("button");
    expect(points.map((point) => point.tabIndex)).toEqual([0, -1]);
    act(() => points[0]?.focus());
    expect(screen.getByRole("tooltip").textContent).toContain("rs1");
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(points[1]);
    expect(screen.getByRole("tooltip").textContent).toContain("1e-18");
    await userEvent.keyboard("{Enter}");
    expect(onPick).toHaveBeenCalledWith(50, 18);
  });

  it("zooms to what is dragged and goes back on Escape and double click", async () => {
    show();
    const surface = screen.getByTestId("plot-surface");
    const drag = () => {
      fireEvent.pointerDown(surface, { button: 0, clientX: 100, clientY: 50 });
      fireEvent.pointerMove(surface, { clientX: 200, clientY: 60 });
      fireEvent.pointerUp(surface, { clientX: 200, clientY: 60 });
    };
    drag();
    expect(screen.getByRole("button", { name: "Show all" })).toBeTruthy();
    fireEvent.keyDown(surface, { key: "Escape" });
    expect(screen.queryByRole("button", { name: "Show all" })).toBeNull();
    drag();
    fireEvent.doubleClick(surface);
    expect(screen.queryByRole("button", { name: "Show all" })).toBeNull();
  });

  it("zooms with buttons too", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    expect(screen.getByText("Zoomed to 25 to 75")).toBeTruthy();
    const out = screen.getByRole("button", { name: "Zoom out" });
    await userEvent.click(out);
    expect(screen.queryByText(/Zoomed to/)).toBeNull();
    expect(out.getAttribute("aria-disabled")).toBe("true");
    expect(document.activeElement).toBe(out);
  });

  it("takes the keys itself where nothing is labelled, and keeps the keyboard when the last point leaves", async () => {
    show();
    const figure = screen.getByRole("group", { name: "Manhattan plot" });
    const points = () => screen.queryAllByRole("button", { name: /^rs/ });
    expect(figure.tabIndex).toBe(-1);
    act(() => points()[1]?.focus());
    await userEvent.keyboard("+{PageDown}");
    expect(points()).toHaveLength(1);
    await userEvent.keyboard("+{PageDown}{PageDown}");
    expect(points()).toHaveLength(0);
    expect(document.activeElement).toBe(figure);
    expect(figure.tabIndex).toBe(0);
    expect(screen.queryByRole("tooltip")).toBeNull();
    await userEvent.keyboard("{Escape}");
    expect(points()).toHaveLength(2);
    expect(document.activeElement).toBe(figure);
  });

  it("tells the facts of the point under the pointer", () => {
    show();
    const surface = screen.getByTestId("plot-surface");
    for (let x = 30; x < 490; x += 4) {
      fireEvent.pointerMove(surface, { clientX: x, clientY: 26 });
      if (screen.queryByRole("tooltip")) break;
    }
    expect(screen.getByRole("tooltip").textContent).toContain("variant 1");
  });

  it("has a table twin in the same place", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Table" }));
    expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(3);
    await userEvent.click(screen.getByRole("button", { name: "Plot" }));
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("saves the drawing as SVG", async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      saved.push(blob as Blob);
      return "blob:figure";
    });
    show();
    await userEvent.click(screen.getByRole("button", { name: "Save Manhattan" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Drawing (SVG)" }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toContain("<title>Manhattan plot</title>");
  });
});
