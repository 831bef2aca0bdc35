import { cpSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Door, letIn, signIn } from "./people";
import { Server } from "./server";
import { runFolder } from "./services";
import { expect } from "./story";

async function load(server: Server): Promise<void> {
  const loaded = () => server.said().split("The demo consortium is loaded").length;
  const before = loaded();
  await server.start("demo", "--registration");
  await expect.poll(loaded, { timeout: 120_000 }).toBeGreaterThan(before);
}

/** Copies a folder whole or not at all: another worker may do the same. */
function keep(folder: string, copy: string): void {
  const own = `${copy}-${process.pid}`;
  cpSync(folder, own, { recursive: true });
  if (!existsSync(copy)) renameSync(own, copy);
}

/** The demo consortium: data sets, reports and a meta-analysis to look at, and an account of each role. */
export class Demo {
  private constructor(
    readonly server: Server,
    private readonly passwords: Record<string, string>,
  ) {}

  /** Loading it takes half a minute of the processor: the first of a run keeps a copy, with which the others start. */
  static async start(): Promise<Demo> {
    const server = await Server.prepare({ stack: "sqlite", flags: [], people: [], services: [] });
    const copy = join(runFolder(), "demo");
    const again = existsSync(copy);
    if (again) cpSync(copy, server.data, { recursive: true });
    await load(server);
    if (!again) {
      await server.end();
      keep(server.data, copy);
      await load(server);
    }
    return new Demo(server, JSON.parse(readFileSync(join(server.data, "demo-accounts.json"), "utf8")));
  }

  passwordOf(name: string): string {
    return this.passwords[name] ?? "";
  }

  /** Gives the browser of a page a session of an account; the page itself stays where it is. */
  async letIn(page: Page, name: string): Promise<void> {
    await letIn(page, this.server, name, this.passwordOf(name));
  }

  async signIn(page: Page, name: string, door: Door): Promise<void> {
    await signIn(page, this.server, name, door, this.passwordOf(name));
  }

  /** The id (or what else `key` names it by) of the first item of a list, as its page asks for it; `q` are words to search for. */
  async first(page: Page, list: string, q = "", key: "id" | "slug" = "id"): Promise<string> {
    const opened = page.url().startsWith(this.server.base);
    const token = opened && (await page.evaluate(() => localStorage.getItem("sgcAuthToken")));
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
    const answer = await page.request.get(
      `${this.server.base}${list}?${new URLSearchParams({ limit: "1", ...(q && { q }) })}`,
      { headers },
    );
    const { items } = (await answer.json()) as { items: Partial<Record<typeof key, string>>[] };
    return items[0]?.[key] ?? "";
  }
}
