import { describe, expect, test } from "vitest";
import { toApiError } from "./error";

describe("toApiError", () => {
  test("keeps sentence, code, fields and reference", () => {
    const fields = [{ field: "metadata.cohort", message: "Cohort is required." }];
    const body = { detail: "Some fields are wrong.", code: "invalid", fields, request_id: "r1" };
    expect(toApiError(new Response(null, { status: 422 }), body)).toMatchObject({
      status: 422,
      message: "Some fields are wrong.",
      code: "invalid",
      fields,
      requestId: "r1",
    });
  });

  test("a proxy's page becomes a sentence by status, with the reference of the header", () => {
    const response = new Response(null, { status: 503, headers: { "X-Request-Id": "r2" } });
    const error = toApiError(response, "<html>");
    expect(error.message).toMatch(/busy/);
    expect(error.requestId).toBe("r2");
  });
});
