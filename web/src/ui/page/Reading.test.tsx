import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Reading } from "./Reading";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const said = () => screen.getByRole("status").textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("what is waited for is said once it takes long, and no more when it is there", () => {
  const view = render(<Reading on rows={10_000_000} />);
  pass(599);
  expect(said()).toBe("");
  pass(1);
  expect(said()).toBe("Reading 10,000,000 rows… You can change the filters meanwhile.");
  view.rerender(<Reading on={false} rows={10_000_000} />);
  expect(said()).toBe("");
  view.rerender(<Reading on rows={undefined} />);
  expect(said()).toBe("");
  pass(600);
  expect(said()).toBe("Reading the rows… You can change the filters meanwhile.");
});
