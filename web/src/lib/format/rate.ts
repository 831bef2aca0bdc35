/** One observation: how many bytes were done at a time in milliseconds. */
interface Sample {
  at: number;
  done: number;
}

const windowMs = 10_000;

/** Speed over the last ten seconds and the time left by it. Times come from the caller. */
export class Rate {
  private samples: Sample[] = [];

  add(done: number, at: number): void {
    const last = this.samples.at(-1);
    if (last && done < last.done) this.samples = [];
    this.samples.push({ at, done });
    while (this.samples.length > 2 && at - (this.samples[0]?.at ?? at) > windowMs) this.samples.shift();
  }

  /** Forgets what was seen, e.g. after a pause. */
  reset(): void {
    this.samples = [];
  }

  /** Bytes per second, or undefined while less than half a second was seen. */
  speed(): number | undefined {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (!first || !last || last.at - first.at < 500) return undefined;
    return ((last.done - first.done) * 1000) / (last.at - first.at);
  }

  /** Seconds until `total`, or undefined while the speed is unknown or zero. */
  secondsLeft(total: number): number | undefined {
    const speed = this.speed();
    const done = this.samples.at(-1)?.done ?? 0;
    return speed ? Math.max(0, (total - done) / speed) : undefined;
  }
}
