import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useLater } from "./later";

function idleByHand() {
  const asked: IdleRequestCallback[] = [];
  vi.stubGlobal("requestIdleCallback", (then: IdleRequestCallback) => asked.push(then));
  vi.stubGlobal("cancelIdleCallback", (id: number) => delete asked[id - 1]);
  return () => {
    for (const then of asked.splice(0)) then?.({ didTimeout: false, timeRemaining: () => 1 });
  };
}

function Dialog() {
  return <p>the dialog</p>;
}

const fetching = () => vi.fn(async () => Dialog);

function Page({ bring, opened }: { bring: ReturnType<typeof fetching>; opened: boolean }) {
  const Piece = useLater(bring, opened);
  return Piece && <Piece />;
}

test("what nobody asked for yet is fetched when the page is idle", async () => {
  const idle = idleByHand();
  const bring = fetching();
  render(<Page bring={bring} opened={false} />);
  expect(bring).not.toHaveBeenCalled();
  idle();
  await screen.findByText("the dialog");
  expect(bring).toHaveBeenCalledOnce();
});

test("what is wanted meanwhile is fetched at once, and once", async () => {
  const idle = idleByHand();
  const bring = fetching();
  const { rerender } = render(<Page bring={bring} opened={false} />);
  rerender(<Page bring={bring} opened />);
  await screen.findByText("the dialog");
  idle();
  expect(bring).toHaveBeenCalledOnce();
});
