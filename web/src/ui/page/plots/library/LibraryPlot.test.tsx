import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Plot } from "@/lib/document/document";
import { accessFaults } from "@/test-axe";
import { Providers } from "../../../Providers";
import { type Strokes, stubCanvas } from "../../canvasTesting";
import { PageView } from "../../PageView";
import { type MemoryTable, memoryPage } from "../../testing";

let strokes: Strokes;
beforeEach(() => {
  strokes = stubCanvas();
});

const table: MemoryTable = {
  gene: ["TTN", "BAG3", "TTN", null, "FLNC"],
  carriers: [10, 5, 7, 2, null],
};

const bar: Plot = {
  id: "b",
  type: "bar",
  title: "Carriers by gene",
  category: { column: "gene", label: "Gene" },
  value: { column: "carriers", label: "Carriers" },
  as: "sum",
} as Plot;

const show = (plot: Plot) => shown(memoryPage(table, { plots: [plot] }));

function shown(page: ReturnType<typeof memoryPage>) {
  return render(
    <Providers>
      <QueryClientProvider client={new QueryClient()}>
        <main>
          <h1>Page</h1>
          <PageView {...page} onState={() => undefined} />
        </main>
      </QueryClientProvider>
    </Providers>,
  );
}

test("a chart is drawn, says what it shows and what it leaves out, and stands as a table too", async () => {
  show(bar);
  const figure = await screen.findByRole("img", { name: /^Carriers by gene\. Sum of Carriers by Gene: 3 bars\.$/ });
  expect(figure).toBeTruthy();
  expect(strokes.count).toBeGreaterThan(0);
  expect(screen.getByText(/Left out: 1 row without a category/)).toBeTruthy();
  expect(screen.getByText(/Left out: 1 row without a number/)).toBeTruthy();
  expect(await accessFaults(window.document.body)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: /table/i }));
  const twin = await screen.findByRole("table", { name: "Sum of Carriers" });
  const cells = within(twin)
    .getAllByRole("row")
    .map((row) => row.textContent);
  // FLNC has no number, and so no bar.
  expect(cells.slice(1)).toEqual(["BAG35", "TTN17"]);
});

test("a chart without what it needs says so in place of an empty figure", async () => {
  show({ ...bar, category: { column: "gone", label: "" } } as Plot);
  expect(await screen.findByText("This plot is not ready")).toBeTruthy();
  expect(screen.queryByRole("img", { name: /Carriers/ })).toBeNull();
});

test("a chart that is left while its points are still drawn part by part fails nowhere", async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => i % 97);
  const page = memoryPage(
    { x: many, y: many },
    {
      plots: [
        {
          id: "s",
          type: "scatter",
          title: "Many",
          x: { column: "x", label: "" },
          y: { column: "y", label: "" },
          x_log: false,
          y_log: false,
        },
      ],
    },
  );
  const { unmount } = shown(page);
  await screen.findByRole("img", { name: /^Many/ });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  unmount();
  // What fails in a frame fails the test.
  for (let at = 0; at < 4; at++) await frame();
  expect(document.querySelector("canvas")).toBeNull();
});
