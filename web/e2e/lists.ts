import type { Page } from "@playwright/test";
import type { Account } from "./people";

/** The lists, by an account that may open them. */
export const lists = {
  admin1: ["/admin", "/admin/audit", "/admin/users"],
  reviewer1: ["/hermes", "/hermes/ma", "/hermes/freezes", "/hermes/phenotypes", "/hermes/notices", "/hermes/users"],
  uploader1: ["/hermes"],
  curator1: ["/datasets", "/byor", "/minibioindex", "/tools"],
  coordinator1: ["/sgc", "/sgc/phenotypes", "/sgc/phenotype-case-totals", "/sgc/completeness", "/sgc/archive"],
} as const satisfies Partial<Record<Account, readonly string[]>>;

/** What a page has cost since it was opened. */
export interface Cost {
  /** Milliseconds until the largest paint. */
  paint: number;
  /** Cumulative layout shift. */
  shift: number;
  /** What moved, by its first words. */
  moved: string[];
}

/** Measures every page that is opened from now on. The function that it returns reads the cost of the open one. */
export async function costing(page: Page): Promise<() => Promise<Cost>> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null }[];
    }
    const cost: Cost = { paint: 0, shift: 0, moved: [] };
    Object.assign(globalThis, { cost });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) cost.paint = Math.max(cost.paint, entry.startTime);
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        cost.shift += entry.value;
        for (const { node } of entry.sources) cost.moved.push(node?.textContent?.slice(0, 40) ?? "");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { cost: Cost }).cost);
}
