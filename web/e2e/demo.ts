import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type Door, letIn, signIn } from "./people";
import { isFirst, keep, kept } from "./runFolder";
import { Server } from "./server";

/** For loading the demo, which takes a minute of one processor, on a machine that does other work. */
const patience = 300_000;

async function load(server: Server): Promise<void> {
  const loaded = () => server.said().split("The demo consortium is loaded").length;
  const before = loaded();
  await server.start("demo", "--registration");
  await expect.poll(loaded, { timeout: patience }).toBeGreaterThan(before);
}

/** The demo consortium: data sets, reports and a meta-analysis to look at, and an account of each role. */
export class Demo {
  private constructor(
    readonly server: Server,
    private readonly passwords: Record<string, string>,
  ) {}

  /** Loading it takes a minute of the processor: the first of a run keeps a copy, which the others wait for and start with. */
  static async start(): Promise<Demo> {
    const server = await Server.prepare({ stack: "sqlite", flags: [], people: [], services: [] });
    try {
      if (isFirst("demo")) {
        await load(server);
        await server.end();
        keep(server.data, "demo");
      } else {
        await expect.poll(() => existsSync(kept("demo")), { timeout: patience }).toBe(true);
        cpSync(kept("demo"), server.data, { recursive: true });
      }
      await load(server);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return new Demo(server, JSON.parse(readFileSync(join(server.data, "demo-accounts.json"), "utf8")));
  }

  passwordOf(name: string): string {
    return this.passwords[name] ?? "";
  }

  /** Marks the demo's tour as left in this page's browser, so that its bar is in no other story. */
  private async withoutTour(page: Page): Promise<void> {
    await page.context().addInitScript(() => {
      if (top === self) localStorage.setItem("tour of the demo", '"left"');
    });
  }

  /** Gives a page's browser a session of an account without leaving the page. */
  async letIn(page: Page, name: string, { tour = false } = {}): Promise<void> {
    if (!tour) await this.withoutTour(page);
    await letIn(page, this.server, name, this.passwordOf(name));
  }

  async signIn(page: Page, name: string, door: Door): Promise<void> {
    await this.withoutTour(page);
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
