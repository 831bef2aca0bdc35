import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { open } from "./testing";

test("a new data set: what is left beside the size limit, and a file that exceeds it is refused", async () => {
  open("/datasets/new", { "GET /api/storage": { quotas: [{ kind: "dataset_bytes", used: 1500, limit: 2000 }] } });
  expect(await screen.findByText("500 bytes of your 2 kB are free.")).toBeTruthy();
  expect(screen.getByText(/up to 1 MB/)).toBeTruthy();
  await userEvent.upload(screen.getByLabelText(/Choose a file/), new File(["a".repeat(501)], "a.tsv"));
  const words = "Your files hold 1.5 kB of 2 kB; this one of 501 bytes exceeds your storage quota.";
  expect(await screen.findByText(new RegExp(words))).toBeTruthy();
});
