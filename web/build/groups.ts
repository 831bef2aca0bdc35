import type { Rolldown } from "vite";

type Group = NonNullable<Rolldown.CodeSplittingOptions["groups"]>[number];

/** A folder or file of the component kit, its styles included. */
const kit = (parts: string) => new RegExp(`/@mantine/core/(?:esm/.*|styles)/(?:${parts})\\b`);
const own = (parts: string) => new RegExp(`/src/(?:${parts})`);
const either = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join("|"));

/** What nearly every page asks with, the doors as well. */
const fields = either(kit("ActionIcon|Checkbox|TextInput"), own("lib/own\\.|ui/state/Notice\\."));

/** The bar of every page behind a door, and the layouts that stand around them. */
const bar = own(
  "features/accounts/frame/SignedInFrame\\.|features/search/GlobalSearch\\.|lib/text/shell\\.|routes/_(?:app|bootstrap)\\.tsx\\?tsr-split=component",
);

/** What the bars of public pages and of those behind a door are made of. */
const frame = own("ui/layout/(?:Footer|Frame\\.module)");

/** Menus and what floats over a page: published pages have menus too, without the bar. */
const floating = either(
  kit("Accordion/AccordionChevron|FocusTrap|Menu|Overlay|Popover|Portal|utils/Floating"),
  /\/@floating-ui\//,
);

/** Modules of a drawn page, in the builder and published. */
const page = own(
  "lib/(?:document/(?:columns|document|filters|formats|ids|page\\w+|plots|steps|views)|engine/(?:connect|engine|format|functions|link|messages|numbers|questions))\\.ts$",
);

/** What nearly every figure is drawn with. */
const figures = own("ui/chart/(?:FigureCanvas|PlotCard|PlotTip|TwinTable|hit|layout|pen|rising|scale)\\.tsx?$");

/** A list: its rows, what searches, sorts and exports them. */
const rows = own(
  "ui/table/(?:CardRows|Pager|QueryTable|SortChoice|TableRows|TableTools|column|useExport)\\.|lib/list/walk\\.|ui/form/SearchInput\\.",
);

/** Rows and columns of controls, and what a list is narrowed with. */
const choice = either(
  kit("Combobox\\.layer|Combobox\\.module|ComboboxChevron|Group|NativeSelect|Stack|get-parsed-combobox-data"),
  /\/@mantine\/hooks\/.*\/use-(?:callback-ref|debounced-callback)\b/,
);

/** Tables of text: how they are read, written and shown. */
const data = own("lib/text/(?:csv|delimited)\\.|ui/data\\.module");

/** The form of the doors, which comes back in a dialog when a session has ended. */
const signIn = either(
  own(
    "features/accounts/(?:password/PasswordField|signin/(?:CodeStep|DoorForm|Refusal|SignInForm|SubmitButton|auth|fieldErrors|focus|useSignIn))\\.",
  ),
  kit("PasswordInput"),
);

/** Dialogs, the drawer of a phone and messages: every page loads them once it is drawn and idle. */
const later = either(
  own("ui/(?:dialog/(?:Confirmation|Later|kitModal)|layout/MobileDrawer|ripple)\\."),
  kit("Drawer|Modal|ModalBase|Notification"),
  /\/@mantine\/(?:notifications|store)\//,
  /\/node_modules\/(?:get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|react-transition-group|tslib|use-callback-ref|use-sidecar)\//,
);

/**
 * Modules that are one file where the bundler would make many, each of which takes a browser two to three milliseconds of
 * processor time to ask for; a file is packed better than its parts, too. A group holds what is needed together, so that
 * no page reads more than it did: `sizes` fails when one does. The start of every page is a separate file.
 */
export const groups: Group[] = [
  { name: "first", tags: ["$initial"], priority: 3 },
  { name: "fields", test: fields, priority: 2 },
  { name: "floating", test: floating, priority: 2 },
  { name: "frame", test: frame, priority: 2, includeDependenciesRecursively: false },
  { name: "bar", test: bar, priority: 1 },
  { name: "page", test: page, priority: 1 },
  { name: "figures", test: figures, priority: 0 },
  // What these import beside their own is needed elsewhere too.
  ...Object.entries({ choice, data, later, rows, signIn }).map(([name, test]) => ({
    name,
    test,
    priority: 0,
    includeDependenciesRecursively: false,
  })),
];
