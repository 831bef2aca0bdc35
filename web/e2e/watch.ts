import type { Browser, BrowserContext, Page } from "@playwright/test";

/** Width and height of a phone. */
export const phone = { width: 390, height: 844 };

/** Records what no page may do: violate the Content-Security-Policy, or throw an uncaught error. */
export class Watch {
  readonly faults: string[] = [];
  private readonly opened: BrowserContext[] = [];
  private readonly crashed = new Set<Page>();
  private readonly open = (context: BrowserContext) => {
    this.opened.push(context);
    this.look(context);
  };

  constructor(private readonly browser: Browser) {
    for (const context of browser.contexts()) this.look(context);
    browser.on("context", this.open);
  }

  /** Looks at a context, which may be of another browser. */
  look(context: BrowserContext): void {
    context.on("console", (message) => {
      if (/content.security.policy/i.test(message.text())) {
        this.faults.push(`${message.page()?.url()}: ${message.text()}`);
      }
    });
    context.on("weberror", (error) => this.faults.push(String(error.error().stack)));
    context.on("page", (page) => page.on("crash", () => this.crashed.add(page)));
  }

  /** Closes what the story opened. */
  async stop(): Promise<void> {
    this.browser.off("context", this.open);
    for (const context of this.opened) await context.close();
  }

  /** Our open pages that can be moved sideways on a phone. */
  async tooWide(): Promise<string[]> {
    const pages = this.browser.contexts().flatMap((context) => context.pages());
    const found: string[] = [];
    for (const page of pages) {
      if (this.crashed.has(page)) continue;
      if ((await page.locator("#root").count()) === 0) continue;
      await page.setViewportSize(phone);
      const wide = await settledWidthBeyond(page);
      if (wide > 0) found.push(`${page.url()} is ${wide} px wider than a phone`);
    }
    return found;
  }
}

/** The same once the page has taken its new width in: a busy machine needs some frames for that. */
async function settledWidthBeyond(page: Page): Promise<number> {
  let wide = await widthBeyond(page);
  for (let tries = 0; wide > 0 && tries < 20; tries++) {
    await page.waitForTimeout(50);
    wide = await widthBeyond(page);
  }
  return wide;
}

/** How many pixels of the page lie beyond the right edge of the window. */
export async function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
