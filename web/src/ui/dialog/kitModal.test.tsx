import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Providers } from "../Providers";
import { Modal } from "./Modal";

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Versions
      </button>
      {open && (
        <Modal opened onClose={() => setOpen(false)} title="Versions of the page">
          <input aria-label="Name" />
        </Modal>
      )}
    </>
  );
}

test("a dialog that is taken away when it closes gives the keyboard back to what opened it", async () => {
  render(
    <Providers>
      <Opener />
    </Providers>,
  );
  const button = screen.getByRole("button", { name: "Versions" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Versions of the page" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});
