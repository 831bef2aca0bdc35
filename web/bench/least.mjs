/**
 * Measures turns in a browser, which `send` asks by its protocol: gives a function that takes the least wall time of some
 * turns, and the least processor time.
 */
export function measuring(send) {
  /** Milliseconds of processor time that all of Chromium has taken. */
  async function spent() {
    const { processInfo } = await send("SystemInfo.getProcessInfo");
    return 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }

  /** The quickest of some turns, and the processor time of that which took least, in milliseconds. */
  return async function least(turns, work, prepare = async () => undefined) {
    const walls = [];
    const processor = [];
    for (let turn = 0; turn < turns; turn++) {
      await prepare(turn);
      const before = await spent();
      walls.push(await work(turn));
      processor.push((await spent()) - before);
    }
    return [Math.min(...walls), Math.min(...processor)];
  };
}
