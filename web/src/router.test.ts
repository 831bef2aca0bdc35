import { expect, test } from "vitest";
import { createQueryClient } from "./api/queries";
import { isKnownPath } from "./lib/known-paths";
import { createAppRouter } from "./router";

test("every page behind the sign-in may be returned to after signing in, and no other", () => {
  const router = createAppRouter(createQueryClient());
  const pages = Object.keys(router.routesByPath).map((path) => path.replace("$id", "x1").replace(/(.)\/$/, "$1"));
  const wrong = pages.filter((path) => isKnownPath(path) !== (path !== "/" && !path.endsWith("/login")));
  expect(wrong).toEqual([]);
});
