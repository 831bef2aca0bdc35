package storetest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

func testUploadsInShort(t *testing.T, s *store.Store) {
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	for i, since := range []int{3, 1, 2} {
		u := NewUpload(numbered("d", i), []string{"u1", "u2", "u1"}[i])
		u.StatusSince = Epoch.Add(time.Duration(since) * time.Hour)
		u.Asked, u.Reviewer = i == 1, record.Person{ID: "u1", UserName: "u1"}
		addUpload(t, s, u)
	}
	for owner, want := range map[string]string{"": "d001 d002 d000", "u1": "d002 d000", "none": ""} {
		list, err := s.Hermes().UploadsInShort(t.Context(), owner)
		must(t, err)
		got := ""
		for _, u := range list {
			got += " " + u.ID
		}
		if got != "" {
			got = got[1:]
		}
		if got != want {
			t.Errorf("of %q: %s, want %s", owner, got, want)
		}
	}
	list, err := s.Hermes().UploadsInShort(t.Context(), "u2")
	must(t, err)
	want := NewUpload("d001", "u2")
	want.StatusSince = Epoch.Add(time.Hour)
	want.Asked, want.Reviewer = true, record.Person{ID: "u1", UserName: "u1"}
	want.FileID, want.GenomeBuild, want.FileName, want.FileSize, want.SHA256, want.Metadata, want.Mapping, want.Version = "", "", "", 0, "", nil, nil, 0
	if diff := cmp.Diff([]*hermes.Submission{want}, list); diff != "" {
		t.Errorf("in short (-want +got):\n%s", diff)
	}
}

func testDecisions(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	addUpload(t, s, NewUpload("d1", "u1"))
	addUpload(t, s, NewUpload("d2", "u2"))
	note := func(object, id, action string, hour int) {
		e := record.Entry{At: Epoch.Add(time.Duration(hour) * time.Hour), By: "rev", Action: action}
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddHistory(ctx, object, id, e) }))
	}
	note("upload", "d1", "rejected", -1) // before the requested time
	note("upload", "d1", "approved", 1)
	note("upload", "d1", "edited", 2)
	note("upload", "d2", "rejected", 3)
	note("meta", "d1", "approved", 4)
	note("upload", "gone", "approved", 4)
	note("upload", "d1", "approval undone", 5)
	at := func(hour int) time.Time { return Epoch.Add(time.Duration(hour) * time.Hour) }
	first := hermes.DecisionMade{UploadID: "d1", UploadedAt: Epoch, At: at(1), Approved: true}
	second := hermes.DecisionMade{UploadID: "d2", UploadedAt: Epoch, At: at(3)}
	undone := hermes.DecisionMade{UploadID: "d1", UploadedAt: Epoch, At: at(5), Undone: true}
	for owner, want := range map[string][]hermes.DecisionMade{"": {first, second, undone}, "u1": {first, undone}, "u2": {second}, "none": nil} {
		got, err := s.Hermes().Decisions(ctx, owner, Epoch)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("decisions about files of %q (-want +got):\n%s", owner, diff)
		}
	}
}

func testReportsOfRuns(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		for _, id := range []string{"r1", "r2", "r3"} {
			run := &hermes.QCRun{ID: id, UploadID: "d1", Status: hermes.RunCompleted, CreatedAt: Epoch, Mapping: json.RawMessage("{}")}
			if id != "r2" { // r2 ended early
				run.Report = json.RawMessage(`{"run":"` + id + `"}`)
			}
			if err := tx.CreateQCRun(ctx, run); err != nil {
				return err
			}
		}
		return nil
	}))
	got, err := s.Hermes().QCReports(ctx, []string{"r1", "r2", "absent"})
	must(t, err)
	if diff := cmp.Diff(map[string][]byte{"r1": []byte(`{"run":"r1"}`)}, got); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	if none, err := s.Hermes().QCReports(ctx, nil); err != nil || len(none) != 0 {
		t.Errorf("of no run: %v, %v", none, err)
	}
}

func testWorkOverview(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	add := func(id, owner string, hour int, state job.State) {
		at := Epoch.Add(time.Duration(hour) * time.Hour)
		j := &job.Job{ID: id, Kind: "qc", Area: "hermes", SubjectID: "d1", OwnerID: owner, State: job.Queued, CreatedAt: at, UpdatedAt: at}
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.Enqueue(ctx, j) }))
		if state == job.Running {
			_, err := s.ClaimJob(ctx, id, "lease "+id, "worker "+owner, at)
			must(t, err)
		}
		if state == job.Failed {
			j.State, j.Error = job.Failed, "broken "+id
			must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateJob(ctx, j) }))
		}
	}
	for i, owner := range []string{"u1", "u1", "u2"} {
		add(numbered("q", i), owner, 5-i, job.Queued)
		add(numbered("r", i), owner, i, job.Running)
	}
	add("f1", "u1", 1, job.Failed)
	add("f2", "u2", 2, job.Failed)
	at := func(hour int) *time.Time { h := Epoch.Add(time.Duration(hour) * time.Hour); return &h }
	failed := func(id string, hour int) *hermes.JobFailure {
		return &hermes.JobFailure{Kind: "qc", SubjectID: "d1", Subject: "Data set d1", Error: "broken " + id, At: *at(hour)}
	}
	for owner, want := range map[string]*hermes.WorkOverview{
		"":     {Queued: 3, Running: 3, Workers: 2, OldestQueued: at(3), LastFailure: failed("f2", 2)},
		"u1":   {Queued: 2, Running: 2, Workers: 1, OldestQueued: at(4), LastFailure: failed("f1", 1)},
		"none": {},
	} {
		got, err := s.Hermes().WorkOverview(ctx, owner)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("work of %q (-want +got):\n%s", owner, diff)
		}
	}
}
