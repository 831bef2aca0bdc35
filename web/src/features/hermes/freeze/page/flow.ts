/** The flow of cohorts and participants from the submissions to the release, drawn to scale. */
import type { FreezeFlow } from "@/api/hermes/freezes";
import { formatCount, plural } from "@/lib/format/format";
import { formatPeople } from "@/lib/format/people";
import type { Size } from "@/ui/chart/model";
import type { Pen } from "@/ui/chart/pen";
import type { Twin } from "@/ui/chart/TwinTable";
import type { ChartTokens } from "@/ui/chart/tokens";

type Step = FreezeFlow["steps"][number];
type AncestryName = (code: string) => string;
type Counted = { files?: number; cohorts: number; participants: number };

/** What a figure shows of the losses of a step: those without cohort and participant change nothing in it. */
const shownLosses = ({ lost }: Step) => lost.filter(({ cohorts, participants }) => cohorts > 0 || participants > 0);

export const stepWords: Record<Step["code"], string> = {
  submitted: "Submitted",
  passed_qc: "Passed QC",
  accepted: "Accepted",
  before_deadline: "Before the deadline",
  in_release: "In the release",
};

/** A loss that leaves every cohort in place is counted in files. */
const countWords = ({ files, cohorts, participants }: Counted): string =>
  `${cohorts === 0 && files ? plural(files, "file") : plural(cohorts, "cohort")}, ${formatPeople(participants)}`;

/** Steps that lose nothing and repeat the one before are left out: without a deadline, nothing is after it. */
export function shownSteps({ steps }: FreezeFlow): Step[] {
  return steps.filter(
    (step, at) => at === 0 || step.code === "in_release" || step.code === "passed_qc" || shownLosses(step).length > 0,
  );
}

export const flowHeight = (flow: FreezeFlow, width: number): number =>
  width < roomForColumns ? narrowHeight(flow) : columnsHeight(flow, width);

/** Below this width the steps are below each other. */
const roomForColumns = 620;
const bar = 8;

export function paintFlow(flow: FreezeFlow, name: AncestryName, pen: Pen, size: Size, tokens: ChartTokens): void {
  if (size.width < roomForColumns) paintNarrow(flow, name, pen, size, tokens);
  else paintColumns(flow, name, pen, size, tokens);
}

/** A band between two vertical spans, curved like a Sankey's. */
function band(from: readonly [x: number, y: number], to: readonly [x: number, y: number], height: number): number[] {
  const parts = 16;
  const top: number[] = [];
  const bottom: number[] = [];
  for (let i = 0; i <= parts; i++) {
    const t = i / parts;
    const eased = t * t * (3 - 2 * t);
    const x = from[0] + (to[0] - from[0]) * t;
    const y = from[1] + (to[1] - from[1]) * eased;
    top.push(x, y);
    bottom.unshift(x, y + height);
  }
  return [...top, ...bottom];
}

const top = 44;
const tallest = 130;
/** Right of the last step: the names of ancestries and their participants. */
const right = 190;
const wordsLine = 14;

interface Columns {
  steps: Step[];
  /** Between the left edges of two steps. */
  gap: number;
  /** Pixels of a participant. */
  scale: number;
}

function columnsOf(flow: FreezeFlow, width: number): Columns {
  const steps = shownSteps(flow);
  const most = Math.max(1, ...steps.map(({ participants }) => participants));
  return { steps, gap: (width - right - bar) / Math.max(1, steps.length), scale: tallest / most };
}

/** The words of losses begin below the tallest step. */
const lossTop = top + tallest + 22;

function columnsHeight(flow: FreezeFlow, width: number): number {
  const { steps, gap, scale } = columnsOf(flow, width);
  const losses = steps.map((step) => shownLosses(step).reduce((y, loss) => y + lossHeight(loss, gap), lossTop));
  return Math.max(...losses, fanBottom(flow, scale)) + 8;
}

function paintColumns(flow: FreezeFlow, name: AncestryName, pen: Pen, size: Size, tokens: ChartTokens): void {
  const columns = columnsOf(flow, size.width);
  const { steps, gap, scale } = columns;
  steps.forEach((step, at) => {
    const x = at * gap;
    const next = steps[at + 1];
    if (next) {
      const kept = next.participants * scale;
      pen.polygon(band([x + bar, top], [x + gap, top], kept), tokens.first, 0.16);
      paintLosses(next, [x + bar, top + kept], columns, pen, tokens);
    }
    pen.rect({ x, y: top, width: bar, height: Math.max(1, step.participants * scale) }, tokens.first);
    pen.text(x, 14, stepWords[step.code], { color: tokens.text, size: 12, weight: 600 });
    pen.text(x, 30, countWords(step), { color: tokens.muted });
  });
  paintAncestries(flow, name, { x: (steps.length - 1) * gap + bar, end: size.width - right, scale }, pen, tokens);
}

/** How far a loss goes to the right before its words begin. */
const lossReach = (gap: number) => Math.min(70, gap * 0.35);

/** The reason of a loss in lines that fit beside the next step. */
function reasonLines(reason: string, gap: number): string[] {
  const letters = Math.max(8, Math.floor((gap - lossReach(gap) - 2 * bar) / 6.4));
  const lines: string[] = [];
  for (const word of reason.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(cut(word, letters));
  }
  return lines;
}

