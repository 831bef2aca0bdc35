import { describe, expect, test } from "vitest";
import { Rate } from "./rate";

describe("Rate", () => {
  test("knows nothing before half a second was seen", () => {
    const rate = new Rate();
    rate.add(0, 0);
    rate.add(1000, 400);
    expect(rate.speed()).toBeUndefined();
    expect(rate.secondsLeft(5000)).toBeUndefined();
  });

  test("speed and time left of a steady transfer", () => {
    const rate = new Rate();
    for (let second = 0; second <= 5; second += 1) rate.add(second * 1000, second * 1000);
    expect(rate.speed()).toBe(1000);
    expect(rate.secondsLeft(15_000)).toBe(10);
  });

  test("forgets what is older than its window", () => {
    const rate = new Rate();
    for (let second = 0; second <= 60; second += 1) rate.add(second <= 30 ? 0 : (second - 30) * 500, second * 1000);
    expect(rate.speed()).toBe(500);
  });

  test("starts again when the amount falls, as after a retry from an earlier offset", () => {
    const rate = new Rate();
    rate.add(0, 0);
    rate.add(9000, 1000);
    rate.add(8000, 2000);
    expect(rate.speed()).toBeUndefined();
  });

  test("a stalled transfer has no end", () => {
    const rate = new Rate();
    rate.add(100, 0);
    rate.add(100, 2000);
    expect(rate.speed()).toBe(0);
    expect(rate.secondsLeft(200)).toBeUndefined();
  });
});
