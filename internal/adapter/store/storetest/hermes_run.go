package storetest

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// NewQCRun returns a queued run over a data set.
func NewQCRun(id, uploadID string) *hermes.QCRun {
	panel := "1KG"
	return &hermes.QCRun{
		ID: id, UploadID: uploadID, Status: hermes.RunQueued, Settings: hermes.QCSettings{FD: 0.2, Adj: "none", Panel: &panel},
		Metadata: json.RawMessage(`{"cohort":"C"}`), Mapping: json.RawMessage(`{"beta":"B"}`), JobID: "job-" + id, CreatedBy: "u1", CreatedAt: Epoch,
	}
}

func testQCRuns(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	addUpload(t, s, NewUpload("d2", "u1"))
	var runs []*hermes.QCRun
	for _, at := range [][2]string{{"r1", "d1"}, {"r2", "d1"}, {"r3", "d2"}} {
		r := NewQCRun(at[0], at[1])
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateQCRun(ctx, r) }))
		runs = append(runs, r)
	}
	if runs[0].Number != 1 || runs[1].Number != 2 || runs[2].Number != 1 {
		t.Errorf("numbers = %d %d %d, want 1 2 1", runs[0].Number, runs[1].Number, runs[2].Number)
	}
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateQCRun(ctx, NewQCRun("r4", "absent")) }), errs.NotFound)

	rows, lambda, at := int64(1_000_000), 1.0123456789012345, Epoch.Add(time.Minute)
	r := runs[1]
	r.Status, r.Verdict, r.RowsIn, r.RowsClean, r.LambdaGC, r.StartedAt, r.FinishedAt = hermes.RunCompleted, "warn", &rows, &rows, &lambda, &at, &at
	r.Report, r.Error = json.RawMessage(`{"z":1,"a":[1.50],"build":"GRCh38","effect_scale":"log_odds"}`), "e"
	r.Facts = hermes.RunFacts{Build: genome.GRCh38, Scale: sumstats.LogOdds}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(ctx, r) }))
	got, err := s.Hermes().QCRun(ctx, "r2")
	must(t, err)
	if diff := cmp.Diff(r, got); diff != "" {
		t.Errorf("run (-want +got):\n%s", diff)
	}
	light := *r
	light.Report = nil
	list, err := s.Hermes().QCRuns(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff([]*hermes.QCRun{&light, runs[0]}, list); diff != "" {
		t.Errorf("runs of a data set (-want +got):\n%s", diff)
	}
	list, err = s.Hermes().QCRunsByID(ctx, []string{"r3", "absent", "r2"})
	must(t, err)
	if diff := cmp.Diff([]*hermes.QCRun{runs[2], &light}, list); diff != "" {
		t.Errorf("runs by id (-want +got):\n%s", diff)
	}
	list, err = s.Hermes().QCRunsInShort(ctx, []string{"r3", "absent", "r2"})
	must(t, err)
	short := []*hermes.QCRun{{ID: "r3", Status: hermes.RunQueued}, {ID: "r2", Status: hermes.RunCompleted, Verdict: "warn", Facts: r.Facts}}
	if diff := cmp.Diff(short, list); diff != "" {
		t.Errorf("runs in short (-want +got):\n%s", diff)
	}
	nan := math.NaN()
	r.LambdaGC = &nan
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(ctx, r) }))
	if got, err = s.Hermes().QCRun(ctx, "r2"); err != nil || got.LambdaGC != nil {
		t.Errorf("lambda that is no number = %v, %v; want none", got, err)
	}
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(ctx, NewQCRun("absent", "d1")) }), errs.NotFound)
}

func newMeta(id string, uploads ...string) *hermes.Meta {
	m := &hermes.Meta{
		ID:        id,
		Name:      "Meta " + id,
		Phenotype: "T2D",
		Status:    hermes.MetaSubmitted,
		Options:   hermes.MetaOptions{Scheme: "ivw", MinStudies: 2},
		JobID:     "job-" + id,
		CreatedBy: "u1",
		CreatorID: "u1",
		CreatedAt: Epoch,
		Cautions: []hermes.Caution{
			{Code: hermes.CautionCohort, Title: "Twice.", Findings: []hermes.CautionFinding{{Datasets: uploads, Sentence: "Ä, b."}}, Advice: "Look."},
		},
	}
	for _, u := range uploads {
		n := int64(7)
		m.Inputs = append(m.Inputs, hermes.MetaInput{UploadID: u, RunID: "run", DatasetName: "n", Cohort: "c", Ancestry: "EUR", NTotal: 9, Cases: &n})
	}
	return m
}

