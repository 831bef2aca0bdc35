import { createHash } from "node:crypto";
import * as tus from "tus-js-client";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api-error";
import type { HashFile } from "./hash";
import { UploadQueue } from "./queue";
import type { HeldFile, UploadServer } from "./server";
import { sha256Of } from "./sha256";

const sent: tus.Upload[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(tus.Upload.prototype, "start").mockImplementation(function (this: tus.Upload) {
    if (!sent.includes(this)) sent.push(this);
  });
  vi.spyOn(tus.Upload.prototype, "abort").mockResolvedValue();
  vi.spyOn(tus.Upload.prototype, "findPreviousUploads").mockResolvedValue([]);
});

const file = (name: string, text = name) => new File([text], name);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function setUp(atOnce: number, hashFile: HashFile = sha256Of) {
  const held: HeldFile[] = [];
  const server: UploadServer = {
    endpoint: "http://localhost/api/uploads/",
    crossOrigin: false,
    errorOf: (response) => new ApiError(response.status, "Refused.", "refused"),
    held: async () => held,
    signedOut: vi.fn(),
    onSignedIn: () => () => {},
    left: () => {},
  };
  const options = { server, hashFile, chunkBytes: 100, now: () => 0, wait: () => Promise.resolve() };
  const queue = new UploadQueue(options, atOnce);
  const phases = () => Object.fromEntries([...queue.snapshot()].map(([key, { phase }]) => [key, phase]));
  const begun = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count), 20_000);
  /** The server has all of a file, with this content. */
  function finish(at: number, id: string, text: string) {
    held.push({ id, file_name: "", size: 1, offset: 1, complete: true, sha256: sha256(text) });
    const upload = sent[at] as tus.Upload;
    upload.url = `http://localhost/api/uploads/${id}`;
    upload.options.onSuccess?.({} as tus.OnSuccessPayload);
  }
  return { queue, server, phases, begun, finish };
}

test("a few files are sent at a time, the next when one is stored", async () => {
  const { queue, phases, begun, finish } = setUp(2);
  for (const name of ["a", "b", "c", "d"]) queue.add(name, file(name));
  expect(phases()).toEqual({ a: "sending", b: "sending", c: "queued", d: "queued" });
  await begun(2);
  finish(0, "up1", "a");
  await vi.waitFor(() => expect(phases()).toEqual({ a: "stored", b: "sending", c: "sending", d: "queued" }), 20_000);
});

test("a paused file makes room, and waits for its turn when it goes on", async () => {
  const { queue, phases, begun } = setUp(1);
  queue.add("a", file("a"));
  queue.add("b", file("b"));
  await begun(1);
  queue.pause("a");
  await vi.waitFor(() => expect(phases()).toEqual({ a: "paused", b: "sending" }), 20_000);
  queue.resume("a");
  expect(phases()).toEqual({ a: "queued", b: "sending" });
  queue.remove("b");
  expect(phases()).toEqual({ a: "sending" });
});

test("SHA-256 is counted while a file is sent and confirmed when the server has the same", async () => {
  const { queue, begun, finish } = setUp(1);
  queue.add("a", file("a", "content"));
  await vi.waitFor(() => expect(queue.snapshot().get("a")?.sha256).toBe(sha256("content")), 20_000);
  await begun(1);
  finish(0, "up1", "content");
  await vi.waitFor(() => expect(queue.snapshot().get("a")).toMatchObject({ phase: "stored", uploadId: "up1" }), 20_000);
});

test("the count of a file that is removed or replaced is stopped, and says nothing of the next", async () => {
  const counted: { file: Blob; stop: AbortSignal; answer: (sha256: string) => void }[] = [];
  const { queue } = setUp(1, (file, stop) => new Promise((answer) => counted.push({ file, stop, answer })));
  queue.add("a", file("a", "old"));
  queue.add("a", file("a", "new"));
  expect(counted.map(({ stop }) => stop.aborted)).toEqual([true, false]);
  counted[0]?.answer("old");
  counted[1]?.answer("new");
  await vi.waitFor(() => expect(queue.snapshot().get("a")?.sha256).toBe("new"), 20_000);
  queue.remove("a");
  expect(counted[1]?.stop.aborted).toBe(true);
});

test("a file that cannot be counted here is stored when the server has all of it, under the server's count", async () => {
  const { queue, begun, finish } = setUp(1, () => Promise.reject(new Error("unreadable")));
  queue.add("a", file("a"));
  await begun(1);
  finish(0, "up1", "a");
  await vi.waitFor(
    () => expect(queue.snapshot().get("a")).toMatchObject({ phase: "stored", sha256: sha256("a") }),
    20_000,
  );
});

test("a file that was changed after its upload was begun is not taken for stored", async () => {
  const { queue, begun, finish } = setUp(1);
  queue.add("a", file("a", "new content"), "up1");
  await begun(1);
  expect(sent[0]?.options.uploadUrl).toBe("http://localhost/api/uploads/up1");
  finish(0, "up1", "old content");
  await vi.waitFor(() => expect(queue.snapshot().get("a")?.phase).toBe("failed"), 20_000);
  expect(queue.snapshot().get("a")?.error?.message).toMatch(/it was changed after the upload started/);
});

test("an ended session pauses the file; it goes on after signing in, what was paused by hand does not", async () => {
  const { queue, server, phases, begun } = setUp(2);
  queue.add("a", file("a"));
  queue.add("b", file("b"));
  await begun(2);
  queue.pause("b");
  sent[0]?.options.onError?.(new ApiError(401, "Sign in.", "unauthenticated"));
  expect(server.signedOut).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(phases()).toEqual({ a: "paused", b: "paused" }), 20_000);
  queue.resumeStopped();
  expect(phases()).toEqual({ a: "sending", b: "paused" });
});

test("a file that an earlier visit sent completely is taken up without sending", () => {
  const { queue } = setUp(1);
  const held = { id: "up1", file_name: "a.gz", size: 9, offset: 9, complete: true, sha256: "aa" };
  queue.adopt("a", held);
  expect(queue.snapshot().get("a")).toMatchObject({ phase: "stored", fileName: "a.gz", uploadId: "up1", sha256: "aa" });
  expect(sent).toHaveLength(0);
});
