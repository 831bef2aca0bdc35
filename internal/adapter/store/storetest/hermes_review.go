package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// addQueue creates data sets of u1 (d0 to d4) and u2 (d5) in different states of review.
func addQueue(t *testing.T, s *store.Store) {
	t.Helper()
	for _, id := range []string{"u1", "u2", "rev", "other"} {
		AddUser(t, s, id)
	}
	rev := record.Person{ID: "rev", UserName: "rev"}
	for i, change := range []func(*hermes.Submission){
		func(u *hermes.Submission) {},
		func(u *hermes.Submission) { u.Reviewer = rev },
		func(u *hermes.Submission) { u.Reviewer, u.Asked = rev, true },
		func(u *hermes.Submission) { u.Review.Acceptances = []hermes.Acceptance{{By: rev, At: Epoch}} },
		func(u *hermes.Submission) { u.Status = hermes.ReviewApproved },
		func(u *hermes.Submission) { u.Status, u.UploaderID, u.UploadedBy = hermes.FailedQC, "u2", "u2" },
	} {
		u := NewUpload(numbered("d", i), "u1")
		u.Status = hermes.ReadyForReview
		change(u)
		addUpload(t, s, u)
	}
}

func testUploadQueue(t *testing.T, s *store.Store) {
	addQueue(t, s)
	caller := func(id string, reviews bool, notOf ...string) *hermes.Caller {
		return &hermes.Caller{ID: id, Reviews: reviews, NotOf: append(notOf, id), NotAfter: []string{id}}
	}
	for name, c := range map[string]struct {
		f    hermes.UploadFilter
		want []string
	}{
		"on a reviewer":             {hermes.UploadFilter{WaitingOn: []hermes.Waiting{hermes.WaitingOnReviewer}}, []string{"d000", "d001", "d003"}},
		"on an uploader":            {hermes.UploadFilter{WaitingOn: []hermes.Waiting{hermes.WaitingOnUploader}}, []string{"d002", "d005"}},
		"on an uploader or nobody":  {hermes.UploadFilter{WaitingOn: []hermes.Waiting{hermes.WaitingOnUploader, hermes.WaitingOnNobody}}, []string{"d002", "d004", "d005"}},
		"for a reviewer":            {hermes.UploadFilter{WaitingFor: caller("rev", true)}, []string{"d000", "d001"}},
		"for another reviewer":      {hermes.UploadFilter{WaitingFor: caller("other", true)}, []string{"d000", "d003"}},
		"for one whom u1 has made":  {hermes.UploadFilter{WaitingFor: caller("other", true, "u1")}, nil},
		"for an uploader":           {hermes.UploadFilter{WaitingFor: caller("u1", false)}, []string{"d002"}},
		"for one who does both":     {hermes.UploadFilter{WaitingFor: caller("u2", true)}, []string{"d000", "d003", "d005"}},
		"assigned":                  {hermes.UploadFilter{Reviewer: "rev"}, []string{"d001", "d002"}},
		"unassigned":                {hermes.UploadFilter{Unassigned: true}, []string{"d000", "d003", "d004", "d005"}},
		"unassigned, on a reviewer": {hermes.UploadFilter{Unassigned: true, WaitingOn: []hermes.Waiting{hermes.WaitingOnReviewer}}, []string{"d000", "d003"}},
	} {
		c.f.Sort, c.f.Limit = "dataset_name", 10
		page, total, err := s.Hermes().Uploads(t.Context(), c.f)
		must(t, err)
		var ids []string
		for _, u := range page {
			ids = append(ids, u.ID)
		}
		n, err := s.Hermes().CountUploads(t.Context(), c.f)
		must(t, err)
		if !slices.Equal(ids, c.want) || total != int64(len(c.want)) || n != total {
			t.Errorf("%s: %v, %d, %d; want %v", name, ids, total, n, c.want)
		}
	}
}

