package hermes_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// The queue of each reviewer, its count and the notices contain exactly what the reviewer may
// decide, whichever account uploaded, edited or accepted first, and however the accounts are tied.
func TestAQueueListsSubmissionsItsReviewerMayDecide(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		ctx := t.Context()
		b.decided(t, hermes.Settings{Reviewers: 2})
		assigner := b.mailing(&posts{})
		people := map[string]*auth.Identity{"reviewer": b.reviewer}
		for _, name := range []string{"editor", "puppet", "invited", "inviter", "free"} {
			storetest.AddUser(t, b.store, name, "reviewer")
			people[name] = auth.NewIdentity(&auth.User{ID: name, UserName: name, Roles: []string{"reviewer"}}, nil)
		}
		must(t, b.store.Accounts().InTx(ctx, func(tx auth.Tx) error {
			return errors.Join(tx.AddMaker(ctx, "puppet", "editor", auth.BondMade), tx.AddMaker(ctx, "invited", "inviter", auth.BondInvited))
		}))
		edits := func(who string) func(u *hermes.UploadView) {
			return func(u *hermes.UploadView) {
				a := &acceptedStory{bench: b, s: b.Service, id: u.ID}
				must(t, a.edit(t, people[who], false, size(9000)))
				changed := b.look(t, u.ID)
				must(t, b.RunJob(ctx, changed.Run.JobID, b.claim(t, changed.Run.JobID)))
			}
		}
		accepts := func(who string) func(u *hermes.UploadView) {
			return func(u *hermes.UploadView) {
				_, err := b.Review(ctx, people[who], u.ID, hermes.Decision{Kind: hermes.Accept})
				must(t, err)
			}
		}
		var want = map[string][]string{}
		for i, c := range []struct {
			name string
			do   func(u *hermes.UploadView)
			may  []string
		}{
			{"Untouched", func(*hermes.UploadView) {}, []string{"editor", "free", "invited", "inviter", "puppet", "reviewer"}},
			{"Edited", edits("editor"), []string{"free", "invited", "inviter", "reviewer"}},
			{"Edited by an inviter", edits("inviter"), []string{"editor", "free", "puppet", "reviewer"}},
			{"Edited by who was invited", edits("invited"), []string{"editor", "free", "inviter", "puppet", "reviewer"}},
			{"Accepted", accepts("puppet"), []string{"free", "invited", "inviter", "reviewer"}},
			{"Accepted by who was invited", accepts("invited"), []string{"editor", "free", "puppet", "reviewer"}},
			{"Edited by its reviewer", func(u *hermes.UploadView) {
				_, err := assigner.Assign(ctx, b.reviewer, u.ID, "editor", u.Version)
				must(t, err)
				edits("editor")(u)
			}, []string{"free", "invited", "inviter", "reviewer"}},
			{"Assigned", func(u *hermes.UploadView) {
				_, err := assigner.Assign(ctx, b.reviewer, u.ID, "free", u.Version)
				must(t, err)
			}, []string{"free"}},
		} {
			c.do(b.run(t, b.register(t, c.name, uint64(i+1))))
			for _, who := range c.may {
				want[who] = append(want[who], c.name)
			}
		}
		for who, id := range people {
			page, err := b.Uploads(ctx, id, hermes.UploadFilter{WaitingForYou: true, Limit: 50})
			must(t, err)
			var names []string
			for _, u := range page.Items {
				names = append(names, u.DatasetName)
				if !u.Actions["review"].Allowed {
					t.Errorf("%s: %s is listed and may not be reviewed: %s", who, u.DatasetName, u.Actions["review"].Reason)
				}
				_, err := b.Review(ctx, id, u.ID, hermes.Decision{Kind: hermes.Accept, RunID: "no such run"}) // decides nothing
				if code := errs.CodeOf(err); code != "newer_run" {
					t.Errorf("%s: %s is listed and refused: %v", who, u.DatasetName, err)
				}
			}
			slices.Sort(names)
			slices.Sort(want[who])
			if diff := cmp.Diff(want[who], names); diff != "" || page.Summary.ForCaller != int64(len(names)) {
				t.Errorf("%s has %d (-want +got):\n%s", who, page.Summary.ForCaller, diff)
			}
		}
		for _, who := range []string{"editor", "puppet"} {
			notices := fmt.Sprint(b.notices(t, people[who]))
			if n := strings.Count(notices, "Edited has passed QC"); n != 1 { // of the run before the edit
				t.Errorf("%s was told %d times that Edited waits: %s", who, n, notices)
			}
		}
	})
}
