/** What a refusal tells besides its sentence. */
import { z } from "zod/mini";
import { ApiError } from "@/lib/api-error";

/** What a refusal with this status tells besides its sentence; undefined where it is another, or tells no such thing. */
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

/** Reads from a refusal what somebody else left of a record, where the change was made from an older version of it. */
export function heldIn<T extends { version: number }>(...keys: (keyof T)[]) {
  const shape = z.object({ current: objectWith<T>("version", ...keys) });
  return (error: unknown): T | undefined => toldIn(error, 409, shape)?.current;
}
