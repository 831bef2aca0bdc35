import "./test-once";
import { notifications } from "@mantine/notifications";
import { cleanup } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { questions } from "./ui/dialog/confirm";

// Files share a world: each test leaves it as it was found, for the next one in whatever file.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (let open = questions.first(); open; open = questions.first()) open.answer(false);
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
});

// A part that is still on its way when its file ends never arrives, for no file of this world.
afterAll(() => vi.dynamicImportSettled());
