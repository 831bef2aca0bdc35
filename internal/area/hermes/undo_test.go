package hermes_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// otherReviewer returns a second account that may review.
func (b *bench) otherReviewer(t *testing.T) *auth.Identity {
	t.Helper()
	storetest.AddUser(t, b.store, "other", "reviewer")
	return auth.NewIdentity(&auth.User{ID: "other", UserName: "other", Roles: []string{"reviewer"}}, nil)
}

// look returns a submission as the reviewer sees it.
func (b *bench) look(t *testing.T, id string) *hermes.UploadView {
	t.Helper()
	u, err := b.Upload(t.Context(), b.reviewer, id)
	must(t, err)
	return u
}

// combine starts a meta-analysis without confirmed cautions.
func (b *bench) combine(t *testing.T, name string, ids ...string) (*hermes.MetaView, error) {
	t.Helper()
	return b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: name, Phenotype: "ALL_HF", Datasets: ids,
		Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency"}})
}

func refusalOf(t *testing.T, err error) (code, detail string) {
	t.Helper()
	var refusal *errs.Error
	if !errors.As(err, &refusal) {
		t.Fatalf("no refusal: %v", err)
	}
	return refusal.Code, refusal.Detail
}

func TestADecisionCanBeUndone(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.approve(t, "One", 1)
		u := b.look(t, id)
		if !u.Actions["undo_review"].Allowed {
			t.Errorf("undo of an approval: %+v", u.Actions["undo_review"])
		}
		undone, err := b.UndoReview(t.Context(), b.reviewer, id, u.Version)
		must(t, err)
		if undone.Status != hermes.ReadyForReview || undone.ReviewedBy != "" || undone.ReviewedAt != nil || !undone.Actions["review"].Allowed {
			t.Errorf("after it: %+v", undone)
		}
		if _, offered := undone.Actions["undo_review"]; offered {
			t.Error("there is nothing to undo and it is offered")
		}
		u, err = b.Review(t.Context(), b.reviewer, id, hermes.Decision{Kind: hermes.Reject, Comment: "λ is not explained."})
		must(t, err)
		_, err = b.UndoReview(t.Context(), b.reviewer, id, u.Version-1)
		if code, _ := refusalOf(t, err); code != "changed" {
			t.Errorf("undo of what another user decided meanwhile: %v", err)
		}
		_, err = b.UndoReview(t.Context(), b.otherReviewer(t), id, u.Version)
		must(t, err)
		var events []string
		for _, e := range slices.Backward(b.look(t, id).History[:4]) {
			events = append(events, strings.Trim(e.By+": "+e.Action+": "+e.Detail, ": "))
		}
		if diff := cmp.Diff([]string{
			"reviewer: approved: Acknowledged: " + unchecked, "reviewer: approval undone", "reviewer: rejected: λ is not explained.",
			"other: rejection undone: the decision of reviewer",
		}, events); diff != "" {
			t.Errorf("history (-want +got):\n%s", diff)
		}
	})
}

func TestUndoRefusals(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		u := b.run(t, b.register(t, "One", 1))
		_, err := b.UndoReview(t.Context(), b.reviewer, u.ID, u.Version)
		if code, detail := refusalOf(t, err); code != "not_decided" || detail != "This submission waits for review: there is no decision to undo." {
			t.Errorf("nothing decided: %s", detail)
		}
		u, err = b.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Reject, Comment: "Wrong build."})
		must(t, err)
		owner := auth.NewIdentity(&auth.User{ID: "uploader", UserName: "uploader", Roles: []string{"reviewer"}}, nil)
		if _, err := b.UndoReview(t.Context(), owner, u.ID, u.Version); !errs.Is(err, errs.Forbidden) {
			t.Errorf("the uploader undoes the rejection of the own file: %v", err)
		}
		own, err := b.Upload(t.Context(), owner, u.ID)
		must(t, err)
		if _, offered := own.Actions["undo_review"]; offered {
			t.Error("undo is offered to the uploader")
		}
		again, err := b.rerun(t, u.ID, hermes.PanelNone) // the uploader has acted
		must(t, err)
		_, err = b.UndoReview(t.Context(), b.reviewer, u.ID, again.Version)
		if code, _ := refusalOf(t, err); code != "not_decided" {
			t.Errorf("after a new run: %v", err)
		}
	})
}

