import type { Page, Request, Route } from "@playwright/test";

/** Bytes of one piece: --chunk-bytes of the server. */
export const pieceBytes = 16_384;

/** Where the pieces of a file of this size begin. */
export function piecesOf(size: number): number[] {
  return Array.from({ length: Math.ceil(size / pieceBytes) }, (_, at) => at * pieceBytes);
}

/** Holds the pieces of an upload after the first few, so that something can happen in the middle of it. */
export class UploadGate {
  /** Where in the file each piece began that the server has confirmed, in the order of confirmation. */
  readonly confirmed: number[] = [];
  private passed = 0;
  private open = false;
  private waiting: (() => void)[] = [];
  private readonly givenUp = new Set<Request>();
  private reached!: () => void;
  private gaveUp!: () => void;
  /** The first piece is being held. */
  readonly closed: Promise<void>;
  /** The page has given up a piece. */
  readonly abandoned: Promise<void>;

  private constructor(private readonly letThrough: number) {
    this.closed = new Promise((resolve) => {
      this.reached = resolve;
    });
    this.abandoned = new Promise((resolve) => {
      this.gaveUp = resolve;
    });
  }

  /** On this page, `letThrough` pieces reach the server and the following ones wait; all pass if it is absent. */
  static async on(page: Page, letThrough = Number.POSITIVE_INFINITY): Promise<UploadGate> {
    const gate = new UploadGate(letThrough);
    page.on("response", (response) => {
      const request = response.request();
      if (request.method() === "PATCH" && response.status() === 204) {
        gate.confirmed.push(Number(request.headers()["upload-offset"]));
      }
    });
    page.on("requestfailed", (request) => {
      gate.givenUp.add(request);
      if (request.method() === "PATCH") gate.gaveUp();
    });
    await page.route("**/api/uploads/*", (route) => gate.pass(route));
    return gate;
  }

  private async pass(route: Route): Promise<void> {
    if (route.request().method() === "PATCH" && !this.open) {
      if (this.passed === this.letThrough) {
        this.reached();
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      } else this.passed += 1;
    }
    // A request that the page cancelled while it was held never reaches the server, because the
    // answer would be unused.
    const go = this.givenUp.has(route.request()) ? route.abort() : route.continue();
    await go.catch(() => {});
  }

  /** Lets everything through from now on. */
  release(): void {
    this.open = true;
    for (const go of this.waiting.splice(0)) go();
  }
}
