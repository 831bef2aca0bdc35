package hermes_test

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/errs"
)

func (b *bench) publish(t *testing.T, v *hermes.FreezeView, name string) *hermes.FreezeView {
	t.Helper()
	v, err := b.PublishFreeze(t.Context(), b.reviewer, v.ID, v.Version, hermes.FreezePublication{Name: name})
	must(t, err)
	return v
}

// TestTheSecondVersionNamesWhatChanged opens a call, accepts two files late, publishes, withdraws a cohort
// and publishes the second version.
func TestTheSecondVersionNamesWhatChanged(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.approve(t, "One", 1)
		b.approve(t, "Two", 2)
		d := plain()
		d.Options.LeaveOneOut = true
		d.Deadline = b.now().UTC().Format(time.DateOnly)
		call := b.freeze(t, d)
		b.skew.Store(int64(24 * time.Hour))
		b.approve(t, "Three", 3)
		b.approve(t, "Four", 4)
		v, err := b.Freeze(t.Context(), b.reviewer, call.ID)
		must(t, err)
		if got := v.Plan.Cells[0]; len(got.Studies) != 2 || len(got.LeftOut) != 2 || !strings.HasPrefix(got.LeftOut[0].Reason, "accepted after ") {
			t.Fatalf("after the deadline: %d studies, left out %+v", len(got.Studies), got.LeftOut)
		}
		d.Deadline = b.now().UTC().Format(time.DateOnly)
		v, err = b.UpdateFreeze(t.Context(), b.reviewer, v.ID, v.Version, hermes.NewFreeze{Name: "Release", ReleaseVersion: "1", Document: d})
		must(t, err)
		first := b.publish(t, b.finish(t, b.start(t, v)), "release-1")
		if n := resultAt(t, first, "ALL_HF/EU/both/ivw").NStudies; n != 4 {
			t.Fatalf("%d studies in the first version", n)
		}

		seen, err := b.PreviewWithdrawal(t.Context(), b.reviewer, first.ID, "cohort three")
		must(t, err)
		if len(seen.Cells) != 1 || seen.Cells[0].Phenotype != "ALL_HF" || len(seen.Published) != 1 || seen.Published[0].ID != first.ID {
			t.Errorf("preview: %+v", seen)
		}
		if _, err := b.WithdrawCohort(t.Context(), b.reviewer, first.ID, first.Version, "Cohort Three", "consent withdrawn", ""); !errs.Is(err, errs.Rule) {
			t.Errorf("without a version: %v", err)
		}
		if _, err := b.WithdrawCohort(t.Context(), b.reviewer, first.ID, first.Version, "Nobody", "consent withdrawn", "2"); !errs.Is(err, errs.Rule) {
			t.Errorf("an unknown cohort: %v", err)
		}
		v, err = b.WithdrawCohort(t.Context(), b.reviewer, first.ID, first.Version, "cohort three", "consent withdrawn", "2")
		must(t, err)
		if v.ID == first.ID || v.State != hermes.FreezeRunning || v.Previous == nil || v.Previous.ID != first.ID {
			t.Fatalf("the new version: %s, %+v", v.State, v.Previous)
		}
		second := b.publish(t, b.finish(t, v), "release-2")
		b.checkVersions(t, second)
	})
}

