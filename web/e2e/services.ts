import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makeRunFolder } from "./runFolder";

export const root = join(import.meta.dirname, "..", "..");

const program = join(root, "bin", "teststack");

/** Builds the program that lends the services, and makes the folder of the run; once, before the stories begin. */
export default function prepare(): () => void {
  execFileSync("go", ["build", "-o", program, "./internal/dev/teststack"], { cwd: root });
  return makeRunFolder();
}

/** Ends a process and waits until it is gone. */
export async function ended(child: ChildProcess, stop: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  stop();
  await gone;
}

/** A person who has an account at the external provider. */
export interface Outsider {
  user_name: string;
  password: string;
  email: string;
}

/** What the real services say of themselves, each when it was asked for. */
interface Said {
  database_url?: string;
  blob_url?: string;
  env?: Record<string, string>;
  oidc?: { issuer: string; client_id: string; client_secret: string; people: Outsider[] };
  mail?: { url: string; messages_url: string };
}

/** Real services on this machine: PostgreSQL and S3, an OpenID provider, a mail server. */
export interface Services extends Said {
  stop: () => Promise<void>;
}

export interface Wanted {
  storage?: boolean;
  mail?: boolean;
  /** Starts the provider, for a client that is reached at this address. */
  redirectURL?: string;
}

/** Starts the services and keeps them running until stop is called. */
export async function startServices({ storage, mail, redirectURL }: Wanted): Promise<Services> {
  const args = [storage && "-storage", mail && "-mail", redirectURL && `-sign-in=${redirectURL}`].filter(Boolean);
  if (args.length === 0) return { stop: async () => {} };
  const child = spawn(program, args as string[], { stdio: ["pipe", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`teststack ended with status ${code}`)));
  });
  return { ...(JSON.parse(line) as Said), stop: () => ended(child, () => child.stdin.end()) };
}

/** A message as it arrived. */
export interface Message {
  to: string[];
  subject: string;
  text: string;
}

/** The messages to an address, the oldest first. */
export async function mailOf(services: Services, address: string): Promise<Message[]> {
  if (!services.mail) throw new Error("there is no mail server");
  const answer = await fetch(`${services.mail.messages_url}?${new URLSearchParams({ to: address })}`);
  const { messages } = (await answer.json()) as { messages: Message[] };
  return messages;
}
