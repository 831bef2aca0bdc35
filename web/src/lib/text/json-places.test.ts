import fc from "fast-check";
import { expect, test } from "vitest";
import { placesOf, spanOf } from "./json-places";

test("every value is where its pointer says", () => {
  const text = '{ "a": [1, {"b/c": "x\\"y"}],\n "d~": null }';
  const read = placesOf(text);
  if (!("spans" in read)) throw new Error("it is JSON");
  const at = (pointer: string) => {
    const span = spanOf(read.spans, pointer);
    return text.slice(span.from, span.to);
  };
  expect(at("")).toBe(text);
  expect(at("/a/0")).toBe("1");
  expect(at("/a/1/b~1c")).toBe('"x\\"y"');
  expect(at("/d~0")).toBe("null");
  expect(at("/a/7/x")).toBe('[1, {"b/c": "x\\"y"}]');
});

test.each([
  ['{"a": }', 1, 7, "A value is missing here."],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "A comma or } is missing here."],
  ['{"a" 1}', 1, 6, "A colon is missing here."],
  ["{a: 1}", 1, 2, "A name in quotes is missing here."],
  ["[1, 2", 1, 6, "A comma or ] is missing here."],
  ['["a\nb"]', 1, 2, "This text in quotes does not end, or has a sign that has to be escaped."],
  ["[] []", 1, 4, "There is text after the end of the document."],
  ["", 1, 1, "The text ends too early."],
])("%j: line %d, column %d", (text, line, column, words) => {
  const read = placesOf(text);
  expect("fault" in read && [read.fault.line, read.fault.column, read.fault.text]).toEqual([line, column, words]);
});

test("it takes what JSON.parse takes, and nothing else", () => {
  const takes = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, place, more) => {
      const at = place % (json.length + 1);
      for (const text of [json, json.slice(0, at) + more + json.slice(at)])
        expect("spans" in placesOf(text)).toBe(takes(text));
    }),
  );
});
