import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import { type Account, letIn, passwordOf } from "./people";
import type { Server } from "./server";
import { expect } from "./story";

export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
export const sha256Of = (path: string) => sha256(readFileSync(path));

/** A file of the registry as the calls answer it, as far as the stories look. */
export interface HeldFile {
  id: string;
  path: string;
  file_name: string;
  sha256: string;
  version: number;
  downloads: number;
  check?: { status: string };
}

/** A data set, likewise. */
export interface Held {
  id: string;
  name: string;
  version: number;
  description: string;
  sharing: string;
  phenotypes: { id: string; phenotype: string; file?: HeldFile; credible_sets: { name: string; file?: HeldFile }[] }[];
}

const about = {
  data_type: "gwas",
  genome_build: "hg19",
  ancestry: "EU",
  sex: "mixed",
  global_sample_size: 23_210,
  status: "open",
  data_submitter: "Registry team",
  data_submitter_email: "registry@example.org",
  description: "Summary statistics as they were published.",
};

interface Sent {
  bytes?: Buffer | undefined;
  headers?: Record<string, string>;
}

/** Calls of one account, for what a story finds already there. */
export class Registry {
  private constructor(
    private readonly base: string,
    private readonly cookie: string,
  ) {}

  static async as(server: Server, account: Account): Promise<Registry> {
    const visitor = new Registry(server.base, "");
    const answer = await visitor.send(
      "POST",
      "/api/login",
      json({ user_name: account, password: passwordOf(account) }),
    );
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
    return new Registry(server.base, cookies.join("; "));
  }

  private send(method: string, path: string, { bytes, headers = {} }: Sent = {}): Promise<Response> {
    return fetch(this.base + path, {
      method,
      headers: { Cookie: this.cookie, ...headers },
      body: bytes && new Uint8Array(bytes),
    });
  }

  /** One call; `version` is the one that an edit was made from. */
  async call<T = Held>(method: string, path: string, body?: object, version?: number) {
    const match = version === undefined ? undefined : { "If-Match": `"${version}"` };
    const { bytes, headers } = json(body);
    const answer = await this.send(method, `/api/${path}`, { bytes, headers: { ...headers, ...match } });
    const text = await answer.text();
    return { status: answer.status, body: (text === "" ? undefined : JSON.parse(text)) as T };
  }

  private async done<T = Held>(...call: Parameters<Registry["call"]>): Promise<T> {
    const { status, body } = await this.call<T>(...call);
    expect(status, `${call[0]} ${call[1]}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return body;
  }

  dataset(id: string): Promise<Held> {
    return this.done("GET", `datasets/${id}`);
  }

  /** Registers a data set in a new study. */
  async register(name: string, change: object = {}): Promise<Held> {
    const study = await this.done<{ id: string }>("POST", "studies", {
      name: `Study of ${name}`,
      institution: "Lakeland",
    });
    return this.done("POST", "datasets", { name, study_id: study.id, ...about, ...change });
  }

  /** Sends a file as the pages do, in one piece; answers the id of the upload. */
  async upload(name: string, bytes: Buffer): Promise<string> {
    const tus = { "Tus-Resumable": "1.0.0" };
    const metadata = `filename ${Buffer.from(name).toString("base64")}`;
    const made = await this.send("POST", "/api/uploads/", {
      headers: { ...tus, "Upload-Length": String(bytes.length), "Upload-Metadata": metadata },
    });
    const { pathname } = new URL(made.headers.get("Location") ?? "", this.base);
    const sent = await this.send("PATCH", pathname, {
      bytes,
      headers: { ...tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" },
    });
    expect(sent.status).toBe(204);
    return basename(pathname);
  }

  /** Adds a quantitative phenotype with a file. */
  async addPhenotype({ id }: Held, phenotype: string, path: string): Promise<Held> {
    const upload_id = await this.upload(basename(path), readFileSync(path));
    const body = { phenotype, dichotomous: false, sample_size: 23_210, upload_id };
    return this.done("POST", `datasets/${id}/phenotypes`, body);
  }

  async share({ id }: Held, sharing: string, people: string[] = []): Promise<Held> {
    const { version } = await this.dataset(id);
    return this.done("PUT", `datasets/${id}/sharing`, { sharing, people, groups: [] }, version);
  }

  async nameCoOwners({ id }: Held, owner: Account, co_owners: Account[]): Promise<Held> {
    const { version } = await this.dataset(id);
    return this.done("PUT", `datasets/${id}/owners`, { owner, co_owners }, version);
  }
}

function json(body: object | undefined): Sent {
  return body ? { bytes: Buffer.from(JSON.stringify(body)), headers: { "Content-Type": "application/json" } } : {};
}

/** What a visitor without any account gets at a path of the server. */
export async function asVisitor(server: Server, path: string): Promise<{ status: number; bytes: Buffer }> {
  const answer = await fetch(server.base + path);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The only data file of a data set. */
export function fileOf({ phenotypes }: Held): HeldFile {
  const [file] = phenotypes.flatMap(({ file }) => file ?? []);
  if (!file) throw new Error("the data set has no file");
  return file;
}

/** A page that an account is let into; nothing is open yet. */
export async function pageOf(browser: Browser, server: Server, account: Account): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await letIn(page, server, account);
  return page;
}

/** Opens a part of the page of a data set by its address. */
export async function openPart(page: Page, server: Server, { id }: Held, part: string): Promise<void> {
  await page.goto(`${server.base}/datasets/${id}?part=${part}`);
  await expect(page.getByRole("navigation", { name: "Parts of the data set" })).toBeVisible();
}

/** Opens the step of the form where files are sent. */
export async function openFiles(page: Page, server: Server, { id }: Held): Promise<void> {
  await page.goto(`${server.base}/datasets/${id}?edit=true&step=files`);
  await expect(page.getByLabel("Choose files")).toBeVisible();
}

/** The description of a phenotype while its file is uploaded. */
export interface Described {
  file: string;
  phenotype: string;
  /** Its code, when it is on the list; another one is added under its own name. */
  code?: string;
  /** Of a dichotomous trait. */
  cases?: string;
  controls?: string;
  size: string;
}

/** The form of a file that is on its way. */
export const coming = (page: Page, path: string): Locator =>
  page.getByRole("form", { name: /^New phenotype/ }).filter({ hasText: basename(path) });

/**
 * Fills in what a file contains; the kind of a trait is asked only if the trait is not on the list.
 */
export async function sayWhatItHolds(page: Page, { file, phenotype, code, cases, controls, size }: Described) {
  const form = coming(page, file);
  await form.getByRole("combobox", { name: "Phenotype" }).fill(phenotype);
  await expect(form).toContainText(code ? `On the list as ${code}` : "Not on the list: choose the type");
  const kind = cases ? "Dichotomous: cases and controls" : "Quantitative";
  if (!code) await form.getByRole("radio", { name: kind }).check();
  if (cases && controls) {
    await form.getByRole("textbox", { name: "Cases" }).fill(cases);
    await form.getByRole("textbox", { name: "Controls" }).fill(controls);
  }
  await form.getByRole("textbox", { name: "Sample size" }).fill(size);
}

/** A phenotype that the data set has, with its file: the form of one on its way has the same name. */
export const registered = (page: Page, phenotype: string): Locator =>
  page.getByRole("region", { name: phenotype, exact: true }).filter({ hasText: /· version \d/ });

export async function add(page: Page, path: string): Promise<void> {
  await coming(page, path).getByRole("button", { name: "Add this phenotype" }).click();
}
