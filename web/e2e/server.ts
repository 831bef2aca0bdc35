import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pieceBytes } from "./gate";
import { type Account, accounts, passwordOf } from "./people";
import { isFirst, keep, kept } from "./runFolder";
import { ended, root, type Services, startServices } from "./services";

export const binary = process.env.COHORTIUM_BINARY ?? join(root, "bin", "cohortium");

/** One log per server, named by its address. */
const logs = join(import.meta.dirname, "..", "test-results", "servers");

export interface StackOptions {
  stack: "sqlite" | "postgres-s3";
  /** Further flags of `cohortium serve`. */
  flags: string[];
  /** The accounts that are there from the start. */
  people: Account[];
  /** Real services that the server uses. */
  services: ("mail" | "provider")[];
}

/** The label of the button for external sign-in. */
export const providerName = "Example ID";

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
    private readonly address: string,
    readonly data: string,
    readonly services: Services,
    private readonly flags: string[],
  ) {}

  /** Prepares data, accounts and services; nothing listens yet. */
  static async prepare({ stack, flags, people, services }: StackOptions): Promise<Server> {
    const data = mkdtempSync(join(tmpdir(), "cohortium-e2e-"));
    const address = `127.0.0.1:${await freePort()}`;
    const started = await startServices({
      storage: stack === "postgres-s3",
      mail: services.includes("mail"),
      redirectURL: services.includes("provider") ? `http://${address}/login/callback` : undefined,
    });
    const server = new Server(address, data, started, flags);
    server.makeAccounts(people);
    return server;
  }

  /** Origin of the pages. */
  get base() {
    return `http://${this.address}`;
  }

  private get storageArgs() {
    const { database_url: database, blob_url: blobs } = this.services;
    return [
      "--data",
      this.data,
      ...(database ? ["--database-url", database] : []),
      ...(blobs ? ["--blob-url", blobs] : []),
    ];
  }

  private get accessArgs() {
    const { oidc, mail } = this.services;
    return [
      ...(mail ? ["--mail-url", mail.url, "--mail-from", "registry@example.org"] : []),
      ...(oidc ? ["--oidc-issuer", oidc.issuer, "--oidc-client-id", oidc.client_id, "--oidc-name", providerName] : []),
    ];
  }

  private get env() {
    const secret = this.services.oidc?.client_secret;
    return { ...process.env, ...this.services.env, ...(secret && { COHORTIUM_OIDC_CLIENT_SECRET: secret }) };
  }

  /**
   * Creating each account by a command takes a third of a second of CPU, so the first server of a
   * run keeps a copy for each set of accounts, which others start with. A separate database is not
   * in the folder and starts empty.
   */
  private makeAccounts(people: Account[]) {
    const name = ["accounts", ...people].join("-");
    const inFolder = !this.services.database_url;
    if (inFolder && existsSync(kept(name))) {
      cpSync(kept(name), this.data, { recursive: true });
      return;
    }
    for (const account of people) this.createAccount(account);
    if (inFolder && isFirst(name)) keep(this.data, name);
  }

  private createAccount(account: Account) {
    const { roles, groups } = accounts[account];
    const which = [...roles.flatMap((role) => ["--role", role]), ...groups.flatMap((group) => ["--group", group])];
    const args = ["user", "create", ...this.storageArgs, "--username", account, ...which, "--password-stdin"];
    execFileSync(binary, args, { input: passwordOf(account), env: this.env });
  }

  private get log() {
    return join(logs, `${this.address.replace(":", "-")}.log`);
  }

  /** What the server has printed so far, at all its starts. */
  said(): string {
    return existsSync(this.log) ? readFileSync(this.log, "utf8") : "";
  }

  /** Starts `cohortium serve` with further flags, and waits until it answers. */
  async run(...further: string[]): Promise<void> {
    await this.start("serve", ...this.flags, ...further);
  }

  /** Starts a command that serves and waits until it answers. */
  async start(command: "serve" | "demo", ...flags: string[]): Promise<void> {
    // Small chunks, so that a small real file takes many requests and can be interrupted between them. The files of
    // testdata/real/ukb_d_shared are on GRCh38.
    const own = ["--listen", this.address, "--chunk-bytes", String(pieceBytes)];
    const build = command === "serve" ? ["--target-build", "grch38"] : [];
    const args = [command, ...this.storageArgs, ...this.accessArgs, ...own, ...build, ...flags];
    mkdirSync(logs, { recursive: true });
    const log = openSync(this.log, "a");
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

  /** Ends the process as an operator does; its data stay. */
  async end(): Promise<void> {
    if (this.child) await ended(this.child, () => this.child?.kill("SIGTERM"));
  }

  /** Ends everything and removes the data. */
  async stop(): Promise<void> {
    await this.end();
    await this.services.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}
