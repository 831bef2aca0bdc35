import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useRef, useState } from "react";
import type { Table } from "@/api/pages/tables";
import { formatDateTime } from "@/lib/format/format";
import { RecordConflict } from "@/ui/form/RecordConflict";
import { late } from "@/ui/state/late";
import { RowsSkeleton } from "@/ui/state/Skeletons";
import classes from "./builder.module.css";
import { givenOf, offeredAt } from "./given";
import { PageHead } from "./head/PageHead";
import { Live } from "./Live";
import { type HeldPage, partLabel, partShown } from "./pageKind";
import type { PanelProps } from "./panel";
import { ColumnsPanel } from "./panels/ColumnsPanel";
import { FiltersPanel } from "./panels/FiltersPanel";
import { FormatPanel } from "./panels/FormatPanel";
import { GroupsPanel } from "./panels/GroupsPanel";
import { PlotsPanel } from "./panels/PlotsPanel";
import { SourcePanel } from "./panels/SourcePanel";
import { StepsPanel } from "./panels/StepsPanel";
import { WithPlaces } from "./places";
import { sectionOf, withAt } from "./problems";
import { SectionList } from "./SectionList";
import { WithSaying } from "./saying";
import type { BuilderSearch } from "./search";
import { sectionsOf } from "./sections";
import { TabBar } from "./TabBar";
import { type SectionName, sectionNames, type TabName } from "./tabs";
import { useEngine, usePrepared } from "./useEngine";
import { usePageForm } from "./usePageForm";
import { useProblems } from "./useProblems";
import { useUndoKeys } from "./useUndoKeys";

interface Props {
  page: HeldPage;
  table: Table;
  search: BuilderSearch;
}

const JsonTab = late(async () => (await import("./json/JsonTab")).JsonTab);

const panels: Record<SectionName, (props: PanelProps) => ReactNode> = {
  source: SourcePanel,
  columns: ColumnsPanel,
  convert: StepsPanel,
  format: FormatPanel,
  filters: FiltersPanel,
  groups: GroupsPanel,
  plots: PlotsPanel,
};

/** The builder: on the left the steps, on the right the page as readers will see it. */
export function Builder(props: Props) {
  return (
    <WithSaying>
      <Bench {...props} />
    </WithSaying>
  );
}

function Bench({ page, table, search }: Props) {
  const built = usePageForm(page, table);
  const { form, saving, document, change, undo, redo } = built;
  const navigate = useNavigate();
  const engine = useEngine(table);
  const prepared = usePrepared(engine, document);
  const problems = useProblems(document, table.id);
  const picture = useRef<() => Promise<Blob>>(undefined);
  const onPicture = useCallback((make: () => Promise<Blob>) => {
    picture.current = make;
  }, []);
  useUndoKeys(undo, redo);
  const [plot, setPlot] = useState<{ id: string }>();

  const go = (part: Partial<BuilderSearch>) =>
    void navigate({ to: "/configbuilder", search: { ...search, ...part }, replace: true, resetScroll: false });
  const onRepair = (pointer: string, near: string) => change((before) => withAt(before, pointer, near));
  const editing = (step?: string) => ({
    given: givenOf(document, offeredAt(document, prepared, step), table),
    problems,
    onRepair,
  });
  const onPlot = (id: string) => setPlot({ id });
  const panel = { page, document, table, prepared, problems, editing, change, onPlot };
  const tab: TabName = search.tab === "json" ? "json" : "page";

  return (
    <WithPlaces onSection={(pointer) => go({ step: sectionOf(pointer) })}>
      <PageHead page={page} table={table} built={built} problems={problems} picture={picture} />
      <div className={classes.bench}>
        <SectionList
          sections={sectionsOf(document, table, problems)}
          open={sectionNames.find((name) => name === search.step)}
          onOpen={(step) => go({ step })}
        >
          {(name) => {
            const Panel = panels[name];
            return <Panel {...panel} />;
          }}
        </SectionList>
        <section className={classes.live} aria-label="The page">
          <TabBar tab={tab} onTab={(next) => go({ tab: next === "page" ? undefined : next })} />
          {tab === "json" ? (
            <JsonTab
              document={document}
              problems={problems}
              table={table}
              page={page.id}
              onDocument={(next) => change(() => next)}
              meanwhile={<RowsSkeleton />}
            />
          ) : (
            <Live document={document} table={table} engine={engine} plot={plot} onPicture={onPicture} />
          )}
        </section>
      </div>
      <RecordConflict
        form={form}
        saving={saving}
        what="page"
        by={({ updated_by }) => updated_by}
        story={({ updated_by, updated_at }) => `${updated_by} saved it on ${formatDateTime(updated_at)}.`}
        label={partLabel}
        shown={partShown}
      />
    </WithPlaces>
  );
}