func TestAUsedApprovalCannotBeUndone(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
		m, err := b.combine(t, "Both", one, two)
		must(t, err)
		const counts = "The decision is final. The meta-analysis Both uses this submission."
		u := b.look(t, one)
		if got := u.Actions["undo_review"]; got.Allowed || got.Reason != counts {
			t.Errorf("action: %+v", got)
		}
		_, err = b.UndoReview(t.Context(), b.reviewer, one, u.Version)
		if code, detail := refusalOf(t, err); code != "in_use" || detail != counts {
			t.Errorf("undo: %s", detail)
		}
		_, err = b.combine(t, "Both again", one, two)
		must(t, err)
		const names = "The meta-analyses Both and Both again use this submission."
		if got := b.look(t, one).Actions["delete"].Reason; got != names {
			t.Errorf("delete: %q", got)
		}
		if err := b.Delete(t.Context(), b.reviewer, one); !errs.Is(err, errs.Conflict) {
			t.Errorf("delete: %v", err)
		} else if _, detail := refusalOf(t, err); detail != names {
			t.Errorf("delete: %q", detail)
		}
		// A meta-analysis without a result does not use the acceptance.
		for _, id := range []string{m.ID, b.metaNamed(t, "Both again").ID} {
			running, err := b.Meta(t.Context(), b.reviewer, id)
			must(t, err)
			_, err = b.jobs.Cancel(t.Context(), b.reviewer, running.JobID)
			must(t, err)
		}
		_, err = b.UndoReview(t.Context(), b.reviewer, one, u.Version)
		must(t, err)
	})
}

func (b *bench) metaNamed(t *testing.T, name string) *hermes.MetaView {
	t.Helper()
	page, err := b.Metas(t.Context(), b.reviewer, hermes.MetaFilter{Limit: 50})
	must(t, err)
	for _, m := range page.Items {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("no meta-analysis %s", name)
	return nil
}

// TestUndoAndUseAtOnce undoes and uses an acceptance at the same time: exactly one succeeds, and
// the later state agrees with it.
func TestUndoAndUseAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		other := b.otherReviewer(t)
		one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
		for round := range 12 {
			u := b.look(t, one)
			var undo, use, second error
			var m *hermes.MetaView
			atOnce(
				func() { _, undo = b.UndoReview(t.Context(), b.reviewer, one, u.Version) },
				func() { _, second = b.UndoReview(t.Context(), other, one, u.Version) },
				func() { m, use = b.combine(t, "Both", one, two) },
			)
			won := 0
			for what, err := range map[string]error{"undo": undo, "undo by another": second, "use": use} {
				switch {
				case err == nil:
					won++
				case !errs.Is(err, errs.Conflict) && !errs.Is(err, errs.Rule):
					t.Errorf("round %d, %s: %v", round, what, err)
				}
			}
			status := b.look(t, one).Status
			if won != 1 || (use == nil) != (status == hermes.ReviewApproved) {
				t.Fatalf("round %d: %d of three won, use %v, undo %v and %v; status %s", round, won, use, undo, second, status)
			}
			if use == nil {
				_, err := b.jobs.Cancel(t.Context(), b.reviewer, m.JobID)
				must(t, err)
				continue
			}
			_, err := b.Review(t.Context(), other, one, hermes.Decision{Kind: hermes.Accept})
			must(t, err)
		}
	})
}

// TestDecideUndoAndUseAtOnce sends every action to one submission at the same time. Whichever wins, a
// meta-analysis contains only accepted submissions, and the history records only legal steps.
func TestDecideUndoAndUseAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two := b.approve(t, "One", 1), b.approve(t, "Two", 2)
		u := b.look(t, one)
		_, err := b.UndoReview(t.Context(), b.reviewer, one, u.Version)
		must(t, err)
		for round := range 8 {
			version := b.look(t, one).Version
			var use error
			var m *hermes.MetaView
			atOnce(
				func() { _, _ = b.Review(t.Context(), b.reviewer, one, hermes.Decision{Kind: hermes.Accept}) },
				func() {
					_, _ = b.Review(t.Context(), b.reviewer, one, hermes.Decision{Kind: hermes.Reject, Comment: "no"})
				},
				func() { _, _ = b.UndoReview(t.Context(), b.reviewer, one, version+1) },
				func() { m, use = b.combine(t, "Both", one, two) },
			)
			now := b.look(t, one)
			if use == nil {
				if now.Status != hermes.ReviewApproved {
					t.Fatalf("round %d: used and %s", round, now.Status)
				}
				_, err := b.jobs.Cancel(t.Context(), b.reviewer, m.JobID)
				must(t, err)
			}
			if now.Status != hermes.ReadyForReview {
				_, err := b.UndoReview(t.Context(), b.reviewer, one, now.Version)
				must(t, err)
			}
		}
		before := "QC passed with warnings"
		follows := map[string][]string{
			before: {"approved", "rejected"}, "approval undone": {"approved", "rejected"}, "rejection undone": {"approved", "rejected"},
			"approved": {"approval undone"}, "rejected": {"rejection undone"},
		}
		for _, e := range slices.Backward(b.look(t, one).History) {
			if e.Action == "submitted" || e.Action == before ||
				!slices.Contains([]string{"approved", "rejected", "approval undone", "rejection undone"}, e.Action) {
				continue
			}
			if !slices.Contains(follows[before], e.Action) {
				t.Errorf("%q after %q", e.Action, before)
			}
			before = e.Action
		}
	})
}

// atOnce runs functions at the same time.
func atOnce(all ...func()) {
	start := make(chan struct{})
	var group sync.WaitGroup
	for _, f := range all {
		group.Go(func() { <-start; f() })
	}
	close(start)
	group.Wait()
}
