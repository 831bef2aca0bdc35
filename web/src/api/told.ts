/** The details of a refusal besides its message. */
import { z } from "zod/mini";
import { ApiError } from "@/lib/api-error";

/** The details of a refusal with this status; undefined for other errors, or if there are none. */
export function toldIn<T>(error: unknown, status: number, shape: z.ZodMiniType<T>): T | undefined {
  if (!(error instanceof ApiError) || error.status !== status) return undefined;
  return shape.safeParse(error.body).data;
}

/** An object that has these keys at least. */
export function objectWith<T>(...keys: (keyof T)[]) {
  return z.custom<T>(
    (value) => typeof value === "object" && value !== null && keys.every((key) => (key as string) in value),
  );
}

/**
 * Reads the other user's version of a record from a refusal of a change that was based on an older
 * version.
 */
export function heldIn<T extends { version: number }>(...keys: (keyof T)[]) {
  const shape = z.object({ current: objectWith<T>("version", ...keys) });
  return (error: unknown): T | undefined => toldIn(error, 409, shape)?.current;
}
