package hermes_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// posts keeps every mail.
type posts struct{ sent []auth.Message }

func (p *posts) Send(_ context.Context, m auth.Message) error {
	p.sent = append(p.sent, m)
	return nil
}

// mailing returns the service of a bench that sends mails, at its time.
func (b *bench) mailing(box *posts) *hermes.Service {
	return hermes.NewService(
		b.store.Hermes(),
		b.files,
		b.blobs,
		b.now,
		b.newID,
		hermes.Config{Mailer: box, Accounts: addresses{}, BaseURL: "https://cohortium.example.org"},
	)
}

// decided sets what the consortium decided, as an administrator does.
func (b *bench) decided(t *testing.T, in hermes.Settings) {
	t.Helper()
	admin := auth.NewIdentity(&auth.User{ID: "admin", UserName: "admin", Roles: []string{auth.RoleAdmin}}, nil)
	now, err := b.ConsortiumSettings(t.Context(), admin)
	must(t, err)
	in.QC.Defaults = now.QC.Defaults
	_, err = b.SetConsortiumSettings(t.Context(), admin, now.Version, in)
	must(t, err)
}

// notices returns the sentences that an account has not seen, oldest first.
func (b *bench) notices(t *testing.T, id *auth.Identity) []string {
	t.Helper()
	page, err := b.Notices(t.Context(), id, listing.Place{}, 50)
	must(t, err)
	var out []string
	for _, n := range slices.Backward(page.Items) {
		if !n.Seen {
			out = append(out, n.Text)
		}
	}
	return out
}

// refusedAt returns the fields of a refusal.
func refusedAt(err error) (fields []string) {
	var refusal *errs.Error
	if errors.As(err, &refusal) {
		for _, f := range refusal.Fields {
			fields = append(fields, f.Field)
		}
	}
	return fields
}

func asks(texts ...string) hermes.Decision {
	d := hermes.Decision{Kind: hermes.RequestChanges}
	for i, text := range texts {
		d.Comments = append(d.Comments, hermes.Remark{About: []string{"metadata.ancestry", "mapping.beta", "file", "qc.af"}[i%4], Text: text})
	}
	return d
}

func TestChangesAreAskedForAnsweredAndAccepted(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		u := b.run(t, b.register(t, "One", 1))
		asked, err := b.Review(ctx, b.reviewer, u.ID, asks("Is it all European?", "In which units?"))
		must(t, err)
		if asked.Status != hermes.ReadyForReview || asked.Step() != hermes.ChangesRequested || asked.WaitsOn() != hermes.WaitingOnUploader ||
			asked.Reviewer.UserName != "reviewer" {
			t.Fatalf("after asking: %s, %s, waits on %s, reviewer %q", asked.Status, asked.Step(), asked.WaitsOn(), asked.Reviewer.UserName)
		}
		first, second := asked.Review.Comments[0], asked.Review.Comments[1]
		seen, err := b.Upload(ctx, b.uploader, u.ID)
		must(t, err)
		if !seen.Actions["answer"].Allowed {
			t.Error("the uploader is not offered to answer")
		}
		last := seen.History[0]
		if want := "ancestry: Is it all European? · column of beta: In which units?"; last.Detail != want {
			t.Errorf("history: %q, want %q", last.Detail, want)
		}
		_, err = b.Answer(ctx, b.uploader, u.ID, hermes.Answers{Version: asked.Version, Texts: map[string]string{first.ID: "Yes."}, SendBack: true})
		if code, _ := refusalOf(t, err); code != "rule" {
			t.Errorf("sent back with a comment unanswered: %v", err)
		}
		kept, err := b.Answer(ctx, b.uploader, u.ID, hermes.Answers{Version: asked.Version, Texts: map[string]string{first.ID: " Yes. "}})
		must(t, err)
		if got := kept.Review.Comments[0]; got.Answer != "Yes." || got.AnsweredBy != "uploader" || kept.Step() != hermes.ChangesRequested {
			t.Errorf("a kept answer: %+v, %s", got, kept.Step())
		}
		_, err = b.Answer(ctx, b.uploader, u.ID, hermes.Answers{Version: asked.Version, Texts: map[string]string{second.ID: "x"}})
		if code, _ := refusalOf(t, err); code != "changed" {
			t.Errorf("an answer to a version that is gone: %v", err)
		}
		back, err := b.Answer(ctx, b.uploader, u.ID, hermes.Answers{Version: kept.Version, Texts: map[string]string{second.ID: "log odds"}, SendBack: true})
		must(t, err)
		if back.Step() != hermes.ReviewOpen || back.WaitsOn() != hermes.WaitingOnReviewer {
			t.Errorf("sent back: %s, waits on %s", back.Step(), back.WaitsOn())
		}
		accepted, err := b.Review(ctx, b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
		must(t, err)
		if accepted.Status != hermes.ReviewApproved || !accepted.Review.Comments[0].Settled || !accepted.Review.Comments[1].Settled {
			t.Errorf("accepted: %s, %+v", accepted.Status, accepted.Review.Comments)
		}
		if diff := cmp.Diff(
			[]string{"reviewer asks for changes of One: 2 comments to answer.", "reviewer accepted One."},
			b.notices(t, b.uploader),
		); diff != "" {
			t.Errorf("the uploader was told (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(
			[]string{"One has passed QC and waits for review.", "uploader answered what was asked about One: it waits for your review."},
			b.notices(t, b.reviewer),
		); diff != "" {
			t.Errorf("the reviewer was told (-want +got):\n%s", diff)
		}
	})
}

