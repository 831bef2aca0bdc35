import { test as base, expect } from "@playwright/test";
import { Demo } from "./demo";
import { OnePerFile } from "./onePerFile";
import type { Account } from "./people";
import { Server, type StackOptions } from "./server";
import { root } from "./services";
import { Watch } from "./watch";

/** A file of testdata/real. */
export const realFile = (name: string) => `${root}/testdata/real/${name}`;

interface Fixtures extends StackOptions {
  /** The server that the stories of a file with the same options share. */
  server: Server;
  /** The demo consortium that the stories of a file share. */
  demo: Demo;
  /** Looks at every page of every context; a story fails when it saw something. */
  watch: Watch;
  /** Another server for this story alone, not started yet. */
  another: (options: Partial<StackOptions>) => Promise<Server>;
}

interface Held {
  servers: OnePerFile<Server>;
  demos: OnePerFile<Demo>;
}

const hermesPeople: Account[] = ["uploader1", "uploader2", "reviewer1"];

/**
 * Options belong to a story, not to a worker: a worker would restart with its browser for each new
 * set of options. So a worker can run one file after another.
 */
export const test = base.extend<Fixtures, Held>({
  stack: ["sqlite", { option: true }],
  flags: [[], { option: true }],
  people: [hermesPeople, { option: true }],
  services: [[], { option: true }],
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: it needs no other
    async ({}, use) => {
      const servers = new OnePerFile<Server>((server) => server.stop());
      await use(servers);
      await servers.stop();
    },
    { scope: "worker" },
  ],
  demos: [
    // biome-ignore lint/correctness/noEmptyPattern: it needs no other
    async ({}, use) => {
      const demos = new OnePerFile<Demo>((demo) => demo.server.stop());
      await use(demos);
      await demos.stop();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ servers, stack, flags, people, services }, use, { file }) => {
      const wishes = { stack, flags, people, services };
      const start = async () => {
        const server = await Server.prepare(wishes);
        await server.run();
        return server;
      };
      await use(await servers.of({ file, wishes }, start));
    },
    { timeout: 120_000 },
  ],
  demo: [async ({ demos }, use, { file }) => use(await demos.of({ file }, () => Demo.start())), { timeout: 420_000 }],
  another: async ({ stack }, use) => {
    const servers: Server[] = [];
    await use(async (options) => {
      const server = await Server.prepare({ stack, flags: [], people: [], services: [], ...options });
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop();
  },
  watch: [
    // The context is asked for so that it is closed after the last look.
    async ({ browser, context: _context }, use, info) => {
      const watch = new Watch(browser);
      await use(watch);
      const wide = info.errors.length === 0 ? await watch.tooWide() : [];
      await watch.stop();
      expect([...watch.faults, ...wide]).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
