import { expect, test } from "vitest";
import { afterSignIn, homeOf } from "./landing";

test.each([
  ["member of HERMES", ["hermes"], "/hermes"],
  ["member of HERMES and more", ["datasets", "hermes"], "/hermes"],
  ["somebody else", ["sgc"], "/datasets"],
  ["no group", [], "/datasets"],
])("home of a %s", (_who, groups, home) => expect(homeOf({ groups })).toBe(home));

test.each([
  ["a page of ours, query and all", ["hermes"], "/hermes/qc/x?run=1", "/hermes/qc/x?run=1"],
  ["another site", ["hermes"], "//evil.example", "/hermes"],
  ["nothing", [], undefined, "/datasets"],
  ["a page outside of HERMES for an account that ends there", ["hermes"], "/datasets?q=1", "/hermes"],
  ["the same page for others", ["hermes", "datasets"], "/datasets?q=1", "/datasets?q=1"],
  ["a sign-in page", ["hermes"], "/hermes/login", "/hermes"],
  ["the page of what is owed", [], "/profile/duties", "/datasets"],
])("after signing in: %s", (_what, groups, wanted, want) => expect(afterSignIn({ groups }, wanted)).toBe(want));
