import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connection } from "@/lib/browser/connection";
import { useLiveJobs } from "./events";

/** A stream of the server in the hands of the test. */
class Stream {
  static opened: Stream[] = [];
  static readonly CLOSED = 2;
  readyState = 0;
  onopen?: () => void;
  onerror?: () => void;
  addEventListener = vi.fn();
  close = vi.fn();
  constructor() {
    Stream.opened.push(this);
  }
}

const queries = new QueryClient();
const suspect = vi.fn();
const reread = vi.fn();

function Layout() {
  useLiveJobs();
  return null;
}

function start(): Stream {
  render(
    <QueryClientProvider client={queries}>
      <Layout />
    </QueryClientProvider>,
  );
  return Stream.opened.at(-1) as Stream;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  suspect.mockReset();
  reread.mockReset();
  vi.spyOn(connection, "suspect").mockImplementation(suspect);
  vi.spyOn(queries, "invalidateQueries").mockImplementation(reread);
});
afterEach(() => vi.useRealTimers());

it("does not ask for the server when the stream ends because the page is left", () => {
  const stream = start();
  stream.onerror?.();
  vi.advanceTimersByTime(499);
  expect(suspect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(suspect).toHaveBeenCalledOnce();
});

it("reads again every five seconds while the stream is down, and opens another when it is closed", () => {
  const stream = start();
  stream.readyState = Stream.CLOSED;
  stream.onerror?.();
  vi.advanceTimersByTime(500 + 5000);
  expect(reread).toHaveBeenCalled();
  const before = Stream.opened.length;
  vi.advanceTimersByTime(10_000);
  expect(Stream.opened.length).toBe(before + 1);
});

it("reads again what it may have missed in a gap that was too short to be told of", () => {
  const stream = start();
  stream.onopen?.();
  expect(reread).not.toHaveBeenCalled();
  stream.onerror?.();
  stream.onopen?.();
  vi.advanceTimersByTime(60_000);
  expect(reread).toHaveBeenCalledTimes(6);
  expect(suspect).not.toHaveBeenCalled();
});
