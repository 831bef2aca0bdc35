import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import type { FoundOverlap } from "@/api/hermes/meta";
import { Providers } from "@/ui/Providers";
import { type Draft, emptyDraft, sentOptions } from "./draft";
import { OverlapPairs } from "./OverlapPairs";
import { otherPairs, overlapsOf, pairRows } from "./overlaps";

const studies = ["North", "South", "West"].map((name) => ({ id: name.toLowerCase(), name }));
const ids = studies.map((study) => study.id);

interface Told {
  last: Draft["options"];
}

function Held({ told, found }: { told: Told; found: readonly FoundOverlap[] }) {
  const [options, setOptions] = useState(told.last);
  told.last = options;
  return (
    <OverlapPairs
      studies={studies}
      options={options}
      onOptions={(change) => setOptions((now) => ({ ...now, ...change }))}
      found={found}
      comparing={0}
      problem={undefined}
    />
  );
}

const { options: none } = emptyDraft;
const found: FoundOverlap = {
  a: "north",
  b: "south",
  correlation: 0.21449,
  correlation_se: 0.0167,
  shared_people: 2140.4,
};

function show(options = none, offers: readonly FoundOverlap[] = []) {
  const told: Told = { last: options };
  const view = (now: readonly FoundOverlap[]) => (
    <Providers>
      <Held told={told} found={now} />
    </Providers>
  );
  const { rerender } = render(view(offers));
  return { told, find: (now: readonly FoundOverlap[]) => rerender(view(now)) };
}

const add = () => screen.getByRole("button", { name: "Add a pair" });
const correlation = (n: number) => screen.getByLabelText<HTMLInputElement>(`Pair ${n}, correlation`);
const effective = (told: Told, offers = [found]) => overlapsOf(pairRows(told.last, offers, ids));

async function type(n: number, value: string) {
  await userEvent.clear(correlation(n));
  await userEvent.type(correlation(n), value);
}

test("each pair of studies is offered once", async () => {
  const { told } = show();
  await userEvent.click(add());
  await userEvent.click(add());
  await userEvent.click(add());
  expect(told.last.overlaps.map(({ a, b }) => `${a} ${b}`)).toEqual(["north south", "north west", "south west"]);
  expect(screen.queryByRole("button", { name: "Add a pair" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Remove pair 2" }));
  expect(told.last.overlaps.map(({ a, b }) => `${a} ${b}`)).toEqual(["north south", "south west"]);
  expect(add()).toBeTruthy();
});

test("a pair is changed where it stands, and keeps the focus", async () => {
  const { told } = show();
  await userEvent.click(add());
  const group = within(screen.getByRole("group", { name: "Sample overlap" }));
  await userEvent.selectOptions(group.getByLabelText("Pair 1, other study"), "West");
  await type(1, "0.2");
  expect(told.last.overlaps).toEqual([{ a: "north", b: "west", correlation: 0.2 }]);
  expect(document.activeElement).toBe(correlation(1));
});

test("a pair that was found stands there with its value and where it is from", () => {
  const { told } = show(none, [found]);
  expect(correlation(1).value).toBe("0.214");
  expect(screen.getByText("North and South")).toBeTruthy();
  expect(screen.getByText(/^Estimated by LD score regression: SE 0\.02, about 2,140 people in both$/)).toBeTruthy();
  expect(told.last.overlaps).toEqual([]);
  expect(effective(told)).toEqual([{ a: "north", b: "south", correlation: 0.214, found: true }]);
});

test("what was typed is never overwritten by what is found later", async () => {
  const { told, find } = show();
  await userEvent.click(add());
  await type(1, "0.3");
  find([found]);
  find([{ ...found, correlation: 0.5 }]);
  expect(correlation(1).value).toBe("0.3");
  expect(effective(told)).toEqual([{ a: "north", b: "south", correlation: 0.3 }]);
  expect(screen.getByText(/Stated by you. Estimated: 0\.500/)).toBeTruthy();
});

test("a found pair is corrected, taken back, and taken out for good", async () => {
  const { told, find } = show(none, [found]);
  await type(1, "0.1");
  expect(document.activeElement).toBe(correlation(1));
  expect(effective(told)).toEqual([{ a: "north", b: "south", correlation: 0.1 }]);
  await userEvent.click(screen.getByRole("button", { name: "Use 0.214" }));
  expect(correlation(1).value).toBe("0.214");
  await userEvent.click(screen.getByRole("button", { name: "Remove pair 1" }));
  find([{ ...found }]);
  expect(screen.queryByText("North and South")).toBeNull();
  expect(effective(told)).toEqual([]);
  await userEvent.click(add());
  expect(effective(told)).toEqual([{ a: "north", b: "south", correlation: 0 }]);
});

test("what is sent is of submissions that are combined, and of the scheme that takes account of it", () => {
  const pair = (a: string, b: string) => ({ a, b, correlation: 0.1 });
  const options = { ...none, overlaps: [pair("north", "south"), pair("north", "gone")] };
  const sent = sentOptions({ ...options, scheme: "samplesize" }, ["north", "south"]);
  expect(sent.overlaps).toEqual([pair("north", "south")]);
  expect(sent).not.toHaveProperty("declined");
  expect(sentOptions({ ...options, scheme: "ivw" }, ["north", "south"])).not.toHaveProperty("overlaps");
});

test("pairs that an earlier run left unstated stay so when it is repeated", () => {
  const overlaps = [{ a: "west", b: "north", correlation: 0.1 }];
  const declined = otherPairs(ids, overlaps);
  expect(declined).toEqual([
    { a: "north", b: "south" },
    { a: "south", b: "west" },
  ]);
  expect(overlapsOf(pairRows({ ...none, overlaps, declined }, [found], ids))).toEqual(overlaps);
});
