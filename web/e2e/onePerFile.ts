/** What the stories of one file share: it is started for the first of them, and ended when another file asks or all are done. */
export class OnePerFile<T> {
  private held?: { by: string; what: T };

  constructor(private readonly end: (what: T) => Promise<void>) {}

  /** The cached value for this file and these wishes; starts a new one otherwise. */
  async of(by: { file: string; wishes?: object }, start: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(by);
    if (this.held?.by !== name) {
      await this.stop();
      this.held = { by: name, what: await start() };
    }
    return this.held.what;
  }

  async stop(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    if (held) await this.end(held.what);
  }
}
