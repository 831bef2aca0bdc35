import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Providers } from "@/ui/Providers";
import { type Draft, emptyDraft, sentOptions } from "./draft";
import { XCodings } from "./XCodings";

type Codings = Draft["options"]["x_coding"];

const studies = ["North", "South"].map((name) => ({ id: name.toLowerCase(), name }));

interface Seen {
  last: Codings;
}

function Held({ seen }: { seen: Seen }) {
  const [codings, setCodings] = useState(seen.last);
  seen.last = codings;
  return <XCodings studies={studies} codings={codings} onCodings={setCodings} problem={undefined} />;
}

function show(last: Codings = {}): Seen {
  const seen = { last };
  render(
    <Providers>
      <Held seen={seen} />
    </Providers>,
  );
  return seen;
}

const all = () => screen.getByLabelText<HTMLSelectElement>("Males on chromosome X");

test("one coding is stated for all submissions, and taken back", async () => {
  const seen = show();
  await userEvent.selectOptions(all(), "0/2");
  expect(seen.last).toEqual({ north: "0/2", south: "0/2" });
  expect(screen.queryByLabelText("North")).toBeNull();
  await userEvent.selectOptions(all(), "Not stated (default)");
  expect(seen.last).toEqual({});
});

test("submissions that differ are stated one by one", async () => {
  const seen = show();
  await userEvent.selectOptions(all(), "Different by submission");
  await userEvent.selectOptions(screen.getByLabelText("North"), "0/1");
  await userEvent.selectOptions(screen.getByLabelText("South"), "females only");
  expect(seen.last).toEqual({ north: "0/1", south: "females" });
  await userEvent.selectOptions(all(), "0/1");
  expect(seen.last).toEqual({ north: "0/1", south: "0/1" });
});

test("an earlier run with two codings shows both", () => {
  show({ north: "0/1", south: "0/2" });
  expect(all().value).toBe("apart");
  expect(screen.getByLabelText<HTMLSelectElement>("South").value).toBe("0/2");
});

test("sent are codings of chosen submissions, and the model where effects are random; defaults are left out", () => {
  const chosen = { tau2: "reml", ci: "hk", x_coding: { south: "0/2", gone: "0/1" } } as const;
  const options = { ...emptyDraft.options, ...chosen };
  const ids = ["north", "south"];
  expect(sentOptions({ ...options, scheme: "random" }, ids)).toMatchObject({ ...chosen, x_coding: { south: "0/2" } });
  for (const sent of [sentOptions(options, ids), sentOptions({ ...emptyDraft.options, scheme: "random" }, ids)]) {
    expect(sent).not.toHaveProperty("tau2");
    expect(sent).not.toHaveProperty("ci");
  }
  expect(sentOptions(options, ["north"])).not.toHaveProperty("x_coding");
});
