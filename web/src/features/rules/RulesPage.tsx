import { Button, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Rules, rulesQuery } from "@/api/rules";
import { buildName } from "@/lib/sumstats/build";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { confirm } from "@/ui/dialog/confirm";
import { FormDraft } from "@/ui/form/DraftNote";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { FormColumns } from "@/ui/form/FormColumns";
import { RecordConflict } from "@/ui/form/RecordConflict";
import { HelpLink } from "@/ui/help/HelpLink";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { consequencesOf } from "./consequences";
import { RulesHistory } from "./RulesHistory";
import classes from "./rules.module.css";
import { type RulesForm, useRulesForm } from "./useRulesForm";

/** The rules that decide results on all servers and workers. */
export function RulesPage() {
  const answer = useQuery(rulesQuery);
  return (
    <>
      <PageHeader
        sub={
          <>
            Apply on every server of this installation. QC thresholds and options are in the{" "}
            <AnchorLink to="/hermes/settings" inherit underline="always">
              HERMES settings
            </AnchorLink>
            .
          </>
        }
      />
      <Answered what="the rules" answer={answer} rows={8} frame={inCard()}>
        {(held) => <FormColumns left={<RulesFields held={held} />} right={<RulesHistory history={held.history} />} />}
      </Answered>
    </>
  );
}

const labels: Readonly<Record<keyof RulesForm, string>> = {
  target_build: "Target build",
  min_cell: "Smallest count shown",
};

function shown(part: keyof RulesForm, form: RulesForm): string {
  return part === "target_build" ? buildName(form.target_build) : form.min_cell;
}

/** Asks before a change, with what it does and what it leaves. */
function agreed(consequences: string[]): Promise<boolean> {
  return confirm({
    title: "Change the rules?",
    children: (
      <ul className={classes.consequences}>
        {consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    ),
    confirm: "Change rules",
  });
}

function RulesFields({ held }: { held: Rules }) {
  const { form, saving, set } = useRulesForm(held);
  const { values, errors } = form;
  const submit = async () => {
    if (saving.busy || !form.ready()) return;
    const consequences = consequencesOf(held, values);
    if (consequences.length === 0 || (await agreed(consequences))) saving.submit();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        {form.attempt > 0 && (
          <ErrorSummary items={summaryOf(form, "rules", "Nothing was changed.")} attempt={form.attempt} />
        )}
        <Card title="Rules" aside={<HelpLink to="rules" about="Rules for results" />}>
          <Stack gap="md">
            <Radio.Group
              label={labels.target_build}
              description="Genome build that HERMES lifts submissions to"
              value={values.target_build}
              error={errors.target_build}
              onChange={(build) => set({ target_build: build as RulesForm["target_build"] })}
            >
              <Stack gap={6} my={8}>
                {(["hg19", "grch38"] as const).map((build, at) => (
                  <Radio
                    key={build}
                    id={at === 0 ? "rules-target_build" : undefined}
                    value={build}
                    label={buildName(build)}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <TextInput
              id="rules-min_cell"
              label={labels.min_cell}
              description="SGC hides counts of people below this number. 1 hides none."
              inputMode="numeric"
              maw={360}
              value={values.min_cell}
              error={errors.min_cell}
              onChange={(event) => set({ min_cell: event.currentTarget.value })}
            />
          </Stack>
        </Card>
        <Group>
          <Button type="submit" loading={saving.busy}>
            Save rules
          </Button>
          <FormDraft form={form} />
        </Group>
      </Stack>
      <RecordConflict
        form={form}
        saving={saving}
        what="rules"
        by={() => undefined}
        story={() => "Another user has changed the rules meanwhile."}
        label={(part) => labels[part]}
        shown={shown}
      />
    </form>
  );
}