func TestReviewRefusals(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		u := b.run(t, b.register(t, "One", 1))
		for name, c := range map[string]struct {
			in    hermes.Decision
			field string
		}{
			"a rejection without a reason":     {hermes.Decision{Kind: hermes.Reject, Comment: " "}, "comment"},
			"changes without a comment":        {hermes.Decision{Kind: hermes.RequestChanges, Comment: "please"}, "comments"},
			"an empty comment":                 {asks(" "), "comments.0"},
			"a comment on a field of nothing":  {hermes.Decision{Kind: hermes.RequestChanges, Comments: []hermes.Remark{{About: "metadata.password", Text: "x"}}}, "comments.0"},
			"a comment on a column of nothing": {hermes.Decision{Kind: hermes.RequestChanges, Comments: []hermes.Remark{{About: "file", Text: "x"}, {About: "mapping.colour", Text: "x"}}}, "comments.1"},
			"no decision":                      {hermes.Decision{Comment: "hm"}, "decision"},
		} {
			_, err := b.Review(ctx, b.reviewer, u.ID, c.in)
			if fields := refusedAt(err); !slices.Equal(fields, []string{c.field}) {
				t.Errorf("%s: %v at %v, want at %s", name, err, fields, c.field)
			}
		}
		if _, err := b.Answer(ctx, b.uploader, u.ID, hermes.Answers{Version: u.Version, SendBack: true}); err == nil {
			t.Error("sent back though nobody asked")
		}
		if _, err := b.Answer(ctx, b.reviewer, u.ID, hermes.Answers{Version: u.Version}); !errs.Is(err, errs.NotFound) {
			t.Errorf("another user answers: %v", err)
		}
	})
}

func TestAnEditWhileChangesAreAskedForStaysWithItsUploader(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		u := b.run(t, b.register(t, "One", 1))
		asked, err := b.Review(ctx, b.reviewer, u.ID, asks("Which panel?"))
		must(t, err)
		none := hermes.PanelNone
		_, err = b.Rerun(ctx, b.uploader, u.ID, hermes.QCSettings{FD: 0.2, Adj: "lambda", Panel: &none}, true)
		must(t, err)
		started, err := b.Upload(ctx, b.uploader, u.ID)
		must(t, err)
		again := b.run(t, started)
		if again.Step() != hermes.ChangesRequested || again.WaitsOn() != hermes.WaitingOnUploader {
			t.Errorf("after another run: %s, waits on %s", again.Step(), again.WaitsOn())
		}
		back, err := b.Answer(
			ctx,
			b.uploader,
			u.ID,
			hermes.Answers{Version: again.Version, Texts: map[string]string{asked.Review.Comments[0].ID: "None now."}, SendBack: true},
		)
		must(t, err)
		want := []string{
			"This run was made without a reference panel.",
			"The figures of this run are drawn with genomic control (λ); the consortium's default is no adjustment.",
		}
		if diff := cmp.Diff(want, back.Concerns); diff != "" {
			t.Errorf("concerns (-want +got):\n%s", diff)
		}
	})
}

