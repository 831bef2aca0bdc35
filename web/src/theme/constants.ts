/** Constants of the theme that every screen shares. */
/**
 * The stacking order: `bar` is the bar of the page; `above1` to `above3` order overlapping parts of
 * a card.
 */
export const layer = {
  modal: 1100,
  tooltip: 1100,
  notification: 1100,
  overlay: 1000,
  menu: 1000,
  /** Of what a control in a dialog opens. */
  inModal: 1101,
  bar: 100,
  above3: 3,
  above2: 2,
  above1: 1,
} as const;
export const motion = { rippleMs: 401, tooltipFadeMs: 250, revealThreshold: 0.5 } as const;
/** Format words of dayjs, as the date fields need them. */
export const dateFormat = "MM/DD/YYYY";
/** 0 = Sunday. */
export const firstDayOfWeek = 0;
/** Language of dates and of the page. */
export const locale = "en";
export const colorSchemeKey = "cohortium-color-scheme";
