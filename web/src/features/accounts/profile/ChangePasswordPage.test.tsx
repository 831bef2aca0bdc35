import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/test-app";
import { profile } from "../testing";

test("after the change it is said what ended", async () => {
  const { writes } = renderApp("/hermes/changepassword", {
    "GET /api/profile": profile(),
    "POST /api/change-password": { status: "success" },
  });
  const password = "correct horse battery staple";
  await userEvent.type(await screen.findByLabelText("Current password"), "old one that was long");
  await userEvent.type(screen.getByLabelText("New password"), password);
  await userEvent.type(screen.getByLabelText("Repeat the password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("Your password was changed")).toBeTruthy();
  expect(screen.getByText(/All your other sessions were ended/)).toBeTruthy();
  expect(await writes()[0]?.json()).toEqual({ password, current_password: "old one that was long" });
});
