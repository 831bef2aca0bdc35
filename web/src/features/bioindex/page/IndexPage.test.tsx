import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { refused } from "@/test-app";
import { accessFaults } from "@/test-axe";
import { answerOf, indexOf, openIndexes } from "../testing";

const count = { index: "i1", q: ["PITX2"], count: 2, nonce: "n", profile: { query: 0, fetch: 0 } };
const server = {
  "GET /api/indexes/i1": () => indexOf(),
  "GET /api/bio/query/i1": () => answerOf('{"chr":"4","pos":111600118,"p":3.2e-412}', "t1"),
  "GET /api/bio/cont": () => answerOf('{"chr":"4","pos":111600401,"p":null}'),
  "GET /api/bio/count/i1": () => count,
};
const rows = () =>
  within(screen.getByRole("group", { name: "Rows" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent));

test("a question is asked by the form, stands in the address, and its rows keep every digit", async () => {
  const { router, asked } = openIndexes("/minibioindex/i1", server);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Region, gene/ }), "PITX2");
  expect(screen.getByText("gene")).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Take" }), "10 kb around it");
  await userEvent.click(screen.getByRole("button", { name: "Query" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: ["PITX2"], flank: 10_000 }));
  expect(await screen.findByText("2 rows")).toBeTruthy();
  expect(screen.getByText(/^Positions read as 1-based\./)).toBeTruthy();
  expect(screen.getByText("BETA seems to hold odds ratios.")).toBeTruthy();
  expect(rows()).toEqual([["4", "111600118", "3.2e-412"]]);
  expect(
    screen.getByText(/4:111538580-111563279 on GRCh37 \(hg19\), both ends included · 4\.2 ms · 128 kB read/),
  ).toBeTruthy();
  const query = new URL(asked.find(({ url }) => url.includes("/api/bio/query"))?.url ?? "").searchParams;
  expect([query.getAll("q"), query.get("flank")]).toEqual([["PITX2"], "10000"]);

  await userEvent.click(screen.getByRole("button", { name: "Next rows" }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[1]).toEqual(["4", "111600401", "–"]);
  expect(screen.queryByRole("button", { name: "Next rows" })).toBeNull();
  expect(screen.getByRole("button", { name: "Export all 2" })).toBeTruthy();
  expect(await accessFaults()).toEqual([]);
});

test("what cannot be answered is said in place of the rows", async () => {
  const logged = vi.spyOn(console, "error");
  const answer = () => refused(404, "There is no gene PITXX on GRCh37 (hg19). Did you mean PITX2?", [], "unknown_gene");
  openIndexes('/minibioindex/i1?q=["PITXX"]', { ...server, "GET /api/bio/query/i1": answer });
  expect((await screen.findByText(/Did you mean PITX2/)).closest("[role=alert]")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: /^Region, gene/ })).toHaveProperty("value", "PITXX");
  expect(logged).not.toHaveBeenCalled();
});

test("an empty form asks for its values and asks nothing of the server", async () => {
  const { asked } = openIndexes("/minibioindex/i1", server);
  await userEvent.click(await screen.findByRole("button", { name: "Query" }));
  expect(await screen.findByText("Enter a value.")).toBeTruthy();
  expect(asked.some(({ url }) => url.includes("/api/bio/"))).toBe(false);
});

test("numbers, proof and the address for scripts", async () => {
  openIndexes("/minibioindex/i1", server);
  expect(await screen.findByText("11,204,775")).toBeTruthy();
  expect(screen.getByText("index adds 5.1 MB, 1.0 %")).toBeTruthy();
  const proof = within(screen.getByRole("region", { name: "Build proof" }));
  expect(proof.getByText("1,000 random queries equal the scan")).toBeTruthy();
  expect(proof.getByText("Proven")).toBeTruthy();
  const lines = within(screen.getByRole("region", { name: "Query from a script" }));
  expect(lines.getByText(/^curl -H/).textContent).toContain("http://localhost:3000/api/bio/query/i1?q=PITX2");
});

