import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ConsortiumInput, type ConsortiumProfile, consortiumProfileQuery } from "@/api/consortium";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { FormDraft } from "@/ui/form/DraftNote";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { FormColumns } from "@/ui/form/FormColumns";
import { RecordConflict } from "@/ui/form/RecordConflict";
import { HelpLink } from "@/ui/help/HelpLink";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { AreaFields } from "./AreaFields";
import { LogoField } from "./LogoField";
import { useProfileForm } from "./useProfileForm";

/** How the registry presents itself: in the menus, on the front door and on the sign-in pages. */
export function ProfilePage() {
  const answer = useQuery(consortiumProfileQuery);
  return (
    <>
      <PageHeader
        sub={
          <>
            Shown in the menus, on the{" "}
            <AnchorLink to="/p" inherit underline="always">
              public front page
            </AnchorLink>{" "}
            and on the sign-in pages.
          </>
        }
      />
      <Answered what="the names and logos" answer={answer} rows={12} frame={inCard()}>
        {(held) => <ProfileForm held={held} />}
      </Answered>
    </>
  );
}

const labels: Readonly<Record<keyof ConsortiumInput, string>> = {
  name: "Name",
  headline: "Headline",
  text: "About",
  take_part: "How to take part",
  contact: "Contact",
  logo: "Logo",
  areas: "Areas",
};

function shown(part: keyof ConsortiumInput, form: ConsortiumInput): string {
  if (part === "logo") return form.logo ? "a picture" : "–";
  if (part === "areas") return form.areas.map(({ name, purpose }) => `${name}: ${purpose}`).join(" · ");
  return form[part] || "–";
}

const texts = [
  ["text", "At most 2,000 characters. Empty lines separate paragraphs."],
  ["take_part", "Optional. Shown above the steps of the front page."],
] as const;

function ProfileForm({ held }: { held: ConsortiumProfile }) {
  const { form, saving, set } = useProfileForm(held);
  const { values, errors } = form;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.busy && form.ready()) saving.submit();
      }}
    >
      <Stack gap="md">
        {form.attempt > 0 && (
          <ErrorSummary items={summaryOf(form, "consortium", "Nothing was changed.")} attempt={form.attempt} />
        )}
        <FormColumns
          left={
            <Card title="Consortium" aside={<HelpLink to="names" about="Names and logos" />}>
              <Stack gap="md">
                {(["name", "headline", "contact"] as const).map((part) => (
                  <TextInput
                    key={part}
                    id={`consortium-${part}`}
                    label={labels[part]}
                    description={hints[part]}
                    value={values[part]}
                    error={errors[part]}
                    onChange={(event) => set({ [part]: event.currentTarget.value })}
                  />
                ))}
                {texts.map(([part, hint]) => (
                  <Textarea
                    key={part}
                    id={`consortium-${part}`}
                    label={labels[part]}
                    description={hint}
                    value={values[part]}
                    error={errors[part]}
                    onChange={(event) => set({ [part]: event.currentTarget.value })}
                    autosize
                    minRows={3}
                    maxRows={12}
                  />
                ))}
                <LogoField
                  id="consortium-logo"
                  label="Logo of the consortium"
                  value={values.logo}
                  error={errors.logo}
                  onChange={(logo) => set({ logo })}
                />
              </Stack>
            </Card>
          }
          right={<AreaFields areas={values.areas} errors={errors} onChange={(areas, field) => set({ areas }, field)} />}
        />
        <Group>
          <Button type="submit" loading={saving.busy}>
            Save names and logos
          </Button>
          <FormDraft form={form} />
        </Group>
      </Stack>
      <RecordConflict
        form={form}
        saving={saving}
        what="settings"
        by={() => undefined}
        story={() => "Another user has changed the names and logos meanwhile."}
        label={(part) => labels[part]}
        shown={shown}
      />
    </form>
  );
}

const hints = {
  name: "At most 80 characters",
  headline: "One sentence on what this registry holds, at most 160 characters",
  contact: "Mail address, or an address that starts with https://",
};
