import type { Page, Route } from "@playwright/test";

/** Holds the pieces of an upload after the first few, so that something can happen in the middle of it. */
export class UploadGate {
  /** Where in the file each piece began that reached the server. */
  readonly offsets: number[] = [];
  private open = false;
  private waiting: (() => void)[] = [];
  private reached!: () => void;
  /** The first piece is being held. */
  readonly closed: Promise<void>;

  private constructor(private readonly letThrough: number) {
    this.closed = new Promise((resolve) => {
      this.reached = resolve;
    });
  }

  /** On this page, `letThrough` pieces reach the server and the following ones wait. */
  static async on(page: Page, letThrough: number): Promise<UploadGate> {
    const gate = new UploadGate(letThrough);
    await page.route("**/api/uploads/*", (route) => gate.pass(route));
    return gate;
  }

  private async pass(route: Route): Promise<void> {
    const request = route.request();
    if (request.method() !== "PATCH") return route.continue();
    if (!this.open && this.offsets.length >= this.letThrough) {
      this.reached();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      // The page may have given this request up while it was held.
      if (request.failure()) return;
    }
    this.offsets.push(Number(request.headers()["upload-offset"]));
    await route.continue().catch(() => {});
  }

  /** Lets everything through from now on. */
  release(): void {
    this.open = true;
    for (const go of this.waiting.splice(0)) go();
  }
}
