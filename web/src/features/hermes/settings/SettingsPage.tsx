import { Button, Group, Radio, Skeleton, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ConsortiumSettings, consortiumQuery } from "@/api/hermes/review";
import { Card } from "@/ui/Card";
import { FormDraft } from "@/ui/form/DraftNote";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { FormColumns } from "@/ui/form/FormColumns";
import { RecordConflict } from "@/ui/form/RecordConflict";
import { HelpLink } from "@/ui/help/HelpLink";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { HistoryCard } from "../qc/HistoryCard";
import classes from "./settings.module.css";
import { type SettingsForm, useSettingsForm } from "./useSettingsForm";

/** Below the first screen. */
const QcSettingsFields = late(() => import("../qc/QcSettingsFields").then((module) => module.QcSettingsFields));

const Thresholds = late(() => import("./Thresholds").then((module) => module.Thresholds));

/** What the consortium decided about review and quality control. */
export function SettingsPage() {
  const answer = useQuery(consortiumQuery);
  return (
    <>
      <PageHeader sub="Apply to new decisions and QC runs only." />
      <Answered what="the settings" answer={answer} rows={12} frame={inCard()}>
        {(data) => <Settings held={data} />}
      </Answered>
    </>
  );
}

const labels: Readonly<Record<keyof SettingsForm, string>> = {
  reviewers: "Reviewers",
  checklist: "Checklist",
  defaults: "Defaults of QC",
  reason: "Reason",
  thresholds: "Thresholds",
};

function shown(part: keyof SettingsForm, form: SettingsForm): string {
  if (part === "thresholds") {
    const chosen = Object.entries(form.thresholds).map(([key, { value, reason }]) => `${key} ${value} (${reason})`);
    return chosen.join(", ") || "–";
  }
  if (part !== "defaults") return form[part] || "–";
  const { fd, adj, it, panel, noind } = form.defaults;
  return [
    `frequency difference ${fd}`,
    `adjustment ${adj}`,
    `imputation quality ${it ?? "as usual for the score"}`,
    `panel ${panel ?? "the best installed"}`,
    noind ? "without insertions and deletions" : "with insertions and deletions",
  ].join(", ");
}

function Settings({ held }: { held: ConsortiumSettings }) {
  const { form, saving, set } = useSettingsForm(held);
  const { values, errors } = form;
  const reads = !held.may_change;
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving.busy && form.ready()) saving.submit();
        }}
      >
        <Stack gap="md">
          {reads && <Notice tone="neutral">An administrator can change these settings.</Notice>}
          {form.attempt > 0 && (
            <ErrorSummary items={summaryOf(form, "settings", "Nothing was changed.")} attempt={form.attempt} />
          )}
          <FormColumns
            left={
              <>
                <Card title="Review" aside={<HelpLink to="review" about="Review" />}>
                  <Stack gap="md">
                    <Radio.Group
                      label="Reviewers per submission"
                      value={values.reviewers}
                      onChange={(reviewers) => set({ reviewers })}
                      error={errors.reviewers}
                    >
                      <Stack gap={6} mt={8}>
                        <Radio value="1" label="One reviewer" disabled={reads} />
                        <Radio
                          value="2"
                          label="Two reviewers"
                          description="A second reviewer must also accept."
                          disabled={reads}
                        />
                      </Stack>
                    </Radio.Group>
                    <Textarea
                      id="settings-checklist"
                      label="Checklist"
                      description="Points a reviewer must confirm to accept, one per line"
                      value={values.checklist}
                      onChange={(event) => set({ checklist: event.currentTarget.value })}
                      error={errors.checklist}
                      autosize
                      minRows={3}
                      maxRows={16}
                      readOnly={reads}
                      variant={reads ? "filled" : "default"}
                    />
                  </Stack>
                </Card>
                <Card title="Quality control">
                  <Stack gap="md">
                    <p className={classes.note}>
                      Defaults for QC runs. A reviewer can run a file with other settings. The report lists the settings
                      used, and the review shows those that differ.
                    </p>
                    <QcSettingsFields
                      value={values.defaults}
                      onChange={(defaults) => set({ defaults }, "fd", "adj", "it", "panel")}
                      errors={errors}
                      disabled={reads}
                      meanwhile={<Skeleton height={330} />}
                    />
                    <Textarea
                      id="settings-reason"
                      label="Reason"
                      description="For reviewers and uploaders who ask"
                      value={values.reason}
                      onChange={(event) => set({ reason: event.currentTarget.value })}
                      error={errors.reason}
                      autosize
                      minRows={2}
                      maxRows={8}
                      maxLength={2000}
                      readOnly={reads}
                      variant={reads ? "filled" : "default"}
                    />
                  </Stack>
                </Card>
              </>
            }
            right={
              <>
                <Card title="Thresholds" aside={<HelpLink to="thresholds" about="Thresholds" />} flush>
                  <Thresholds
                    known={held.thresholds}
                    chosen={values.thresholds}
                    errors={errors}
                    reads={reads}
                    onChange={(thresholds, key) => set({ thresholds }, `thresholds.${key}`)}
                    meanwhile={<Skeleton height={400} />}
                  />
                </Card>
                <HistoryCard history={held.changes} />
              </>
            }
          />
          {!reads && (
            <Group>
              <Button type="submit" loading={saving.busy}>
                Save settings
              </Button>
              <FormDraft form={form} />
            </Group>
          )}
        </Stack>
      </form>
      <RecordConflict
        form={form}
        saving={saving}
        what="settings"
        by={() => undefined}
        story={() => "Another person changed the settings meanwhile."}
        label={(part) => labels[part]}
        shown={shown}
      />
    </>
  );
}