func testMetas(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	for _, id := range []string{"d2", "d1", "d3"} {
		addUpload(t, s, NewUpload(id, "u1"))
	}
	m1, m2 := newMeta("m1", "d2", "d1"), newMeta("m2", "d1")
	m2.CreatedAt = Epoch.Add(time.Second)
	must(t, inTx(t, s, func(tx hermes.Tx) error { return errors.Join(tx.CreateMeta(ctx, m1), tx.CreateMeta(ctx, m2)) }))
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateMeta(ctx, newMeta("m3", "absent")) }), errs.NotFound)

	n, lambda := int64(5), 1.1
	m1.Status, m1.NVariants, m1.NLoci, m1.LambdaGC = hermes.MetaCompleted, &n, &n, &lambda
	m1.Summary, m1.Files = json.RawMessage(`{"x":1}`), []hermes.MetaFile{{Name: "meta.tsv.gz", Size: 7, SHA256: "s"}}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateMeta(ctx, m1) }))
	got, err := s.Hermes().Meta(ctx, "m1")
	must(t, err)
	if diff := cmp.Diff(m1, got); diff != "" {
		t.Errorf("meta (-want +got):\n%s", diff)
	}
	light := *m1
	light.Summary = nil
	page, total, err := s.Hermes().Metas(ctx, hermes.MetaFilter{Sort: "-created_at"})
	must(t, err)
	if diff := cmp.Diff([]*hermes.Meta{m2, &light}, page); diff != "" || total != 2 {
		t.Errorf("metas, total %d (-want +got):\n%s", total, diff)
	}
	page, total, err = s.Hermes().Metas(ctx, hermes.MetaFilter{Statuses: []hermes.MetaStatus{hermes.MetaCompleted}, Query: "META m1", Sort: "name"})
	must(t, err)
	if len(page) != 1 || total != 1 || page[0].ID != "m1" {
		t.Errorf("filtered = %v, total %d", page, total)
	}
	for id, want := range map[string][]hermes.MetaUse{
		"d1": {{ID: "m1", Name: m1.Name, Status: hermes.MetaCompleted, CreatorID: "u1", RunID: m1.Inputs[1].RunID}, {ID: "m2", Name: m2.Name, Status: m2.Status, CreatorID: "u1", RunID: m2.Inputs[0].RunID}},
		"d2": {{ID: "m1", Name: m1.Name, Status: hermes.MetaCompleted, CreatorID: "u1", RunID: m1.Inputs[0].RunID}},
		"d3": nil,
	} {
		uses, err := s.Hermes().MetasUsing(ctx, id)
		must(t, err)
		if diff := cmp.Diff(want, uses); diff != "" {
			t.Errorf("meta-analyses using %s (-want +got):\n%s", id, diff)
		}
		must(t, inTx(t, s, func(tx hermes.Tx) error { uses, err = tx.MetasUsing(ctx, id); return err }))
		if diff := cmp.Diff(want, uses); diff != "" {
			t.Errorf("meta-analyses using %s in a transaction (-want +got):\n%s", id, diff)
		}
	}
	of, used := m1.Inputs[0].RunID, hermes.MetaUse{ID: "m1", Name: m1.Name, Status: hermes.MetaCompleted, CreatorID: "u1", RunID: m1.Inputs[0].RunID}
	byRun, err := s.Hermes().MetasUsingRuns(ctx, []string{"d2", "d3"}, []string{of, "another"})
	must(t, err)
	if diff := cmp.Diff(map[string][]hermes.MetaUse{of: {used}}, byRun); diff != "" {
		t.Errorf("meta-analyses by run (-want +got):\n%s", diff)
	}
	uploads, err := s.Hermes().UploadsByID(ctx, []string{"d2", "absent", "d1"})
	must(t, err)
	if len(uploads) != 2 || uploads[0].ID != "d2" || uploads[1].ID != "d1" || uploads[0].Cohort != NewUpload("d2", "u1").Cohort {
		t.Errorf("data sets by id: %+v", uploads)
	}
	_, err = s.Hermes().Meta(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateMeta(ctx, newMeta("absent")) }), errs.NotFound)
}
