import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Providers } from "@/ui/Providers";
import { type Draft, emptyDraft, sentOptions } from "./draft";
import { OverlapPairs } from "./OverlapPairs";

const studies = ["North", "South", "West"].map((name) => ({ id: name.toLowerCase(), name }));

interface Told {
  last: Draft["options"]["overlaps"];
}

function Held({ told }: { told: Told }) {
  const [overlaps, setOverlaps] = useState(told.last);
  told.last = overlaps;
  return <OverlapPairs studies={studies} overlaps={overlaps} onOverlaps={setOverlaps} problem={undefined} />;
}

function show() {
  const told: Told = { last: [] };
  render(
    <Providers>
      <Held told={told} />
    </Providers>,
  );
  return told;
}

const add = () => screen.getByRole("button", { name: "Add a pair" });

test("each pair of studies is offered once", async () => {
  const told = show();
  await userEvent.click(add());
  await userEvent.click(add());
  await userEvent.click(add());
  expect(told.last.map(({ a, b }) => `${a} ${b}`)).toEqual(["north south", "north west", "south west"]);
  expect(screen.queryByRole("button", { name: "Add a pair" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Remove pair 2" }));
  expect(told.last.map(({ a, b }) => `${a} ${b}`)).toEqual(["north south", "south west"]);
  expect(add()).toBeTruthy();
});

test("a pair is changed where it stands, and keeps the focus", async () => {
  const told = show();
  await userEvent.click(add());
  const group = within(screen.getByRole("group", { name: "Studies that share people" }));
  await userEvent.selectOptions(group.getByLabelText("Pair 1, other study"), "West");
  const correlation = group.getByLabelText("Pair 1, correlation");
  await userEvent.clear(correlation);
  await userEvent.type(correlation, "0.2");
  expect(told.last).toEqual([{ a: "north", b: "west", correlation: 0.2 }]);
  expect(document.activeElement).toBe(correlation);
});

test("what is sent is of data sets that are combined, and of the scheme that takes account of it", () => {
  const pair = (a: string, b: string) => ({ a, b, correlation: 0.1 });
  const options = { ...emptyDraft.options, overlaps: [pair("north", "south"), pair("north", "gone")] };
  expect(sentOptions({ ...options, scheme: "samplesize" }, ["north", "south"]).overlaps).toEqual([
    pair("north", "south"),
  ]);
  expect(sentOptions({ ...options, scheme: "ivw" }, ["north", "south"])).not.toHaveProperty("overlaps");
});
