// A registry that has a checked file of many variants, as a consortium would have it: the program itself, its demo, and one more
// file that was sent and checked by it. It is made once and kept in the temporary folder.
import { execFileSync, spawn } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const repository = join(import.meta.dirname, "..", "..");
const binary = join(repository, "bin", "cohortium");
const kept = join(tmpdir(), "cohortium-bench");

/** Bytes of a file that go in one request. */
const piece = 8 << 20;

/** How long making and checking ten million rows may take, in seconds. */
const patience = 900;

/** Starts the registry and gives its address, the id of its checked file of about `rows` variants, and the way to sign in. */
export async function openRegistry(rows) {
  if (!existsSync(binary)) throw new Error("There is no bin/cohortium: run make build first.");
  mkdirSync(kept, { recursive: true });
  const data = join(kept, `browse-${rows}`);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(binary, ["demo", "--data", data, "--listen", address], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const base = `http://${address}`;
  const close = async () => {
    child.kill("SIGTERM");
    await new Promise((ended) => child.once("exit", ended));
  };
  try {
    await until(
      () => said.includes("The demo consortium is loaded"),
      () => said,
    );
    const passwords = JSON.parse(readFileSync(join(data, "demo-accounts.json"), "utf8"));
    const signIn = (name) => signedIn(base, name, passwords[name]);
    const file = await checkedFile(await signIn("uploader1"), rows);
    return { base, file, signIn, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until something holds; `state` is told when it never does. */
async function until(holds, state) {
  for (let second = 0; second < patience; second++) {
    if (await holds()) return;
    await wait(1000);
  }
  throw new Error(`waited ${patience} s: ${state()}`);
}

/** Asks the server as a person who has signed in; `cookies` are what a browser then holds. */
async function signedIn(base, user_name, password) {
  const answer = await fetch(`${base}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ user_name, password }),
  });
  if (!answer.ok) throw new Error(`signing in as ${user_name}: ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const headers = { Cookie: cookies.join("; ") };
  async function ask(path, { json, ...init } = {}) {
    const body = json && { method: "POST", body: JSON.stringify(json) };
    const type = json && { "Content-Type": "application/json" };
    const answer = await fetch(`${base}${path}`, {
      ...body,
      ...init,
      headers: { ...headers, ...type, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
  return { ask, cookies };
}

/** The id of the checked file; it is sent when it is not there. */
async function checkedFile({ ask }, rows) {
  const name = `Bench_EU_all_${rows}`;
  const { items } = await (await ask(`/api/hermes/uploads?${new URLSearchParams({ q: name })}`)).json();
  const id = items[0]?.id ?? (await sent(ask, name, rows));
  let state;
  await until(
    async () => {
      state = await (await ask(`/api/hermes/uploads/${id}`)).json();
      return state.status === "READY FOR REVIEW" || state.status.includes("FAILED");
    },
    () => state.status,
  );
  if (state.status !== "READY FOR REVIEW") throw new Error(`the check of ${name} ended as ${state.status}`);
  return id;
}

async function sent(ask, dataSetName, rows) {
  const make = ["run", "./internal/dev/bench", "-study-rows", String(rows), "-dir", kept];
  const path = execFileSync("go", make, { cwd: repository, stdio: ["ignore", "pipe", "inherit"] })
    .toString()
    .trim();
  const size = statSync(path).size;
  const made = await ask("/api/uploads/", {
    method: "POST",
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(size),
      "Upload-Metadata": `filename ${Buffer.from(basename(path)).toString("base64")}`,
    },
  });
  const upload = new URL(made.headers.get("Location"), "http://localhost").pathname;
  let offset = 0;
  for await (const body of createReadStream(path, { highWaterMark: piece })) {
    await ask(upload, {
      method: "PATCH",
      body,
      headers: {
        "Tus-Resumable": "1.0.0",
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
      },
    });
    offset += body.length;
  }
  const metadata = {
    dataSetName,
    cohort: "Benchmark",
    phenotype: "ALL_HF",
    ancestry: "EU",
    sex: "Not sex stratified",
    totalSampleSize: 55_000,
    cases: 5000,
    genomeBuild: "hg19",
    caseAscertainment: "Electronic Health Records",
    caseDefinition: "Synthetic rows of the benchmark; no person stands behind them.",
  };
  const json = { upload_id: upload.split("/").pop(), metadata, mapping: await mappingOf(ask, path, size) };
  return (await (await ask("/api/hermes/uploads", { json })).json()).id;
}

/** The columns as the server proposes them for the start of a file. */
async function mappingOf(ask, path, size) {
  const query = new URLSearchParams({ file_name: basename(path), file_size: String(size) });
  const [body] = await createReadStream(path, { end: (256 << 10) - 1, highWaterMark: 256 << 10 }).toArray();
  const headers = { "Content-Type": "application/octet-stream" };
  const { columns } = await (await ask(`/api/sumstats/preview?${query}`, { method: "POST", body, headers })).json();
  return Object.fromEntries(columns.filter(({ column }) => column).map(({ field, column }) => [field, column]));
}