test("while a key is typed, values that begin so are offered; the median of answers is told", async () => {
  const { build } = indexOf();
  const keyed = {
    ...indexOf(),
    build: build && {
      ...build,
      keys: [{ columns: ["gene"] }],
      locus: undefined,
      answered: { n: 40, median_seconds: 0.0023 },
    },
  };
  const { asked } = openIndexes("/minibioindex/i1", {
    ...server,
    "GET /api/indexes/i1": () => keyed,
    "GET /api/bio/match/i1": () => ({ index: "i1", q: ["PIT"], data: ["PITX1", "PITX2"], continuation: null }),
  });
  expect(await screen.findByText("2.3 ms")).toBeTruthy();
  expect(screen.getByText("median of the last 40 answers")).toBeTruthy();
  expect(asked.some(({ url }) => url.includes("/match/"))).toBe(false);
  const field = screen.getByRole("combobox", { name: "gene" });
  await userEvent.type(field, "PIT");
  await userEvent.click(await screen.findByRole("option", { name: "PITX2", hidden: true }));
  expect(field).toHaveProperty("value", "PITX2");
  const query = new URL(asked.find(({ url }) => url.includes("/match/"))?.url ?? "").searchParams;
  expect(query.getAll("q")).toEqual(["PIT"]);
});

test("wrong answers are a fault and say not to use it", async () => {
  const whole = indexOf();
  const proof = { ...whole.build?.proof, differ: 2, differences: [{ query: "4:1-9", index: 3, file: 4 }] };
  const wrong = { ...whole, build: { ...whole.build, proof } };
  openIndexes("/minibioindex/i1", { "GET /api/indexes/i1": wrong });
  expect(await screen.findByText("2 of 1,000 random queries differ")).toBeTruthy();
  expect(screen.getByText(/4:1-9: 3 rows by the index, 4 in the file\. Do not use/)).toBeTruthy();
});

const job = {
  id: "j1",
  kind: "index-build",
  subject_id: "i1",
  attempt: 1,
  updated_at: "2026-11-22T14:07:00Z",
} as const;

test("building: stage, share, time left, and a way to stop it", async () => {
  const running = {
    ...job,
    state: "running",
    stage: "Sorting, 4,000,000 rows",
    done: 40,
    total: 100,
    eta_seconds: 25,
  } as const;
  const { writes } = openIndexes("/minibioindex/i1", {
    "GET /api/indexes/i1": () => indexOf({ status: "building", build: undefined, job: running }),
    "POST /api/jobs/j1/cancel": () => new Response(null, { status: 204 }),
  });
  expect(await screen.findByText("Sorting")).toBeTruthy();
  expect(screen.getByText("4,000,000 rows · about 25 s left")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(writes().map(({ url }) => new URL(url).pathname)).toEqual(["/api/jobs/j1/cancel"]));
});

test.each([
  ["failed", "The index could not be built", /Line 7 has 3 cells, the header has 4\. It does not answer queries yet\./],
  ["cancelled", "The build was cancelled", /It does not answer queries yet/],
] as const)("%s: why, what is safe, and the way on", async (status, title, words) => {
  const error = status === "failed" ? "Line 7 has 3 cells, the header has 4." : undefined;
  openIndexes("/minibioindex/i1", {
    "GET /api/indexes/i1": () => indexOf({ status, error, build: undefined, rows: undefined }),
  });
  expect((await screen.findByText(title)).parentElement?.textContent).toMatch(words);
  expect(screen.getByRole("link", { name: /build again|Build it now/ }).getAttribute("href")).toBe(
    "/minibioindex/new?rebuild=i1",
  );
});

test("who may only query it is offered nothing else", async () => {
  const can = { edit: false, share: false, delete: false, restore: false, rebuild: false };
  openIndexes("/minibioindex/i1", {
    ...server,
    "GET /api/indexes/i1": () => indexOf({ can, owner: "ben", sharing: "area" }),
  });
  await screen.findByRole("heading", { level: 1, name: "Heart failure" });
  for (const name of ["Rebuild", "More actions", "Change…", /^Compare/]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("sharing by name is sent with the version that was seen", async () => {
  const sent: Request[] = [];
  openIndexes("/minibioindex/i1", {
    ...server,
    "PUT /api/indexes/i1/sharing": (request) => {
      sent.push(request.clone());
      return indexOf({ sharing: "named", people: ["ben"], version: 4 });
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change…" }));
  await userEvent.click(await screen.findByRole("radio", { name: "Shared by name" }));
  await userEvent.type(screen.getByRole("combobox", { name: "People" }), "ben{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Save sharing" }));
  expect(await screen.findByText("ben")).toBeTruthy();
  expect(await sent[0]?.json()).toEqual({ sharing: "named", people: ["ben"] });
  expect(sent[0]?.headers.get("If-Match")).toBe('"3"');
});
