// Chromium by its own protocol, with as little of it switched on as can be: what a tool for tests wants to know of every
// request and every call takes as long as much of what is measured here.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the stories start it with, in chromium.json. */
const { programs, flags } = JSON.parse(readFileSync(new URL("../chromium.json", import.meta.url), "utf8"));

/** How Playwright starts the same browser. */
export const launch = { executablePath: programs.find(existsSync), args: flags };

/** Starts Chromium with a profile of its own; `send` asks it, `visitor` opens a page of a browser that was never here. */
export function startChromium() {
  const profile = mkdtempSync(join(tmpdir(), "cohortium-chromium-"));
  const child = spawn(
    launch.executablePath,
    ["--headless", ...flags, "--remote-debugging-pipe", `--user-data-dir=${profile}`],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    },
  );
  const send = protocol(child.stdio[3], child.stdio[4]);

  /** A page with nothing kept; `script` runs in each of its documents first. */
  async function visitor({ width, height, cookies, script }) {
    const { browserContextId } = await send("Target.createBrowserContext");
    await send("Storage.setCookies", { browserContextId, cookies });
    const { targetId } = await send("Target.createTarget", { url: "about:blank", browserContextId, width, height });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const ask = (method, params) => send(method, params, sessionId);
    await ask("Page.enable");
    await ask("Page.addScriptToEvaluateOnNewDocument", { source: `(${script})()` });
    await ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    return { evaluate: (work, ...given) => evaluated(ask, work, given), goto: (url) => gone(ask, url) };
  }

  async function close() {
    await send("Browser.close");
    await new Promise((ended) => (child.exitCode === null ? child.once("exit", ended) : ended()));
    rmSync(profile, { recursive: true, force: true });
  }
  return { send, visitor, close };
}

/** Messages are JSON with a zero byte behind each. */
function protocol(input, output) {
  const waiting = new Map();
  let rest = "";
  let last = 0;
  output.setEncoding("utf8");
  output.on("data", (text) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error) reject?.(new Error(error.message));
      else resolve?.(result);
    }
  });
  return (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
}

/** What a function gives in the page; it may take its time. */
async function evaluated(ask, work, given) {
  const expression = `(${work})(...${JSON.stringify(given)})`;
  const { result, exceptionDetails } = await ask("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** Goes to an address, until its document has taken the place of the one before. */
async function gone(ask, url) {
  const origin = () => evaluated(ask, () => performance.timeOrigin, []);
  const before = await origin();
  const { errorText } = await ask("Page.navigate", { url });
  if (errorText) throw new Error(`${url}: ${errorText}`);
  for (let turn = 0; turn < 1000 && (await origin()) === before; turn++);
}
