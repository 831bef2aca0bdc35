import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type Answer, refused } from "@/test-app";
import { defaultOptions } from "./draft";
import { heartFailure, open, standing, upload } from "./testWizard";

const inflation = {
  code: "inflation",
  title: "Statistics that are inflated or deflated.",
  findings: [{ datasets: ["North"], sentence: "North: λ is 1.200, above 1.1." }],
  advice: "Look at their reports.",
};

test("choices are kept for the account that made them", async () => {
  open("u1");
  await userEvent.click(await heartFailure());
  cleanup();
  open("u2");
  expect((await heartFailure()).getAttribute("aria-checked")).toBe("false");
  cleanup();
  open("u1");
  expect((await heartFailure()).getAttribute("aria-checked")).toBe("true");
});

test("a METAL script fills in what it can and lists the rest", async () => {
  open("u3");
  await heartFailure();
  const input = screen.getByLabelText("Start from a METAL script");
  await userEvent.upload(input, new File(["SCHEME SAMPLESIZE"], "metal.txt"));
  const report = await screen.findByText("From metal.txt");
  const text = report.parentElement?.textContent ?? "";
  expect(text).toContain("1 submission: North");
  expect(text).toContain("absent.txt: no accepted submission");
  expect(text).toContain("Line 3, OVERLAP ON: not available.");
  expect((await heartFailure()).getAttribute("aria-checked")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "North" })).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "South" }).checked).toBe(false);
  await userEvent.click(screen.getByRole("checkbox", { name: "South" }));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: /Keep as stated/ })).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /Sample size/ }).checked).toBe(true);
});

test("what has been run before is pointed out before it starts again", async () => {
  open("u4");
  await userEvent.click(await heartFailure());
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("checkbox", { name: "North" });
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  const link = await screen.findByRole("link", { name: "HF, January" });
  expect(link.getAttribute("href")).toBe("/hermes/ma/m1");
  await userEvent.click(screen.getByRole("radio", { name: /^Random effects/ }));
  expect(screen.queryByRole("link", { name: "HF, January" })).toBeNull();
});

test("what may be wrong is confirmed by name before it goes on, and the confirmation is kept and sent", async () => {
  let sent: { options?: { inflated?: boolean } } = {};
  const warned: Record<string, Answer> = {
    "GET /api/hermes/meta-cautions": { items: [inflation] },
    "POST /api/hermes/meta-analyses": async (request) => {
      sent = (await request.json()) as typeof sent;
      return refused(409, "Not today.");
    },
  };
  open("u5", warned);
  await userEvent.click(await heartFailure());
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("North: λ is 1.200, above 1.1.");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("alert").textContent).toBe(
    "Tick “Combine despite inflated or deflated statistics”, or choose other submissions.",
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "Combine despite inflated or deflated statistics" }));
  cleanup();
  open("u5", warned);
  await userEvent.click(await screen.findByRole("button", { name: "Next" }));
  const yes = await screen.findByRole<HTMLInputElement>("checkbox", { name: /inflated or deflated statistics/ });
  expect(yes.checked).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(await screen.findByRole("button", { name: "Run meta-analysis" }));
  expect(await screen.findByText("Not today.")).toBeTruthy();
  expect(sent.options?.inflated).toBe(true);
});

test("what cannot be read about a choice is said, and read again on demand", async () => {
  let down = true;
  open("u6", {
    "GET /api/hermes/meta-cautions": () => (down ? refused(400, "Not now.") : { items: [inflation] }),
  });
  await userEvent.click(await heartFailure());
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText(/Not now\. Your choices are kept\./)).toBeTruthy();
  down = false;
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("North: λ is 1.200, above 1.1.")).toBeTruthy();
  expect(screen.queryByText(/Not now/)).toBeNull();
});

test("another phenotype chooses its own submissions, and none of the one before goes along", async () => {
  let sent: { datasets?: string[]; phenotype?: string } = {};
  const other = ["East", "West"].map((id) => ({ ...upload(id), phenotype: "AF" }));
  open("u7", {
    "GET /api/hermes/uploads": { items: [upload("North"), upload("South"), ...other], total: 4 },
    "POST /api/hermes/meta-analyses": async (request) => {
      sent = (await request.json()) as typeof sent;
      return refused(409, "Not today.");
    },
  });
  await userEvent.click(await heartFailure());
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("checkbox", { name: "North" });
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await userEvent.click(await screen.findByRole("radio", { name: /AF/ }));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("checkbox", { name: "East" })).toBeTruthy();
  expect(screen.queryByRole("checkbox", { name: "North" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(await screen.findByRole("button", { name: "Run meta-analysis" }));
  await screen.findByText("Not today.");
  expect(sent).toMatchObject({ phenotype: "AF", datasets: ["East", "West"] });
});

test("the files of the phenotype that are not accepted are named, with why", async () => {
  const waits = { ...upload("East"), status: "READY FOR REVIEW", review_state: { step: "open", reviewer: "" } };
  const failed = { ...upload("West"), status: "FAILED QC" };
  const all = [{ ...upload("North"), status: "REVIEW APPROVED" }, waits, failed];
  open("u9", {
    "GET /api/hermes/uploads": (request: Request) => {
      const { searchParams } = new URL(request.url);
      const items = all.filter(({ status }) => searchParams.getAll("status").includes(status));
      return { items, total: items.length };
    },
  });
  await userEvent.click(await heartFailure());
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  const said = await screen.findByText(/^2 other submissions of this phenotype are not accepted:/);
  expect(said.textContent).toContain("East (Ready for review), West (Failed QC).");
});

test("a run that is repeated keeps its choices, and says which submissions are left out", async () => {
  const earlier = {
    ...standing,
    options: { ...defaultOptions, scheme: "random", maf: 0.03 },
    inputs: [...standing.inputs, { upload_id: "Gone", run_id: "r", dataset_name: "Gone" }],
    actions: {},
    job_id: "j",
  };
  open("u8", { "GET /api/hermes/meta-analyses/m1": earlier }, "/hermes/ma/new?from=m1&step=2");
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "North" })).checked).toBe(true);
  expect(screen.getByText("1 submission of this choice is left out")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: /^Random effects/ })).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>(/^Minimum MAF/).value).toBe("0.03");
});
