import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "./connection";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup() {
  const began = Date.now();
  /** `asked`: when it was, in seconds. */
  const server = { up: true, asked: [] as number[] };
  const connection = new Connection(async () => {
    server.asked.push((Date.now() - began) / 1000);
    return server.up;
  });
  const seen: string[] = [];
  connection.subscribe(() => seen.push(connection.read().at));
  return { server, connection, seen };
}

test("a call that fails alone is no server that is away, and nothing is read again", async () => {
  const { server, connection, seen } = setup();
  const back = vi.fn(async () => undefined);
  connection.onReturn(back);
  connection.suspect();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(["asking", "here"]);
  expect(server.asked).toEqual([0]);
  expect(back).not.toHaveBeenCalled();
});

test("a server that is away is asked after 3, 5, 10, 15 and then every 30 seconds", async () => {
  const { server, connection } = setup();
  server.up = false;
  connection.suspect();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(server.asked).toEqual([0, 3, 8, 18, 33, 63, 93]);
});

test("says when it asks next, and asks at once when it is told to", async () => {
  const { server, connection } = setup();
  server.up = false;
  connection.suspect();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.read()).toEqual({ at: "away", next: Date.now() + 3000 });
  server.up = true;
  connection.tryNow();
  connection.tryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.read()).toEqual({ at: "here" });
  expect(server.asked).toEqual([0, 0]);
});

test("it is there again when what failed was read again, and begins anew the next time", async () => {
  const { server, connection } = setup();
  let read = () => {};
  const promise = new Promise<void>((resolve) => {
    read = resolve;
  });
  const back = vi.fn(() => promise);
  connection.onReturn(back);
  server.up = false;
  connection.suspect();
  await vi.advanceTimersByTimeAsync(0);
  server.up = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).toHaveBeenCalledTimes(1);
  expect(connection.read().at).toBe("away");
  connection.suspect(); // reads may fail again: that is not another loss
  read();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.read().at).toBe("here");

  server.up = false;
  connection.suspect();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.read()).toEqual({ at: "away", next: Date.now() + 3000 });
});

test("what is slow to be read again does not keep the page from going on", async () => {
  const { server, connection } = setup();
  connection.onReturn(() => new Promise(() => {}));
  server.up = false;
  connection.suspect();
  await vi.advanceTimersByTimeAsync(0);
  server.up = true;
  connection.tryNow();
  await vi.advanceTimersByTimeAsync(2999);
  expect(connection.read().at).toBe("away");
  await vi.advanceTimersByTimeAsync(1);
  expect(connection.read().at).toBe("here");
});
