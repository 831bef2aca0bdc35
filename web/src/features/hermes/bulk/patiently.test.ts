import { expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api-error";
import { patiently } from "./patiently";

const often = new ApiError(429, "Too often.", "too_many_requests", [], "", 3);

test("what was asked too often is asked again when the server says so", async () => {
  const sleep = vi.fn(async () => {});
  const call = vi.fn().mockRejectedValueOnce(often).mockResolvedValueOnce("done");
  expect(await patiently(call, sleep)).toBe("done");
  expect(sleep).toHaveBeenCalledExactlyOnceWith(3000);
});

test("every other refusal is told at once, and so is one that does not end", async () => {
  const sleep = async () => {};
  const refused = vi.fn().mockRejectedValue(new ApiError(409, "Taken.", "name_taken"));
  await expect(patiently(refused, sleep)).rejects.toThrow("Taken.");
  expect(refused).toHaveBeenCalledOnce();
  await expect(patiently(() => Promise.reject(often), sleep)).rejects.toBe(often);
});
