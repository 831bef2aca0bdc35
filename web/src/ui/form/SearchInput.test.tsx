import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchInput } from "./SearchInput";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const box = () => screen.getByRole("searchbox", { name: "Search name" }) as HTMLInputElement;
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

interface PlaceProps {
  lag: number;
  onAsked: (next: string | undefined) => void;
}

/** The question lives in an address that takes `lag` ms to change. */
function Place({ lag, onAsked }: PlaceProps) {
  const [value, setValue] = useState("");
  return (
    <MantineProvider env="test">
      <SearchInput
        label="Search name"
        value={value}
        onChange={(next) => {
          onAsked(next);
          setTimeout(() => setValue(next ?? ""), lag);
        }}
      />
      {["", "heart"].map((place) => (
        <button key={place} type="button" onClick={() => setValue(place)}>
          go to “{place}”
        </button>
      ))}
    </MantineProvider>
  );
}

function show(lag = 0) {
  const asked: (string | undefined)[] = [];
  render(<Place lag={lag} onAsked={(next) => asked.push(next)} />);
  return { asked, go: (place: string) => fireEvent.click(screen.getByRole("button", { name: `go to “${place}”` })) };
}

test("a space typed after a pause stays, and what follows it is searched for", async () => {
  const { asked } = show();
  type("heart");
  await wait(301);
  type("heart ");
  await wait(1000);
  expect(box().value).toBe("heart ");
  type("heart f");
  await wait(301);
  expect(box().value).toBe("heart f");
  expect(asked).toEqual(["heart", "heart f"]);
});

test("an answer to what was typed earlier takes no letters back", async () => {
  const { asked } = show(500);
  type("a");
  await wait(301);
  type("ab");
  await wait(301); // sent; the address is still empty
  type("abc");
  await wait(200); // now it contains "a"
  expect(box().value).toBe("abc");
  await wait(2000);
  expect(box().value).toBe("abc");
  expect(asked).toEqual(["a", "ab", "abc"]);
});

test("going back, or clearing the filters, changes the box; what was about to be asked is not", async () => {
  const { asked, go } = show();
  type("heart");
  await wait(301);
  type("heart x");
  go("");
  expect(box().value).toBe("");
  await wait(1000);
  go("heart");
  expect(box().value).toBe("heart");
  expect(asked).toEqual(["heart"]);
});

test("emptied, it asks for nothing in particular", async () => {
  const { asked } = show();
  type("h");
  await wait(301);
  type("  ");
  await wait(301);
  expect(asked).toEqual(["h", undefined]);
  expect(box().value).toBe("  ");
});

test("whoever follows a link before the search began is not called back", async () => {
  const { asked } = show();
  const { pathname } = location;
  type("heart");
  history.pushState(null, "", "/elsewhere");
  await wait(1000);
  expect(asked).toEqual([]);
  history.replaceState(null, "", pathname);
  type("heart f");
  await wait(301);
  expect(asked).toEqual(["heart f"]);
});
