import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base, type Locator, type Page } from "@playwright/test";
import { pieceBytes } from "./gate";

const root = join(import.meta.dirname, "..", "..");
const binary = process.env.COHORTIUM_BINARY ?? join(root, "bin", "cohortium");

/** One log per server, named by its address. */
const logs = join(import.meta.dirname, "..", "test-results", "servers");

export interface StackOptions {
  stack: "sqlite" | "postgres-s3";
  /** Further flags of `cohortium serve`. */
  flags: string[];
}

/** The accounts of every story; each has its own password. */
const roles = { uploader1: "uploader", uploader2: "uploader", reviewer1: "reviewer" } as const;
export type Account = keyof typeof roles;

const passwordOf = (account: Account) => `${account} has a long pass phrase`;

/** A file of testdata/real. */
export const realFile = (name: string) => join(root, "testdata", "real", name);

interface Storage {
  args: string[];
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts PostgreSQL and S3 for as long as stop is not called. */
async function realServices(): Promise<Storage> {
  const program = join(root, "bin", "teststack");
  execFileSync("go", ["build", "-o", program, "./internal/teststack"], { cwd: root });
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await new Promise<string[]>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (text) => resolve([text]));
    child.once("exit", (code) => reject(new Error(`teststack ended with status ${code}`)));
  });
  const said = JSON.parse(line ?? "") as { database_url: string; blob_url: string; env: Record<string, string> };
  return {
    args: ["--database-url", said.database_url, "--blob-url", said.blob_url],
    env: said.env,
    stop: () => ended(child, () => child.stdin.end()),
  };
}

async function ended(child: ChildProcess, stop: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  stop();
  await gone;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/** The real binary over its own data; it can be killed and started again on the same address. */
export class Server {
  private child?: ChildProcess;

  private constructor(
    readonly base: string,
    private readonly address: string,
    private readonly data: string,
    private readonly storage: Storage,
    private readonly flags: string[],
  ) {}

  static async start({ stack, flags }: StackOptions): Promise<Server> {
    const data = mkdtempSync(join(tmpdir(), "cohortium-e2e-"));
    const storage = stack === "sqlite" ? { args: [], env: {}, stop: async () => {} } : await realServices();
    const address = `127.0.0.1:${await freePort()}`;
    mkdirSync(logs, { recursive: true });
    const server = new Server(`http://${address}`, address, data, storage, flags);
    for (const account of Object.keys(roles) as Account[]) server.createAccount(account);
    await server.run();
    return server;
  }

  private get storageArgs() {
    return ["--data", this.data, ...this.storage.args];
  }

  private get env() {
    return { ...process.env, ...this.storage.env };
  }

  private createAccount(account: Account) {
    const args = [
      "user",
      "create",
      ...this.storageArgs,
      "--username",
      account,
      "--role",
      roles[account],
      "--group",
      "hermes",
    ];
    execFileSync(binary, [...args, "--password-stdin"], { input: passwordOf(account), env: this.env });
  }

  /** Starts the process, with further flags of `serve`, and waits until it answers. */
  async run(...further: string[]): Promise<void> {
    // Small chunks, so that a small real file takes many requests and can be interrupted between them. The files of
    // testdata/real/ukb_d_shared are on GRCh38.
    const own = ["--listen", this.address, "--chunk-bytes", String(pieceBytes), "--target-build", "grch38"];
    const args = ["serve", ...this.storageArgs, ...own, ...this.flags, ...further];
    const log = openSync(join(logs, `${this.address.replace(":", "-")}.log`), "a");
    this.child = spawn(binary, args, { env: this.env, stdio: ["ignore", log, log] });
    closeSync(log);
    for (let i = 0; i < 200; i++) {
      const answer = await fetch(`${this.base}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the server at ${this.base} does not get ready; its log is in ${logs}`);
  }

  /** Ends the process without warning. */
  async kill(): Promise<void> {
    if (this.child) await ended(this.child, () => this.child?.kill("SIGKILL"));
  }

  async stop(): Promise<void> {
    if (this.child) await ended(this.child, () => this.child?.kill("SIGTERM"));
    await this.storage.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Signs in by the page, as a person does. */
export async function signIn(page: Page, server: Server, account: Account): Promise<void> {
  await page.goto(`${server.base}/hermes/login`);
  await answerSignIn(page, account);
  await page.waitForURL(/\/hermes$/);
}

/** Fills in a form that asks for name and password, on its own page or in a dialog. */
export async function answerSignIn(place: Page | Locator, account: Account, password = passwordOf(account)) {
  await place.getByLabel("User name").fill(account);
  await place.getByLabel("Password", { exact: true }).fill(password);
  await place.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Every story of one file and stack shares one server. */
export const test = base.extend<object, StackOptions & { server: Server }>({
  stack: ["sqlite", { option: true, scope: "worker" }],
  flags: [[], { option: true, scope: "worker" }],
  server: [
    async ({ stack, flags }, use) => {
      const server = await Server.start({ stack, flags });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export { expect } from "@playwright/test";