func TestTwoReviewers(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		b.decided(t, hermes.Settings{Reviewers: 2, Checklist: []string{"The ancestry is plausible", "N agrees with the paper"}})
		other := b.otherReviewer(t)
		u := b.run(t, b.register(t, "One", 1))
		_, err := b.Review(ctx, b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept, Checked: []string{"N agrees with the paper"}})
		if _, detail := refusalOf(t, err); !strings.Contains(detail, "The ancestry is plausible") || strings.Contains(detail, "N agrees") {
			t.Errorf("accepted with an item unchecked: %s", detail)
		}
		all := hermes.Decision{Kind: hermes.Accept, Checked: []string{"N agrees with the paper", "The ancestry is plausible", "more"}}
		first, err := b.Review(ctx, b.reviewer, u.ID, all)
		must(t, err)
		if first.Status != hermes.ReadyForReview || first.Step() != hermes.SecondReview || first.Reviewer.ID != "" || first.Actions["review"].Allowed {
			t.Fatalf("after the first: %s, %s, %+v", first.Status, first.Step(), first.Actions["review"])
		}
		_, err = b.Review(ctx, b.reviewer, u.ID, all)
		if code, _ := refusalOf(t, err); code != "accepted_already" {
			t.Errorf("the first reviewer again: %v", err)
		}
		_, err = b.Assign(ctx, other, u.ID, "reviewer", first.Version)
		if !slices.Equal(refusedAt(err), []string{"reviewer"}) {
			t.Errorf("assigned to the first reviewer: %v", err)
		}
		second, err := b.Review(ctx, other, u.ID, all)
		must(t, err)
		if second.Status != hermes.ReviewApproved || second.ReviewedBy != "other" || len(second.Review.Acceptances) != 2 {
			t.Errorf("after the second: %s by %q, %d acceptances", second.Status, second.ReviewedBy, len(second.Review.Acceptances))
		}
		undone, err := b.UndoReview(ctx, other, u.ID, second.Version)
		must(t, err)
		if undone.Step() != hermes.SecondReview {
			t.Errorf("the second undone: %s", undone.Step())
		}
		undone, err = b.UndoReview(ctx, b.reviewer, u.ID, undone.Version)
		must(t, err)
		if undone.Step() != hermes.ReviewOpen || len(undone.Review.Acceptances) != 0 {
			t.Errorf("both undone: %s", undone.Step())
		}
	})
}

func TestTheSecondReviewerIsAnotherPerson(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		b.decided(t, hermes.Settings{Reviewers: 2})
		other := b.otherReviewer(t)
		must(t, b.store.Accounts().InTx(ctx, func(tx auth.Tx) error { return tx.AddMaker(ctx, "other", "reviewer", auth.BondMade) }))
		u := b.run(t, b.register(t, "One", 1))
		_, err := b.Review(ctx, b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
		must(t, err)
		_, err = b.Review(ctx, other, u.ID, hermes.Decision{Kind: hermes.Accept})
		if code, _ := refusalOf(t, err); code != "first_reviewers_account" {
			t.Errorf("an account that the first reviewer made: %v", err)
		}
		v := b.look(t, u.ID)
		_, err = b.UndoReview(ctx, b.reviewer, u.ID, v.Version)
		must(t, err)
		_, err = b.Review(ctx, other, u.ID, hermes.Decision{Kind: hermes.Accept})
		must(t, err)
		_, err = b.Review(ctx, b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
		if code, _ := refusalOf(t, err); code != "first_reviewers_account" {
			t.Errorf("who made the account of the first: %v", err)
		}
	})
}

func TestANewRunWithdrawsAcceptances(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		b.decided(t, hermes.Settings{Reviewers: 2})
		other := b.otherReviewer(t)
		u := b.run(t, b.register(t, "One", 1))
		for _, who := range []*auth.Identity{b.reviewer, other} {
			_, err := b.Review(ctx, who, u.ID, hermes.Decision{Kind: hermes.Accept})
			must(t, err)
		}
		must(t, b.SeeNotices(ctx, b.reviewer, b.now()))
		again, err := b.rerun(t, u.ID, hermes.PanelNone)
		must(t, err)
		if len(again.Review.Acceptances) != 0 || again.Step() != hermes.ReviewOpen {
			t.Errorf("after a new run: %s, %+v", again.Step(), again.Review)
		}
		i := slices.IndexFunc(again.History, func(e record.Entry) bool { return e.Action == "QC started again" })
		if detail := again.History[i].Detail; detail != "the acceptance by reviewer and other is withdrawn" {
			t.Errorf("history: %s", detail)
		}
		if notices := b.notices(
			t,
			b.reviewer,
		); len(notices) == 0 ||
			notices[0] != "uploader changed One (QC started again). The acceptance by reviewer and other is withdrawn." {
			t.Errorf("who had accepted was told %q", notices)
		}
	})
}

