// `npm run bench:browse`: a checked file of 10 M variants in the real registry, as a reader in Chromium meets it. Prints a table: the
// least of several turns beside what was wanted, the processor time of all of Chromium, and fails when something was not kept.
// `npm run bench:browse 1000000` takes a smaller one.
import { startChromium } from "./chromium.mjs";
import { measuring } from "./least.mjs";
import { openRegistry } from "./registry.mjs";

const rows = Number(process.argv[2] ?? 10_000_000);
const turns = 5;
const firstTurns = 3;
const view = { width: 1440, height: 900 };

/** Around a locus of the synthetic genome. */
const megabase = "4:111177042-112177041";

let failed = false;
function line(what, [measured, processor], limit) {
  const kept = limit === undefined || measured <= limit;
  failed ||= !kept;
  const wanted = limit === undefined ? "–" : `≤ ${limit} ms`;
  const spent = processor === undefined ? "–" : `${Math.round(processor)} ms`;
  console.log(`| ${what} | ${Math.round(measured)} ms | ${spent} | ${wanted} | ${kept ? "yes" : "no"} |`);
}

/** Runs in the page before its own code: knows when a figure is on the screen, and when it has changed. */
function watch() {
  const canvasOf = (title) =>
    [...document.querySelectorAll("canvas[role=img]")].find((canvas) => canvas.ariaLabel.startsWith(title));
  function pixels(title) {
    const canvas = canvasOf(title);
    if (!canvas?.width || !canvas.height) return undefined;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let [inked, sum] = [0, 0];
    for (const pixel of new Uint32Array(data.buffer)) {
      if (pixel !== 0) inked += 1;
      sum = (Math.imul(sum, 31) + pixel) | 0;
    }
    return inked > 2000 ? sum : undefined;
  }
  /** Resolves with the time at which the figure is drawn otherwise than `before`, in milliseconds of this document. */
  const drawn = (title, before) =>
    new Promise((resolve) => {
      function look() {
        const now = pixels(title);
        if (now !== undefined && now !== before) requestAnimationFrame(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      }
      look();
    });
  /** The time of the last change before a second in which nothing changes. */
  async function settled(title, before) {
    let last = await drawn(title, before);
    let now = pixels(title);
    while (performance.now() - last < 1000) {
      await new Promise(requestAnimationFrame);
      const next = pixels(title);
      if (next !== undefined && next !== now) [now, last] = [next, performance.now()];
    }
    return last;
  }
  /** Milliseconds from doing something until the figure is drawn as it then stays for a second. */
  globalThis.bench = {
    settled,
    async after(title, act) {
      const before = pixels(title);
      const began = performance.now();
      act();
      return (await settled(title, before)) - began;
    },
  };
}

/** A page of a browser that was never here, signed in. */
async function visitor(browser, { base, signIn }) {
  const { cookies } = await signIn("reviewer1");
  return browser.visitor({
    ...view,
    script: watch,
    cookies: cookies.map((cookie) => ({ url: base, ...named(cookie) })),
  });
}

function named(cookie) {
  const at = cookie.indexOf("=");
  return { name: cookie.slice(0, at), value: cookie.slice(at + 1) };
}

/** Milliseconds from asking for a page until its figure is drawn as it stays. */
async function opened(page, address, title) {
  await page.goto(address);
  return page.evaluate((title) => bench.settled(title), title);
}

/** The plot is zoomed by the wheel: the slowest step while it is drawn from bins, and that at which variants take their place. */
async function zoomed(page) {
  return page.evaluate(async () => {
    const canvas = [...document.querySelectorAll("canvas[role=img]")].find((one) =>
      one.ariaLabel.startsWith("Manhattan"),
    );
    const surface = canvas.parentElement.querySelector("[data-testid=plot-surface]");
    const box = surface.getBoundingClientRect();
    const wheel = () =>
      surface.dispatchEvent(
        new WheelEvent("wheel", {
          bubbles: true,
          cancelable: true,
          ctrlKey: true,
          deltaY: -300,
          clientX: box.x + box.width * 0.23,
          clientY: box.y + box.height / 2,
        }),
      );
    const regions = () =>
      performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/browse/")).length;
    const none = regions();
    let bins = 0;
    for (let step = 0; step < 16; step++) {
      const took = await bench.after("Manhattan", wheel);
      if (regions() > none) return [bins, took];
      bins = Math.max(bins, took);
    }
    throw new Error("it was zoomed sixteen times, and no variants were read");
  });
}

/** What a selector finds is pressed, and the figure under a title settles. */
async function pressed(page, selector, title) {
  return page.evaluate(
    async (selector, title) => {
      const found = document.querySelector(selector);
      if (!found) throw new Error(`there is nothing at ${selector}`);
      return bench.after(title, () => found.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    },
    selector,
    title,
  );
}

const registry = await openRegistry(rows);
const browser = startChromium();
const least = measuring(browser.send);
try {
  const { base, file } = registry;
  const report = `${base}/hermes/qc/${file}`;
  const region = `${base}/hermes/browse/region/${megabase}?${new URLSearchParams({ results: JSON.stringify([`upload:${file}`]) })}`;
  console.log(
    `| ${rows.toLocaleString("en-US")} variants | measured | processor | wanted | kept |\n|---|---|---|---|---|`,
  );

  const visitors = [];
  const arrive = async () => visitors.push(await visitor(browser, registry));
  const visit = (turn) => opened(visitors[turn], report, "Manhattan");
  line("report by a browser that was never here: Manhattan plot", await least(firstTurns, visit, arrive), 1000);
  const page = visitors[0];
  line("report again: Manhattan plot", await least(turns, () => opened(page, report, "Manhattan")), 1000);
  const steps = [];
  for (let turn = 0; turn < turns; turn++) {
    await opened(page, report, "Manhattan");
    steps.push(await zoomed(page));
  }
  line("Manhattan plot zoomed, slowest step", [Math.min(...steps.map(([bins]) => bins))], 100);
  line("step at which its variants are read and drawn", [Math.min(...steps.map(([, points]) => points))]);
  const peak = '[aria-label^="Labelled points of Manhattan"] button';
  line(
    "peak of the plot pressed: its region of 1 Mb, variants and genes",
    await least(
      turns,
      () => pressed(page, peak, "Region"),
      () => opened(page, report, "Manhattan"),
    ),
    300,
  );
  line(
    "region of 1 Mb, page opened: variants and genes",
    await least(turns, () => opened(page, region, "Region")),
    300,
  );
  const right = '[aria-label="Move right"]';
  line("region moved by half, which was read ahead", await least(turns, () => pressed(page, right, "Region")), 300);
} finally {
  await browser.close();
  await registry.close();
}
if (failed) process.exitCode = 1;