const lossHeight = ({ reason }: { reason: string }, gap: number) =>
  (reasonLines(reason, gap).length + 1) * wordsLine + 10;

/** What a step loses, each reason as its own band. */
function paintLosses(
  step: Step,
  [x, y]: readonly [number, number],
  { gap, scale }: Columns,
  pen: Pen,
  tokens: ChartTokens,
): void {
  let from = y;
  let place = lossTop;
  for (const loss of shownLosses(step)) {
    const to = x + lossReach(gap);
    pen.polygon(band([x, from], [to, place], Math.max(1, loss.participants * scale)), tokens.highlight, 0.35);
    const lines = reasonLines(loss.reason, gap);
    lines.forEach((line, at) => {
      pen.text(to + 5, place + 8 + at * wordsLine, line, { color: tokens.text, weight: 600 });
    });
    pen.text(to + 5, place + 8 + lines.length * wordsLine, countWords(loss), { color: tokens.muted });
    from += loss.participants * scale;
    place += lossHeight(loss, gap);
  }
}

const cut = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, Math.max(1, letters - 1))}…` : text;

interface Fan {
  x: number;
  end: number;
  scale: number;
}

const lineHeight = 18;

const largestFirst = (ancestries: FreezeFlow["ancestries"]) =>
  ancestries.toSorted((a, b) => b.participants - a.participants);

/** Where the names of ancestries end. */
const fanBottom = ({ ancestries }: FreezeFlow, scale: number): number =>
  ancestries.reduce((y, { participants }) => y + Math.max(participants * scale + 4, lineHeight), top);

/** The release by ancestry. */
function paintAncestries(
  { ancestries }: FreezeFlow,
  name: AncestryName,
  { x, end, scale }: Fan,
  pen: Pen,
  tokens: ChartTokens,
): void {
  const sorted = largestFirst(ancestries);
  let from = top;
  let to = top;
  sorted.forEach(({ ancestry, participants }, at) => {
    const height = participants * scale;
    pen.polygon(band([x, from], [end, to], Math.max(0.5, height)), tokens.first, at % 2 === 0 ? 0.26 : 0.14);
    pen.rect({ x: end, y: to, width: 4, height: Math.max(1, height) }, tokens.first);
    const middle = to + Math.max(1, height) / 2 + 4;
    pen.text(end + 10, middle, name(ancestry), { color: tokens.text });
    pen.text(end + 190 - 10, middle, formatPeople(participants), { color: tokens.muted, align: "end" });
    from += height;
    to += Math.max(height + 4, lineHeight);
  });
}

/** A bar for each step and each loss, below each other. */
function narrowLines(flow: FreezeFlow, name: AncestryName) {
  const steps = shownSteps(flow).flatMap((step) => [
    ...shownLosses(step).map((loss) => ({ words: `− ${loss.reason}`, of: loss, tone: "highlight" as const })),
    { words: stepWords[step.code], of: step, tone: "first" as const },
  ]);
  const ancestries = flow.ancestries.map((one) => ({ words: name(one.ancestry), of: one, tone: "second" as const }));
  return [...steps, ...ancestries];
}

const narrowLine = 38;
const narrowHeight = (flow: FreezeFlow): number => narrowLines(flow, String).length * narrowLine + 8;

function paintNarrow(flow: FreezeFlow, name: AncestryName, pen: Pen, size: Size, tokens: ChartTokens): void {
  const lines = narrowLines(flow, name);
  const most = Math.max(1, ...lines.map(({ of }) => of.participants));
  lines.forEach(({ words, of, tone }, at) => {
    const y = at * narrowLine;
    const counts = countWords(of);
    pen.text(0, y + 13, cut(words, Math.floor((size.width - counts.length * 6.2) / 6.2)), {
      color: tokens.text,
      weight: tone === "first" ? 600 : 400,
    });
    pen.text(size.width, y + 13, counts, { color: tokens.muted, align: "end" });
    pen.rect({ x: 0, y: y + 19, width: Math.max(1, (of.participants / most) * size.width), height: 8 }, tokens[tone]);
  });
}

/** The same as a table: every step, every loss with its reason, every ancestry. */
export function flowTwin(flow: FreezeFlow, name: AncestryName): Twin {
  const row = (what: string, of: Counted) => [
    what,
    of.files === undefined ? "–" : formatCount(of.files),
    formatCount(of.cohorts),
    formatCount(of.participants),
  ];
  return {
    caption: "Cohorts and participants from the submissions to the release",
    columns: [
      { name: "Step" },
      { name: "Files", kind: "number" },
      { name: "Cohorts", kind: "number" },
      { name: "Participants", kind: "number" },
    ],
    rows: [
      ...flow.steps.flatMap((step) => [
        ...step.lost.map((loss) => row(`Lost before “${stepWords[step.code]}”: ${loss.reason}`, loss)),
        row(stepWords[step.code], step),
      ]),
      ...flow.ancestries.map((one) => row(`In the release, ${name(one.ancestry)}`, one)),
    ],
  };
}

/** The figure in one sentence, for those who do not see it. */
export function flowSentence({ steps }: FreezeFlow): string {
  return steps.map((step) => `${stepWords[step.code]}: ${countWords(step)}`).join(". ");
}
