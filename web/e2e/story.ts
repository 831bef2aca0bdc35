import { test as base, expect } from "@playwright/test";
import type { Account } from "./people";
import { Server, type StackOptions } from "./server";
import { root } from "./services";
import { Watch } from "./watch";

/** A file of testdata/real. */
export const realFile = (name: string) => `${root}/testdata/real/${name}`;

interface Fixtures {
  /** Looks at every page of every context; a story fails when it saw something. */
  watch: Watch;
  /** Another server for this story alone, not started yet. */
  another: (options: Partial<StackOptions>) => Promise<Server>;
}

const hermesPeople: Account[] = ["uploader1", "uploader2", "reviewer1"];

/** The stories of one worker with the same options share one server. */
export const test = base.extend<Fixtures, StackOptions & { server: Server }>({
  stack: ["sqlite", { option: true, scope: "worker" }],
  flags: [[], { option: true, scope: "worker" }],
  people: [hermesPeople, { option: true, scope: "worker" }],
  services: [[], { option: true, scope: "worker" }],
  server: [
    async ({ stack, flags, people, services }, use) => {
      const server = await Server.prepare({ stack, flags, people, services });
      await server.run();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
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
