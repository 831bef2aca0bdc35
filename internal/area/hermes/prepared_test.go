package hermes_test

import (
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// TestPreparedInputsThatChange checks what is reported of inputs that were run again or withdrawn,
// that such a choice is refused, and that a run with other choices is told as one.
func TestPreparedInputsThatChange(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		one, two, three := b.approve(t, "One", 1), b.approve(t, "Two", 2), b.approve(t, "Three", 3)
		in := hermes.NewPrepared{NewMeta: hermes.NewMeta{Name: " Freeze ", Phenotype: "ALL_HF", Datasets: []string{one, two, three}}, Note: "Why"}
		in.Options = hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency", Inflated: true}
		other := b.otherReviewer(t)
		for note, kind := range map[string]bool{"": false, strings.Repeat("é", 2001): false, strings.Repeat("é", 2000): true} {
			in.Note = note
			p, err := b.PrepareMeta(ctx, other, in)
			if kind != (err == nil) {
				t.Fatalf("a note of %d bytes: %v", len(note), err)
			}
			if err == nil && (p.Name != "Freeze" || p.Options.Inflated || p.Options.MinStudies != 2) {
				t.Errorf("prepared: %+v", p.PreparedMeta)
			}
		}
		list, err := b.PreparedMetas(ctx, b.reviewer)
		must(t, err)
		p := list[0]
		_, err = b.rerun(t, two, hermes.PanelNone)
		must(t, err)
		p, err = b.PreparedMeta(ctx, b.reviewer, p.ID)
		must(t, err)
		if p.Changes[0] != "" || p.Changes[1] != hermes.InputNotAccepted || p.Changes[2] != "" {
			t.Errorf("changes: %q", p.Changes)
		}
		_, err = b.ChangePrepared(ctx, other, p.ID, p.Version, in)
		wantCode(t, err, errs.Rule, "rule") // Two is in QC again
		start := in.NewMeta
		start.Datasets, start.From = []string{one, three}, &hermes.StartedFrom{ID: p.ID, Version: p.Version}
		start.Options.SharedPeople, start.Options.SameCohort, start.Options.FewShared, start.Options.DoubtfulSize = true, true, true, true
		m, err := b.CreateMeta(ctx, b.reviewer, start)
		must(t, err)
		p, err = b.PreparedMeta(ctx, b.reviewer, p.ID)
		must(t, err)
		if p.Status != hermes.PreparedStarted || p.MetaID != m.ID || p.Changes[1] != "" {
			t.Errorf("started: %+v %q", p.PreparedMeta, p.Changes)
		}
		page, err := b.Notices(ctx, other, listing.Place{}, 1)
		must(t, err)
		if want := b.reviewer.User.UserName + " started Freeze with other choices than yours."; page.Items[0].Text != want {
			t.Errorf("told %q, want %q", page.Items[0].Text, want)
		}
		_, err = b.WithdrawPrepared(ctx, other, p.ID, p.Version)
		wantCode(t, err, errs.Conflict, "ended")
		_, err = b.PreparedMetas(ctx, b.uploader)
		must(t, err)
		_, err = b.PreparedMeta(ctx, b.uploader, p.ID)
		wantCode(t, err, errs.NotFound, "")
	})
}