func TestAssigning(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		var box posts
		s := b.mailing(&box)
		b.otherReviewer(t)
		u := b.run(t, b.register(t, "One", 1))
		got, err := s.Assign(ctx, b.reviewer, u.ID, "other", u.Version)
		must(t, err)
		if got.Reviewer.UserName != "other" {
			t.Errorf("reviewer %q", got.Reviewer.UserName)
		}
		mailed := slices.ContainsFunc(box.sent, func(m auth.Message) bool {
			return m.To == "other@example.org" && strings.Contains(m.Text, "reviewer asks you to review One.\nhttps://cohortium.example.org/hermes/qc/"+u.ID)
		})
		if !mailed {
			t.Errorf("mails: %+v", box.sent)
		}
		if _, err := s.Assign(ctx, b.reviewer, u.ID, "uploader", got.Version); !slices.Equal(refusedAt(err), []string{"reviewer"}) {
			t.Errorf("assigned to its uploader: %v", err)
		}
		if _, err := s.Assign(ctx, b.reviewer, u.ID, "", got.Version-1); !errs.Is(err, errs.Conflict) {
			t.Errorf("an old version: %v", err)
		}
		list, unassigned, err := s.Reviewers(ctx)
		must(t, err)
		counts := map[string]int64{"": unassigned}
		for _, r := range list {
			counts[r.UserName] = r.Waiting
		}
		if diff := cmp.Diff(map[string]int64{"": 0, "other": 1, "reviewer": 0}, counts); diff != "" {
			t.Errorf("who has what (-want +got):\n%s", diff)
		}
		got, err = s.Assign(ctx, b.reviewer, u.ID, "", got.Version)
		must(t, err)
		if got.Reviewer.ID != "" {
			t.Errorf("left to anybody: %+v", got.Reviewer)
		}
	})
}

func TestTheQueueOfACaller(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		other := b.otherReviewer(t)
		one, two, three := b.run(t, b.register(t, "One", 1)), b.run(t, b.register(t, "Two", 2)), b.run(t, b.register(t, "Three", 3))
		s := b.mailing(&posts{})
		_, err := s.Assign(ctx, b.reviewer, one.ID, "other", one.Version)
		must(t, err)
		_, err = b.Review(ctx, b.reviewer, two.ID, asks("Why?"))
		must(t, err)
		_ = three
		for _, c := range []struct {
			id   *auth.Identity
			want []string
		}{{b.reviewer, []string{"Three"}}, {other, []string{"One", "Three"}}, {b.uploader, []string{"Two"}}} {
			page, err := b.Uploads(ctx, c.id, hermes.UploadFilter{WaitingForYou: true, Sort: "dataset_name", Limit: 10})
			must(t, err)
			var names []string
			for _, v := range page.Items {
				names = append(names, v.DatasetName)
			}
			slices.Sort(names)
			if !slices.Equal(names, c.want) || page.Summary.ForCaller != int64(len(c.want)) {
				t.Errorf("%s: %v, %d counted; want %v", c.id.User.UserName, names, page.Summary.ForCaller, c.want)
			}
		}
		page, err := b.Uploads(ctx, b.reviewer, hermes.UploadFilter{WaitingOn: []hermes.Waiting{hermes.WaitingOnUploader}, Limit: 10})
		must(t, err)
		if page.Total != 1 || page.Items[0].DatasetName != "Two" || page.Summary.ByWaiting[hermes.WaitingOnUploader] != 1 {
			t.Errorf("waiting on the uploader: %d", page.Total)
		}
		page, err = b.Uploads(ctx, b.reviewer, hermes.UploadFilter{Unassigned: true, Limit: 10})
		must(t, err)
		if page.Total != 1 || page.Items[0].DatasetName != "Three" {
			t.Errorf("unassigned: %d", page.Total)
		}
		page, err = b.Uploads(ctx, b.reviewer, hermes.UploadFilter{Reviewer: "other", Limit: 10})
		must(t, err)
		if page.Total != 1 || page.Items[0].DatasetName != "One" {
			t.Errorf("of other: %d", page.Total)
		}
	})
}
