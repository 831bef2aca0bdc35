package storetest

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/record"
)

// inTools runs fn in a transaction of tool runs that must succeed.
func inTools(t *testing.T, s *store.Store, fn func(context.Context, toolrun.Tx) error) {
	t.Helper()
	must(t, s.ToolRuns().InTx(t.Context(), func(tx toolrun.Tx) error { return fn(t.Context(), tx) }))
}

func newToolRun(id, owner string, at time.Time) *toolrun.Run {
	answers, err := toolrun.NewAnswers(map[string]string{"effect_allele": "A2", "effect_allele_frequency": ""}, "GRCh37", "log_odds")
	if err != nil {
		panic(err)
	}
	answers.N, answers.ZeroBased, answers.MissingTokens = 10, true, []string{"-9"}
	return &toolrun.Run{
		ID: id, Task: toolrun.Convert, Status: toolrun.Queued, Owner: record.Person{ID: owner, UserName: owner}, UploadID: "f1", FileName: "odd \xff name.tsv",
		FileBytes: 7, JobID: "job of " + id, CreatedAt: at, ExpiresAt: at.Add(24 * time.Hour), Study: toolrun.Study{Trait: "heart “failure”"},
		Answers: answers,
	}
}

func testToolRuns(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.ToolRuns()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	r := newToolRun("r1", "u1", Epoch)
	inTools(t, s, func(ctx context.Context, tx toolrun.Tx) error {
		for _, made := range []*toolrun.Run{r, newToolRun("r2", "u1", Epoch.Add(time.Hour)), newToolRun("r3", "u2", Epoch)} {
			if err := tx.CreateRun(ctx, made); err != nil {
				return err
			}
		}
		return nil
	})
	at := Epoch.Add(time.Minute)
	r.Status, r.Attempt, r.Error, r.FinishedAt, r.ExpiresAt = toolrun.Done, "lease", "“quoted”", &at, at.Add(time.Hour)
	r.Result, r.Files = json.RawMessage(`{"rows_in":3}`), []toolrun.File{{Name: "report.json", Size: 1 << 40}}
	inTools(t, s, func(ctx context.Context, tx toolrun.Tx) error {
		locked, err := tx.Run(ctx, "r1")
		if err != nil || locked.Status != toolrun.Queued || locked.Result != nil {
			t.Errorf("inside of the transaction: %+v, %v", locked, err)
		}
		return tx.UpdateRun(ctx, r)
	})
	got, err := g.Run(ctx, "r1")
	must(t, err)
	if diff := cmp.Diff(r, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	list, err := g.RunsOf(ctx, "u1")
	must(t, err)
	if len(list) != 2 || list[0].ID != "r2" || list[1].ID != "r1" || list[1].Result != nil || len(list[1].Files) != 1 {
		t.Errorf("a list: %+v", list)
	}
	inTools(t, s, func(ctx context.Context, tx toolrun.Tx) error {
		n, err := tx.CountRuns(ctx, "u1")
		if n != (toolrun.Count{Kept: 2, UnderWay: 1}) {
			t.Errorf("counted %+v", n)
		}
		return err
	})
	for before, want := range map[time.Time][]string{at.Add(time.Hour): nil, at.Add(time.Hour + time.Microsecond): {"r1"}} {
		if ids, err := g.ExpiredRuns(ctx, before); err != nil || !slices.Equal(ids, want) {
			t.Errorf("expired before %s: %q, %v", before, ids, err)
		}
	}
	inTools(t, s, func(ctx context.Context, tx toolrun.Tx) error { return tx.DeleteRun(ctx, "r1") })
	_, err = g.Run(ctx, "r1")
	wantKind(t, err, errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx toolrun.Tx) error { return tx.DeleteRun(ctx, "r1") }), errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx toolrun.Tx) error { return tx.UpdateRun(ctx, r) }), errs.NotFound)
}

// testToolUploads: a file stays at least as long as its runs, and is deleted after the last one
// unless it is registered.
func testToolUploads(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	ends := func(id string) time.Time {
		f, err := s.File(ctx, id)
		must(t, err)
		return f.ExpiresAt
	}
	soon, late := Epoch.Add(time.Hour), Epoch.Add(48*time.Hour)
	for _, id := range []string{"f1", "taken"} {
		must(t, s.CreateFile(ctx, &file.File{ID: id, OwnerID: "u1", Registered: id == "taken", CreatedAt: Epoch, UpdatedAt: Epoch, ExpiresAt: soon}, 50, 1<<40))
	}
	r := newToolRun("r1", "u1", Epoch)
	inTools(t, s, func(ctx context.Context, tx toolrun.Tx) error {
		if err := tx.CreateRun(ctx, r); err != nil {
			return err
		}
		for _, id := range []string{"f1", "taken", "absent"} {
			if err := tx.KeepUpload(ctx, id, late); err != nil {
				return err
			}
		}
		if err := tx.KeepUpload(ctx, "f1", Epoch); err != nil { // never shorter
			return err
		}
		return tx.DropUpload(ctx, "f1", Epoch) // a run remains
	})
	if !ends("f1").Equal(late) || !ends("taken").Equal(soon) {
		t.Errorf("kept until %s and %s", ends("f1"), ends("taken"))
	}
	inTools(t, s, func(ctx context.Context, tx toolrun.Tx) error {
		if err := tx.DeleteRun(ctx, "r1"); err != nil {
			return err
		}
		for _, id := range []string{"f1", "taken", "absent"} {
			if err := tx.DropUpload(ctx, id, Epoch); err != nil {
				return err
			}
		}
		return nil
	})
	if !ends("f1").Equal(Epoch) || !ends("taken").Equal(soon) {
		t.Errorf("dropped at %s and %s", ends("f1"), ends("taken"))
	}
}