func (b *bench) checkVersions(t *testing.T, second *hermes.FreezeView) {
	t.Helper()
	changes, err := b.FreezeChanges(t.Context(), b.reviewer, second.ID, "")
	must(t, err)
	if len(changes.Cells) != 1 || !slices.Equal(changes.Cells[0].Reasons, []string{"Cohort Three left."}) ||
		!slices.Equal(changes.Cohorts, []hermes.FreezeCohortChange{{Change: "left", Cohort: "Cohort Three"}}) {
		t.Errorf("changes: %+v, %+v", changes.Cells, changes.Cohorts)
	}
	texts, err := b.FreezeTexts(t.Context(), b.reviewer, second.ID)
	must(t, err)
	for _, want := range []string{"\n## Cohorts that left\n\n- Cohort Three\n", "\n- Cohort Three: consent withdrawn\n", "Since Release, version 1"} {
		if !strings.Contains(texts.ReleaseNotes, want) {
			t.Errorf("the notes lack %q:\n%s", want, texts.ReleaseNotes)
		}
	}
	old, err := b.PublicFreeze(t.Context(), "release-1")
	must(t, err)
	if len(old.WithdrawnCohorts) != 1 || old.WithdrawnCohorts[0].Reason != "consent withdrawn" || old.Newer == nil || old.Newer.Name != "release-2" {
		t.Errorf("the first version: %+v, newer %+v", old.WithdrawnCohorts, old.Newer)
	}
	now, err := b.PublicFreeze(t.Context(), "release-2")
	must(t, err)
	if len(now.WithdrawnCohorts) > 0 || now.Newer != nil || !strings.Contains(now.ReleaseNotes, "Cohort Three") {
		t.Errorf("the second version: %+v", now)
	}
	loci, err := b.FreezeLoci(t.Context(), b.reviewer, second.ID)
	must(t, err)
	if len(loci.Influence) != 3 {
		t.Errorf("influence of %d studies, want 3", len(loci.Influence))
	}
	d, err := b.PublicFreezeFile(t.Context(), "release-2", hermes.FreezeMetadata)
	must(t, err)
	var described struct {
		ConformsTo   string `json:"conformsTo"`
		Distribution []struct{ SHA256 string }
	}
	r, err := d.OpenRange(t.Context(), 0, -1)
	must(t, err)
	text, err := io.ReadAll(r)
	must(t, err)
	must(t, json.Unmarshal(text, &described))
	if described.ConformsTo != "http://mlcommons.org/croissant/1.0" || len(described.Distribution) != len(now.Results[0].Files) {
		t.Errorf("metadata: %s", text)
	}
}

// TestAnEmbargoWithholdsResults publishes with an embargo and reads before and after its end.
func TestAnEmbargoWithholdsResults(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.approve(t, "One", 1)
		b.approve(t, "Two", 2)
		v := b.finish(t, b.start(t, b.freeze(t, plain())))
		_, err := b.PublishFreeze(t.Context(), b.reviewer, v.ID, v.Version, hermes.FreezePublication{Name: "later", EmbargoUntil: "soon"})
		if !errs.Is(err, errs.Rule) {
			t.Errorf("an embargo that is no day: %v", err)
		}
		day := b.now().UTC().AddDate(0, 0, 2).Format(time.DateOnly)
		v, err = b.PublishFreeze(t.Context(), b.reviewer, v.ID, v.Version, hermes.FreezePublication{Name: "later", EmbargoUntil: day})
		must(t, err)
		p, err := b.PublicFreeze(t.Context(), "later")
		must(t, err)
		if p.EmbargoUntil != day || len(p.Results) > 0 || p.ReleaseNotes != "" || len(p.Cohorts) != 2 {
			t.Errorf("during the embargo: %+v", p)
		}
		const name = "ALL_HF_EU_both_ivw." + meta.FileResults
		if _, err := b.PublicFreezeFile(t.Context(), "later", name); codeOf(err) != "embargo" {
			t.Errorf("a file during the embargo: %v", err)
		}
		b.skew.Store(int64(48 * time.Hour))
		if p, err = b.PublicFreeze(t.Context(), "later"); err != nil || p.EmbargoUntil != "" || len(p.Results) != 1 {
			t.Errorf("after the embargo: %+v, %v", p, err)
		}
		_, err = b.PublicFreezeFile(t.Context(), "later", name)
		must(t, err)
		sheet, err := b.FreezeFile(t.Context(), b.reviewer, v.ID, hermes.FreezeDeposit)
		must(t, err)
		r, err := sheet.OpenRange(t.Context(), 0, -1)
		must(t, err)
		text, err := io.ReadAll(r)
		must(t, err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		head, row := strings.Split(lines[0], "\t"), strings.Split(lines[len(lines)-1], "\t")
		if len(lines) != 2 || len(head) != len(row) || row[slices.Index(head, "cohort")] != "Cohort One|Cohort Two" ||
			len(row[slices.Index(head, "checksum")]) != 32 {
			t.Errorf("deposit:\n%s", text)
		}
	})
}