func testCountByReviewer(t *testing.T, s *store.Store) {
	addQueue(t, s)
	got, err := s.Hermes().CountByReviewer(t.Context())
	must(t, err)
	if diff := cmp.Diff(map[string]int64{"": 2, "rev": 1}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func testConsortiumSettings(t *testing.T, s *store.Store) {
	ctx := t.Context()
	got, err := s.Hermes().ConsortiumSettings(ctx)
	must(t, err)
	if got.Version != 0 {
		t.Errorf("before the first: %+v", got)
	}
	it, panel := 0.4, "1000G"
	for version := int64(1); version < 3; version++ {
		want := &hermes.StoredSettings{
			Settings: hermes.Settings{Reviewers: int(version), Checklist: []string{"a", "é"}, QC: hermes.QCPolicy{
				Defaults: hermes.QCSettings{FD: 0.1, Adj: "lambda", NoInd: true, IT: &it, Panel: &panel}, Reason: "why",
			}},
			Version: version, SetAt: Epoch.Add(time.Duration(version) * time.Hour), SetBy: "admin",
		}
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddSettings(ctx, want) }))
		got, err := s.Hermes().ConsortiumSettings(ctx)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("version %d (-want +got):\n%s", version, diff)
		}
		wantCode(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddSettings(ctx, want) }), errs.Conflict, "changed")
	}
}

// addNotices creates three notices of u1 about d1, a minute apart, and one of u2.
func addNotices(t *testing.T, s *store.Store) {
	t.Helper()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	addUpload(t, s, NewUpload("d1", "u1"))
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		for i, id := range []string{"n1", "n2", "n3", "n4"} {
			n := &hermes.Notice{ID: id, UserID: []string{"u1", "u2"}[i/3], UploadID: "d1", At: Epoch.Add(time.Duration(i) * time.Minute), Text: "told " + id}
			if err := tx.AddNotice(t.Context(), n); err != nil {
				return err
			}
		}
		return nil
	}))
}

// testStatusSince checks that a notice has the status of its submission only if that changed after it.
func testStatusSince(t *testing.T, s *store.Store) {
	t.Helper()
	ctx := t.Context()
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		u, err := tx.Upload(ctx, "d1")
		if err != nil {
			return err
		}
		u.Status, u.StatusSince = hermes.ReviewApproved, Epoch.Add(time.Minute)
		return tx.UpdateUpload(ctx, u)
	}))
	list, err := s.Hermes().NoticesOf(ctx, "u1", listing.Place{}, 9)
	must(t, err)
	for i, want := range []hermes.UploadStatus{"", "", hermes.ReviewApproved} { // n3 is later, n2 from the same moment
		if list[i].Status != want {
			t.Errorf("%s has the status %q, want %q", list[i].ID, list[i].Status, want)
		}
	}
}

func noticeIDs(list []hermes.Notice) (ids []string) {
	for _, n := range list {
		ids = append(ids, n.ID)
	}
	return ids
}

func testNotices(t *testing.T, s *store.Store) {
	ctx := t.Context()
	addNotices(t, s)
	list, err := s.Hermes().NoticesOf(ctx, "u1", listing.Place{}, 2)
	must(t, err)
	want := hermes.Notice{ID: "n3", UserID: "u1", UploadID: "d1", DatasetName: "Data set d1", At: Epoch.Add(2 * time.Minute), Text: "told n3"}
	if diff := cmp.Diff(want, list[0]); diff != "" || !slices.Equal(noticeIDs(list), []string{"n3", "n2"}) {
		t.Errorf("first page %v (-want +got):\n%s", noticeIDs(list), diff)
	}
	list, err = s.Hermes().NoticesOf(ctx, "u1", listing.At(list[1].At, list[1].ID), 2)
	must(t, err)
	if !slices.Equal(noticeIDs(list), []string{"n1"}) {
		t.Errorf("second page %v", noticeIDs(list))
	}
	for _, c := range []struct {
		until time.Time
		want  int64
	}{{Epoch.Add(-time.Second), 3}, {Epoch.Add(time.Minute), 1}} {
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.SeeNotices(ctx, "u1", c.until) }))
		n, err := s.Hermes().CountUnseen(ctx, "u1")
		must(t, err)
		if n != c.want {
			t.Errorf("unseen after seeing those until %s: %d, want %d", c.until, n, c.want)
		}
	}
	testStatusSince(t, s)
	if n, err := s.Hermes().CountUnseen(ctx, "u2"); err != nil || n != 1 {
		t.Errorf("of another user unseen: %d, %v", n, err)
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.DeleteNotices(ctx, Epoch.Add(time.Minute)) }))
	list, err = s.Hermes().NoticesOf(ctx, "u1", listing.Place{}, 9)
	must(t, err)
	if !slices.Equal(noticeIDs(list), []string{"n3", "n2"}) {
		t.Errorf("after the old ones went: %v", noticeIDs(list))
	}
	gone := hermes.Notice{ID: "n9", UserID: "u1", DatasetName: "Data set d1", At: Epoch.Add(time.Hour), Text: "deleted"}
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		if err := tx.DeleteUpload(ctx, "d1"); err != nil {
			return err
		}
		return tx.AddNotice(ctx, &gone)
	}))
	list, err = s.Hermes().NoticesOf(ctx, "u1", listing.Place{}, 9)
	must(t, err)
	if diff := cmp.Diff([]hermes.Notice{gone}, list); diff != "" {
		t.Errorf("after the data set was deleted (-want +got):\n%s", diff)
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		unmailed, err := tx.Unmailed(ctx, "u1")
		if diff := cmp.Diff([]hermes.Notice{gone}, unmailed); diff != "" {
			t.Errorf("to mail after the data set was deleted (-want +got):\n%s", diff)
		}
		return err
	}))
}

