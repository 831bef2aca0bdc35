package hermes_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/genome"
)

// manyCells is a store of 1,000 cells of three studies each, in a freeze whose results are complete.
type manyCells struct {
	hermes.Store
	uploads []*hermes.FreezeUpload
	rows    []*hermes.FreezeRow
}

// FreezeUploads implements hermes.FreezeReads.
func (m *manyCells) FreezeUploads(context.Context) ([]*hermes.FreezeUpload, error) {
	return m.uploads, nil
}

// FreezeRows implements hermes.FreezeReads.
func (m *manyCells) FreezeRows(context.Context, string) ([]*hermes.FreezeRow, error) {
	return m.rows, nil
}

// QCRun implements hermes.Store.
func (m *manyCells) QCRun(_ context.Context, id string) (*hermes.QCRun, error) {
	return &hermes.QCRun{ID: id, UploadID: strings.TrimPrefix(id, "r"), Attempt: "a"}, nil
}

// QCRunsInShort implements hermes.Store.
func (m *manyCells) QCRunsInShort(ctx context.Context, ids []string) (list []*hermes.QCRun, err error) {
	for _, id := range ids {
		run, _ := m.QCRun(ctx, id)
		list = append(list, run)
	}
	return list, nil
}

func thousandCells(s hermes.Store) *manyCells {
	m := &manyCells{Store: s}
	accepted, rows, lambda := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC), int64(9_000_000), 1.02
	for i := range 1000 {
		phenotype, ancestry := fmt.Sprintf("P%02d", i/20), fmt.Sprintf("A%02d", i%20)
		row := &hermes.FreezeRow{
			Phenotype: phenotype,
			Ancestry:  ancestry,
			Sex:       "both",
			Name:      "ivw",
			Position:  int64(i),
			State:     "made",
			MetaID:    fmt.Sprint("m", i),
			Meta:      &hermes.FreezeMeta{Status: hermes.MetaCompleted, NVariants: &rows, NLoci: &rows, LambdaGC: &lambda},
		}
		for c := range 3 {
			id := fmt.Sprintf("u%d-%d", i, c)
			u := &hermes.FreezeUpload{
				ID:          id,
				RunID:       "r" + id,
				DatasetName: "Study " + id,
				Cohort:      fmt.Sprintf("Cohort %d of %s", c, ancestry),
				Phenotype:   phenotype,
				Ancestry:    ancestry,
				Sex:         hermes.Everybody,
				NTotal:      10_000,
				Status:      hermes.ReviewApproved,
				ReviewedAt:  &accepted,
				FileSize:    400e6,
				SHA256:      id,
				Rows:        &rows,
				LambdaGC:    &lambda,
				Build:       genome.GRCh37,
			}
			m.uploads = append(m.uploads, u)
			row.Spec.Inputs = append(row.Spec.Inputs, hermes.MetaInput{UploadID: id, RunID: u.RunID, DatasetName: u.DatasetName, Cohort: u.Cohort,
				Ancestry: ancestry, NTotal: 10_000})
		}
		m.rows = append(m.rows, row)
	}
	return m
}

// BenchmarkThousandCells plans and opens a freeze of 1,000 cells. Its QC runs have nothing to compare:
// comparing them takes 150 ms of a request at most, until all are. Every result is outdated, the worst case.
func BenchmarkThousandCells(b *testing.B) {
	bench := newBench(b, "sqlite://"+b.TempDir()+"/hermes.db")
	store := thousandCells(bench.store.Hermes())
	s := hermes.NewService(store, bench.files, bench.blobs, bench.now, bench.newID, hermes.Config{TempDir: bench.work, Workers: 1, Panels: &bench.panels,
		Scores: &bench.scores, Chains: bench.chains})
	v, err := s.CreateFreeze(b.Context(), bench.reviewer, hermes.NewFreeze{Name: "Large", ReleaseVersion: "1", Document: plain()})
	if err != nil {
		b.Fatal(err)
	}
	if n := len(v.Plan.Cells); n != 1000 {
		b.Fatalf("%d cells", n)
	}
	for name, call := range map[string]func() error{
		"plan": func() error { _, err := s.PlanFreeze(b.Context(), bench.reviewer, plain()); return err },
		"open": func() error { _, err := s.Freeze(b.Context(), bench.reviewer, v.ID); return err },
		"list": func() error {
			_, err := s.Freezes(b.Context(), bench.reviewer, hermes.FreezeFilter{Limit: 50})
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := call(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
