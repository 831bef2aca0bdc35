import { expect, test } from "vitest";
import { scattered } from "../build/sizes";

const files = (count: number, end: string) => new Set(Array.from({ length: count }, (_, at) => `assets/${at}.${end}`));
const route = (name: string, scripts: number, styles: number) => ({
  route: name,
  scripts: files(scripts, "js"),
  styles: files(styles, "css"),
});

test("a list of 42 files is built, one of 43 is refused, and one that is missing is named", () => {
  expect(scattered([route("_app/tools/index.tsx", 27, 15)])).not.toContain("/tools");
  expect(scattered([route("_app/tools/index.tsx", 28, 15)])).toContain("/tools");
  expect(scattered([route("_app/tools/index.tsx", 1, 1)])).toContain("/datasets");
});

test("a page without a list may need more files", () => {
  expect(scattered([route("_app/hermes/qc.$id.tsx", 90, 20)])).not.toContain("/hermes/qc/$id");
});
