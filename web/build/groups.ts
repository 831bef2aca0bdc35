import type { Rolldown } from "vite";

type Group = NonNullable<Rolldown.CodeSplittingOptions["groups"]>[number];

/** A folder or file of the component kit, its styles included. */
const kit = (...parts: string[]) => new RegExp(`/@mantine/core/(?:esm/.*|styles)/(?:${parts.join("|")})\\b`);
const hooks = (...parts: string[]) => new RegExp(`/@mantine/hooks/.*/(?:${parts.join("|")})\\b`);
const own = (...parts: string[]) => new RegExp(`/src/(?:${parts.join("|")})`);
const either = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join("|"));

/** What nearly every page asks with, the doors as well. */
const fields = either(kit("ActionIcon|Checkbox|TextInput"), own("lib/own\\.", "ui/state/Notice\\."));

/** The bar of every page behind a door, and the layouts that stand around them. */
const bar = own(
  "api/server/setup\\.",
  "features/accounts/frame/SignedInFrame\\.",
  "features/search/GlobalSearch\\.",
  "lib/text/shell\\.",
  "routes/_(?:app|bootstrap)\\.tsx\\?tsr-split=component",
  "ui/(?:Tag|focus/shortcuts)\\.",
);

/** Menus, what floats over a page, and what the bars are made of: public pages have these too. */
const floating = either(
  own("ui/layout/(?:Footer|Frame\\.module)"),
  kit("Accordion/AccordionChevron|FocusTrap|Menu|Overlay|Popover|Portal|get-style-object|utils/Floating"),
  /\/@floating-ui\//,
);

/** How a page learns of changes by others, and the layouts that listen. */
const events = own(
  "api/(?:events|pages/tables|tools/tools)\\.",
  "routes/_(?:app|bootstrap)/(?:datasets|hermes|minibioindex)/route\\.tsx\\?tsr-split=component",
);

/** Modules of a drawn page, in the builder and published. */
const page = own(
  "lib/(?:document/(?:columns|document|filters|formats|ids|page\\w+|plots|steps|views)|engine/(?:connect|engine|format|functions|link|messages|numbers|questions))\\.ts$",
);

/** What nearly every figure is drawn with. */
const figures = own("ui/chart/(?:FigureCanvas|PlotCard|PlotTip|TwinTable|hit|layout|pen|rising|scale)\\.tsx?$");

/** An answer, or why there is none, and what a page remembers in its address. */
const answered = own("lib/route/address\\.", "ui/(?:Day|state/Answered|table/ScrollRegion)\\.");

/** A list: its rows, what searches, sorts and exports them. */
const rows = own(
  "lib/list/(?:facets|list-page|walk)\\.",
  "ui/form/SearchInput\\.",
  "ui/table/(?:CardRows|Pager|PlainRows|QueryTable|SortChoice|TableRows|TableTools|column|useColumns|useExport)\\.",
);

/** A list that is narrowed by what its columns contain. */
const filters = own("ui/table/(?:Chip|FilterChip)\\.");

/** Rows and columns of controls, and what a list is narrowed with. */
const choice = either(
  kit(
    "Combobox\\.layer|Combobox\\.module|ComboboxChevron|Group|NativeSelect|Stack|get-env|get-parsed-combobox-data|to-int",
  ),
  hooks("clamp|use-callback-ref|use-debounced-callback|use-debounced-value"),
);

/** Tables: how they are read, written, shown and sorted. */
const data = own(
  "lib/text/(?:csv|delimited)\\.",
  "ui/data\\.module",
  "ui/table/(?:NumberHead|SortButton|rowSort|sort)\\.",
);

/** What changes something: the call, the question before it and the words after it. */
const deeds = either(
  /\/(?:query-core\/.*\/mutationObserver|react-query\/.*\/useMutation)\./,
  own(
    "api/told\\.",
    "ui/action/(?:ActionsMenu|useDeeds)\\.",
    "ui/dialog/(?:Modal|confirm|toastUndo)\\.",
    "ui/form/FormDialog\\.",
    "ui/state/Refused(?:Item)?\\.",
  ),
);

/** What is copied by a button. */
const copy = either(hooks("use-clipboard"), own("ui/action/(?:Copy|CopyButton|useCopy)\\."));

/** A form whose draft is kept and whose faults are listed. */
const forms = own("ui/form/(?:DialogForm|DraftNote|ErrorSummary|record|useHandingIn|useRecordForm|useRecordSaving)\\.");

