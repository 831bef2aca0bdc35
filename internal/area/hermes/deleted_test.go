package hermes_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
)

// TestNoticesOfADeletion deletes a submission that no meta-analysis uses. Its reviewer and its
// uploader are notified once, by mail too, if another account deleted it. The notice contains the
// name and no link.
func TestNoticesOfADeletion(t *testing.T) {
	const byOther, byReviewer = "other deleted One.", "reviewer deleted One."
	const withdrawn = " The acceptance by reviewer is withdrawn."
	for name, c := range map[string]struct {
		accepted bool
		by       string
		notices  map[string]string
	}{
		"accepted, by another reviewer": {true, "other", map[string]string{"reviewer": byOther + withdrawn, "uploader": byOther + withdrawn}},
		"accepted, by its reviewer":     {true, "reviewer", map[string]string{"uploader": byReviewer + withdrawn}},
		"undecided, by a reviewer":      {false, "reviewer", map[string]string{"uploader": byReviewer}},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(t *testing.T, b *bench) {
				ctx := t.Context()
				u := b.run(t, b.register(t, "One", 1))
				if c.accepted {
					_, err := b.Review(ctx, b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
					must(t, err)
				}
				var box posts
				s, people := b.mailing(&box), map[string]*auth.Identity{"uploader": b.uploader, "reviewer": b.reviewer, "other": b.otherReviewer(t)}
				must(t, s.Sweep(ctx)) // mails the notices so far
				box.sent = nil
				must(t, s.Delete(ctx, people[c.by], u.ID))
				notices, mails := map[string]string{}, map[string]string{}
				for who, id := range people {
					if all := b.notices(t, id); len(all) > 0 {
						notices[who] = strings.Join(all, " ")
					}
				}
				for _, mail := range box.sent {
					who, _, _ := strings.Cut(mail.To, "@")
					mails[who] += mail.Text
				}
				if diff := cmp.Diff(c.notices, notices, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
				for who, mail := range mails {
					if !strings.Contains(mail, c.notices[who]) || c.notices[who] == "" || strings.Contains(mail, "/hermes/qc/") {
						t.Errorf("%s received %q", who, mail)
					}
				}
				if len(mails) != len(c.notices) {
					t.Errorf("%d were mailed, want %d", len(mails), len(c.notices))
				}
			})
		})
	}
}
