import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";
import { dateFormat, firstDayOfWeek, layer, locale, motion } from "./constants";

const brand: MantineColorsTuple = [
  "#eaeefc",
  "#d5ddf9",
  "#aebcff",
  "#8da2ff",
  "#647ef0",
  "#4a64e4",
  "#2f4bd8",
  "#2540bd",
  "#1d3399",
  "#152673",
];

const fail: MantineColorsTuple = [
  "#fbe6e4",
  "#f6cac6",
  "#ffb4ad",
  "#ff9b92",
  "#e0685f",
  "#c9413a",
  "#b3261e",
  "#961f18",
  "#761813",
  "#431a17",
];

// The kit's own greys, in the hue of ours: it uses them for borders, hovers and dark surfaces.
const gray: MantineColorsTuple = [
  "#f6f7f9",
  "#f0f2f5",
  "#e3e6eb",
  "#cfd5dd",
  "#b4bcc7",
  "#98a3b8",
  "#677384",
  "#5b6776",
  "#364352",
  "#16202c",
];

const dark: MantineColorsTuple = [
  "#e8edf3",
  "#c9d3de",
  "#a3afbd",
  "#93a0b0",
  "#364352",
  "#26303c",
  "#161d26",
  "#161d26",
  "#121820",
  "#0f141b",
];

/** Filled controls are light in the dark scheme, so that their text follows a token instead of being white. */
const filledText: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== "filled") return colors;
  return { ...colors, color: input.color === "fail" ? "var(--co-on-fail)" : "var(--co-on-brand)" };
};

export const theme = createTheme({
  colors: { brand, fail, gray, dark },
  primaryColor: "brand",
  primaryShade: { light: 6, dark: 3 },
  variantColorResolver: filledText,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  headings: { fontFamily: '"Inter Variable", system-ui, sans-serif', fontWeight: "640" },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "10px", xl: "16px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  fontSizes: { xs: "12.5px", sm: "14px", md: "14px", lg: "15px", xl: "22px" },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    // Menus, dialogs and messages are in a landmark (see Providers), not directly in the body.
    Portal: { defaultProps: { target: "#layers" } },
    Modal: {
      defaultProps: {
        zIndex: layer.modal,
        centered: true,
        closeButtonProps: { "aria-label": "Close" },
        radius: "lg",
        overlayProps: { opacity: 0.45 },
      },
      styles: { title: { fontSize: "15px", fontWeight: 620 } },
    },
    Drawer: {
      defaultProps: { zIndex: layer.modal, closeButtonProps: { "aria-label": "Close" } },
      styles: { title: { fontSize: "15px", fontWeight: 620 } },
    },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Checkbox: { defaultProps: { iconColor: "var(--co-on-brand)" } },
    Menu: { defaultProps: { zIndex: layer.menu, shadow: "md", withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { zIndex: layer.overlay, shadow: "md" } },
    Tooltip: {
      defaultProps: { zIndex: layer.tooltip, transitionProps: { transition: "fade", duration: motion.tooltipFadeMs } },
    },
    DateInput: { defaultProps: { valueFormat: dateFormat, placeholder: dateFormat, firstDayOfWeek, locale } },
    // Hints below the control: controls of one row stay in line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Button: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "sm" } },
  },
});

/** The layers as sheets name them: `--co-layer-in-modal`. */
const layers = Object.fromEntries(
  Object.entries(layer).map(([name, at]) => [
    `--co-layer-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(at),
  ]),
);

/** Maps the kit's own variables to our tokens, so that both schemes follow tokens.css alone. */
export const variables: CSSVariablesResolver = () => {
  const shared = {
    ...layers,
    "--mantine-color-body": "var(--co-surface)",
    "--mantine-color-text": "var(--co-text)",
    "--mantine-color-dimmed": "var(--co-muted)",
    "--mantine-color-placeholder": "var(--co-faint)",
    "--mantine-color-anchor": "var(--co-brand-text)",
    "--mantine-color-brand-light": "var(--co-brand-weak)",
    "--mantine-color-brand-light-hover": "color-mix(in srgb, var(--co-brand-weak), var(--co-brand) 15%)",
    "--mantine-color-brand-light-color": "var(--co-brand-text)",
    "--mantine-color-error": "var(--co-fail)",
    "--mantine-color-default": "var(--co-surface)",
    "--mantine-color-default-hover": "var(--co-sunken)",
    "--mantine-color-default-color": "var(--co-text)",
    "--mantine-color-default-border": "var(--co-line-strong)",
    "--mantine-color-disabled": "var(--co-line)",
    "--mantine-primary-color-contrast": "var(--co-on-brand)",
  };
  return { variables: {}, light: shared, dark: shared };
};
