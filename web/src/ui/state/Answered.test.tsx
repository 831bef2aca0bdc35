import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api-error";
import { accessFaults } from "@/test-axe";
import { Answered, together } from "./Answered";

const busy = new ApiError(503, "The server is busy.", "busy", [], "req-7");
const readAt = Date.UTC(2026, 10, 22, 0, 5);

/** A place that reads `ask`, with a field below it in which something can be typed. */
function Place({ ask }: { ask: () => Promise<string[]> }) {
  const answer = useQuery({ queryKey: ["place"], queryFn: ask, retry: false });
  return (
    <Answered
      what="the rows"
      answer={answer}
      isEmpty={(rows) => rows.length === 0}
      empty={<p>No rows yet.</p>}
      refused={({ status }) => status === 422 && <p>It has no rows by nature.</p>}
    >
      {(rows) => (
        <>
          <p>{rows.join(", ")}</p>
          <input aria-label="Comment" />
        </>
      )}
    </Answered>
  );
}

function show(ask: () => Promise<string[]>) {
  const queries = new QueryClient();
  document.title = "Rows";
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <main>
          <h1>Rows</h1>
          <Place ask={ask} />
        </main>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return queries;
}

describe("Answered", () => {
  test("what was read and typed stays when reading again fails, with its age and a way to try again", async () => {
    const ask = vi.fn(async () => ["north"]);
    const queries = show(ask);
    await userEvent.type(await screen.findByLabelText("Comment"), "Check λ.");
    queries.setQueryData(["place"], ["north"], { updatedAt: readAt });

    ask.mockRejectedValue(busy);
    await act(() => queries.refetchQueries({ queryKey: ["place"] }));
    const line = await screen.findByText(/The data shown are old/);
    expect(line.textContent).toContain("Last updated on 22 Nov 2026, 00:05 UTC. The server is busy.");
    expect(screen.getByText("The rows could not be refreshed")).toBeTruthy();
    expect(screen.getByText("north")).toBeTruthy();
    expect((screen.getByLabelText("Comment") as HTMLInputElement).value).toBe("Check λ.");
    expect(await accessFaults()).toEqual([]);

    ask.mockResolvedValue(["north", "south"]);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("north, south")).toBeTruthy();
    expect(screen.queryByText(/could not be refreshed/)).toBeNull();
    expect((screen.getByLabelText("Comment") as HTMLInputElement).value).toBe("Check λ.");
  });

  test("with nothing read: the skeleton, then the error with its number, and trying again", async () => {
    let fail: (error: Error) => void = () => {};
    const first = new Promise<string[]>((_resolve, reject) => {
      fail = reject;
    });
    const ask = vi.fn(() => first);
    show(ask);
    expect(screen.getByRole("status", { name: "Loading the rows" })).toBeTruthy();
    fail(busy);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The rows could not be loaded");
    expect(alert.textContent).toContain("Nothing was changed.");
    expect(alert.textContent).toContain("req-7");
    ask.mockResolvedValue([]);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No rows yet.")).toBeTruthy();
  });

  test("a refusal that is no fault has words of its own; others have not", async () => {
    show(async () => Promise.reject(new ApiError(422, "No rows.", "foreign")));
    expect(await screen.findByText("It has no rows by nature.")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

const answer = <T,>(data: T | undefined, error: unknown = null, dataUpdatedAt = 2) => ({
  data,
  error,
  dataUpdatedAt,
  isFetching: false,
  refetch: vi.fn(),
});

describe("answers made of answers", () => {
  test("two are one when both are there, as old as the older, and only what failed is asked again", () => {
    const [good, bad] = [answer("a", null, 5), answer("b", busy, 3)];
    const both = together(good, bad);
    expect(both).toMatchObject({ data: ["a", "b"], error: busy, dataUpdatedAt: 3 });
    both.refetch();
    expect([good.refetch.mock.calls.length, bad.refetch.mock.calls.length]).toEqual([0, 1]);
    expect(together(good, answer(undefined)).data).toBeUndefined();
  });
});
