import { expect, test } from "vitest";
import { formatDate } from "@/lib/format/format";
import * as constants from "./constants";
import { theme } from "./theme";

test("the constants of the theme", () => {
  expect({ ...constants }).toEqual({
    layer: {
      modal: 1100,
      tooltip: 1100,
      notification: 1100,
      overlay: 1000,
      menu: 1000,
      inModal: 1101,
      bar: 100,
      above3: 3,
      above2: 2,
      above1: 1,
    },
    motion: { rippleMs: 401, tooltipFadeMs: 250, revealThreshold: 0.5 },
    dateFormat: "MM/DD/YYYY",
    firstDayOfWeek: 0,
    locale: "en",
    colorSchemeKey: "cohortium-color-scheme",
  });
});

test("dates in text name the month, which no reader takes for the day", () => {
  expect(formatDate("2026-11-02T12:00:00Z")).toBe("2 Nov 2026");
});

test("the kit's pieces take them from there", () => {
  const props = (name: string) => theme.components?.[name]?.defaultProps as Record<string, unknown>;
  expect(props("Modal").zIndex).toBe(1100);
  expect(props("Menu").zIndex).toBe(1000);
  expect(props("Tooltip")).toMatchObject({ zIndex: 1100, transitionProps: { duration: 250 } });
  expect(props("DateInput")).toMatchObject({ valueFormat: "MM/DD/YYYY", firstDayOfWeek: 0, locale: "en" });
});
