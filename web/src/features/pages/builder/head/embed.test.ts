import { expect, test } from "vitest";
import { embedCode, originOf } from "./embed";

test("a title cannot break out of the code", () => {
  expect(embedCode("https://a.org/p/pages/x/embed", 'A "b" <c> & d', "small")).toBe(
    '<iframe src="https://a.org/p/pages/x/embed" title="A &quot;b&quot; &lt;c&gt; &amp; d" width="100%" height="480" style="border:0" loading="lazy"></iframe>',
  );
});

test.each([
  ["https://portal.example.org", "https://portal.example.org"],
  [" https://portal.example.org/some/page?x=1 ", "https://portal.example.org"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["portal.example.org", undefined],
  ["javascript:alert(1)", undefined],
  ["*", undefined],
])("%j is the site %s", (text, origin) => expect(originOf(text)).toBe(origin));
