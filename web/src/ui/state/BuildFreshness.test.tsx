import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Freshness, FreshnessContext } from "@/lib/browser/freshness";
import { BuildFreshness } from "./BuildFreshness";

function setup() {
  const reload = vi.fn();
  const freshness = new Freshness("b1", {
    fetch: async () => Response.json({ id: "b2" }),
    now: () => 0,
    recall: () => undefined,
    keep: () => true,
    reload,
    whenIdle: () => {},
  });
  render(
    <MantineProvider>
      <FreshnessContext value={freshness}>
        <BuildFreshness />
      </FreshnessContext>
    </MantineProvider>,
  );
  return { reload, freshness };
}

test("a newer version is announced, and loaded when the person asks for it", async () => {
  const { reload, freshness } = setup();
  expect(screen.getByRole("status").textContent).toBe("");
  await act(() => freshness.check());
  expect(screen.getByRole("status").textContent).toContain("A new version is ready");
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test("it can wait", async () => {
  const { freshness } = setup();
  await act(() => freshness.check());
  await userEvent.click(screen.getByRole("button", { name: "Later" }));
  expect(screen.getByRole("status").textContent).toBe("");
});