func testNoticeMails(t *testing.T, s *store.Store) {
	ctx := t.Context()
	addNotices(t, s)
	choice, err := s.Hermes().MailsOf(ctx, "u1")
	must(t, err)
	if choice != (hermes.MailChoice{}) {
		t.Errorf("nothing chosen: %+v", choice)
	}
	at := Epoch.Add(time.Hour)
	for _, want := range []hermes.MailChoice{{When: hermes.MailDaily}, {When: hermes.MailNever, LastDaily: &at}} {
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.SetMails(ctx, "u1", want) }))
		got, err := s.Hermes().MailsOf(ctx, "u1")
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("choice (-want +got):\n%s", diff)
		}
	}
	mark := func(id string) (first bool) {
		must(t, inTx(t, s, func(tx hermes.Tx) (err error) { first, err = tx.MarkMailed(ctx, id); return err }))
		return first
	}
	if !mark("n2") || mark("n2") || mark("absent") {
		t.Error("a notice is marked as mailed by one call alone")
	}
	var unmailed []hermes.Notice
	must(t, inTx(t, s, func(tx hermes.Tx) (err error) { unmailed, err = tx.Unmailed(ctx, "u1"); return err }))
	if !slices.Equal(noticeIDs(unmailed), []string{"n1", "n3"}) || unmailed[0].DatasetName != "Data set d1" {
		t.Errorf("unmailed: %+v", unmailed)
	}
	mark("n4")
	ids, err := s.Hermes().UnmailedUsers(ctx)
	must(t, err)
	if !slices.Equal(ids, []string{"u1"}) {
		t.Errorf("accounts with unmailed notices: %v", ids)
	}
}

func testActiveWithRole(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "b", "reviewer")
	AddUser(t, s, "a", "reviewer", "uploader")
	AddUser(t, s, "c", "uploader")
	for _, u := range []*auth.User{
		{ID: "off", UserName: "off", Roles: []string{"reviewer"}, CreatedAt: Epoch},
		{ID: "named", UserName: "named", FirstName: "Rosa", LastName: "Moro", IsActive: true, Roles: []string{"reviewer"}, CreatedAt: Epoch},
		{ID: "guest", UserName: "guest", IsActive: true, Roles: []string{"reviewer"}, CreatedAt: Epoch},
	} {
		must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error { return tx.CreateUser(ctx, u) }))
	}
	must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error {
		return tx.CreateLink(
			ctx,
			&auth.StoredLink{TokenHash: "h", UserID: "guest", Kind: auth.LinkInvitation, CreatedAt: Epoch, ExpiresAt: Epoch.Add(time.Hour)},
		)
	}))
	got, err := s.Hermes().ActiveWithRole(ctx, "reviewer")
	must(t, err)
	want := []hermes.Member{
		{Person: record.Person{ID: "a", UserName: "a"}}, {Person: record.Person{ID: "b", UserName: "b"}},
		{Person: record.Person{ID: "named", UserName: "named"}, Name: "Rosa Moro"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