/** A file on its way, what is known of it, and what its columns mean. */
const upload = own(
  "lib/(?:format/rate|upload/(?:FileUpload|hash|queue|sha256|state|words))\\.",
  "ui/upload/useUploads\\.",
);
const sent = own("lib/upload/handOver\\.", "ui/upload/(?:Sha256|UploadCard|upload\\.module)\\.");
const file = own(
  "api/files/sumstats-calls\\.",
  "lib/sumstats/inspection\\.",
  "ui/sumstats/(?:FileFacts|SampleTable|sumstats\\.module)\\.",
);
const mapping = own("lib/sumstats/mapping\\.", "ui/sumstats/(?:Questions|questions\\.module)\\.");

/** The form of the doors, which comes back in a dialog when a session has ended. */
const signIn = either(
  own(
    "features/accounts/(?:password/PasswordField|signin/(?:CodeStep|DoorForm|Refusal|SignInForm|SubmitButton|auth|fieldErrors|focus|useSignIn))\\.",
  ),
  kit("PasswordInput"),
);

/** Words, calls and parts that several pages of an area share. */
const accounts = own("api/accounts/calls\\.", "features/accounts/(?:LinkField|accounts\\.module|words)\\.");
const datasets = own("api/datasets/(?:calls|changes)\\.", "features/datasets/words\\.");
const heat = own(
  "features/sgc/(?:EffectiveHeading|People|consortium/(?:HeatMap|figures\\.module|heat|heatPaint)|count)\\.",
  "ui/chart/(?:HeatSurface|figureKeys|heatLayout)\\.",
);
const meta = own("api/hermes/prepared\\.", "features/hermes/meta/(?:words|prepared/(?:prepared\\.module|words))\\.");
const phenotypes = either(
  own("lib/phenotype-list\\.", "ui/phenotype/(?:PhenotypeFields|PhenotypeMenu|phenotype\\.module)\\."),
  kit("Pill|PillsInput|TagsInput|use-pills-reorder"),
);
const review = own(
  "api/hermes/(?:review-)?calls\\.",
  "features/hermes/(?:qc/useQueueKeys|review/(?:ReviewerItems|withdrawal))\\.",
);
const setup = own("features/setup/(?:SetupCard|setup\\.module|words)\\.");
const sgc = own(
  "api/sgc/calls\\.",
  "features/accounts/frame/SgcFrame\\.",
  "features/sgc/(?:consortium/summary|words)\\.",
  "routes/_sgc\\.tsx\\?tsr-split=component",
);

/** Dialogs, the drawer of a phone and messages: every page loads them once it is drawn and idle. */
const later = either(
  own(
    "features/accounts/(?:frame/NoBell|signin/SignInDialog)\\.",
    "features/search/(?:Shortcuts|keys|useGoTo)\\.",
    "ui/(?:dialog/(?:Confirmation|Later|kitModal)|layout/MobileDrawer|ripple)\\.",
  ),
  kit("Drawer|Modal|ModalBase|Notification|Paper"),
  hooks("use-drag|use-window-event"),
  /\/@mantine\/(?:notifications|store)\//,
  /\/node_modules\/(?:@babel\/runtime|get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|react-transition-group|tslib|use-callback-ref|use-sidecar)\//,
);

/** What these import beside their own is needed elsewhere too. */
const parts = {
  accounts,
  answered,
  choice,
  copy,
  data,
  datasets,
  deeds,
  events,
  file,
  filters,
  forms,
  heat,
  later,
  mapping,
  meta,
  phenotypes,
  review,
  rows,
  sent,
  setup,
  sgc,
  signIn,
  upload,
};

/**
 * Modules that are one file where the bundler would make many, each of which takes a browser two to three milliseconds of
 * processor time to ask for; a file is packed better than its parts, too. A group holds what is needed together, so that
 * no page reads more than it may: `sizes` fails when one does, or when a list asks for too many files. The start of every
 * page is a separate file.
 */
export const groups: Group[] = [
  { name: "first", tags: ["$initial"], priority: 3 },
  { name: "fields", test: fields, priority: 2 },
  { name: "floating", test: floating, priority: 2 },
  { name: "bar", test: bar, priority: 1 },
  { name: "page", test: page, priority: 1 },
  { name: "figures", test: figures, priority: 0 },
  ...Object.entries(parts).map(([name, test]) => ({ name, test, priority: 0, includeDependenciesRecursively: false })),
];
