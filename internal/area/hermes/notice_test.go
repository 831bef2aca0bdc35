package hermes_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/listing"
)

// A notice that asks for a review says, on the page and in a mail that is sent later, that its
// submission was decided since.
func TestANoticeSaysWhatHappenedSince(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		now := b.now()
		clock := func() time.Time { now = now.Add(time.Second); return now }
		var box posts
		s := hermes.NewService(b.store.Hermes(), b.files, b.blobs, clock, b.newID, hermes.Config{Mailer: &box, Accounts: addresses{}})
		other := b.otherReviewer(t)
		must(t, s.ChooseMails(ctx, b.reviewer, hermes.MailDaily))
		first := b.run(t, b.register(t, "One", 1))
		must(t, s.Sweep(ctx))
		second := b.run(t, b.register(t, "Two", 2))
		said := func() (out []string) {
			page, err := s.Notices(ctx, b.reviewer, listing.Place{}, 50)
			must(t, err)
			for _, n := range page.Items {
				out = append(out, n.DatasetName+" "+string(n.Status))
			}
			return out
		}
		if diff := cmp.Diff([]string{"Two ", "One "}, said()); diff != "" {
			t.Errorf("before a decision (-want +got):\n%s", diff)
		}
		_, err := s.Review(ctx, other, first.ID, asks("Is it European?"))
		must(t, err)
		_, err = s.Review(ctx, other, second.ID, hermes.Decision{Kind: hermes.Reject, Comment: "no"})
		must(t, err)
		if diff := cmp.Diff([]string{"Two REVIEW REJECTED", "One READY FOR REVIEW"}, said()); diff != "" {
			t.Errorf("after decisions (-want +got):\n%s", diff)
		}
		box.sent = nil
		now = now.Add(24 * time.Hour)
		must(t, s.Sweep(ctx))
		if len(box.sent) != 1 || !strings.Contains(box.sent[0].Text, "Two has passed QC and waits for review.\nNow: the submission was rejected.\n") {
			t.Errorf("a mail of the next day: %+v", box.sent)
		}
	})
}

func TestMailsComeWhenTheyAreWanted(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		now := b.now()
		var box posts
		s := hermes.NewService(b.store.Hermes(), b.files, b.blobs, func() time.Time { return now }, b.newID, hermes.Config{Mailer: &box, Accounts: addresses{}})
		u := b.run(t, b.register(t, "One", 1))
		must(t, s.ChooseMails(ctx, b.reviewer, hermes.MailNever))
		turn := func() { // a decision and its reversal notify the uploader twice
			v, err := s.Review(ctx, b.reviewer, u.ID, hermes.Decision{Kind: hermes.Reject, Comment: "no"})
			must(t, err)
			_, err = s.UndoReview(ctx, b.reviewer, u.ID, v.Version)
			must(t, err)
		}
		turn()
		if len(box.sent) != 2 || box.sent[0].To != "uploader@example.org" || box.sent[0].Subject != "About the submission One" {
			t.Fatalf("at once: %+v", box.sent)
		}
		must(t, s.ChooseMails(ctx, b.uploader, hermes.MailDaily))
		box.sent = nil
		turn()
		if len(box.sent) != 1 || strings.Count(box.sent[0].Text, "One") != 1 {
			t.Fatalf("the first of a day: %+v", box.sent)
		}
		now = now.Add(23 * time.Hour)
		must(t, s.Sweep(ctx))
		if len(box.sent) != 1 {
			t.Errorf("a second one within a day: %+v", box.sent[1:])
		}
		now = now.Add(time.Hour)
		must(t, s.Sweep(ctx))
		must(t, s.Sweep(ctx))
		if len(box.sent) != 2 || !strings.Contains(box.sent[1].Text, "was undone by reviewer") {
			t.Errorf("after a day: %+v", box.sent)
		}
		must(t, s.ChooseMails(ctx, b.uploader, hermes.MailNever))
		turn()
		if len(box.sent) != 2 || len(b.notices(t, b.uploader)) != 6 {
			t.Errorf("never: %d mails, %d told", len(box.sent), len(b.notices(t, b.uploader)))
		}
	})
}
