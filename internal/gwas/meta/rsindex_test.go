package meta_test

import (
	"bytes"
	"context"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/rsindex"
	"cohortium/internal/gwas/sumstats"
)

// TestRSIndexOfAResult: the places of three numbers, one of them at two variants and
// one of no result, as written down in the studies.
func TestRSIndexOfAResult(t *testing.T) {
	named := func(number uint64, r sumstats.Row) sumstats.Row { r.RSID = number; return r }
	rows := []sumstats.Row{
		named(20, row(1, 500, "A", "C", 0.1, 0.02, 0.3)), named(7, row(2, 40, "A", "C", 0.1, 0.02, 0.3)),
		named(20, row(2, 41, "A", "G", 0.1, 0.02, 0.3)), row(2, 42, "A", "G", 0.1, 0.02, 0.3),
	}
	var results, tbi, numbers bytes.Buffer
	out := meta.Output{Results: &results, Index: &tbi, RSIndex: &numbers, TempDir: t.TempDir()}
	studies := []meta.Study{memoryStudy("a", rows), memoryStudy("b", rows)}
	if _, err := meta.Run(context.Background(), testDict, studies, meta.DefaultOptions(), out, nil); err != nil {
		t.Fatal(err)
	}
	index, err := rsindex.Open(bytes.NewReader(numbers.Bytes()), int64(numbers.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[uint64][]genome.Region{
		20: {{Chromosome: 1, Start: 500, End: 500}, {Chromosome: 2, Start: 40, End: 42}},
		7:  {{Chromosome: 2, Start: 40, End: 42}},
		8:  nil,
	} {
		got, err := index.Find(number, 10)
		if err != nil || len(got) != len(want) {
			t.Fatalf("rs%d: %v, %v; want %v", number, got, err, want)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("rs%d: %v, want %v", number, got, want)
			}
		}
	}

	byNumber := meta.DefaultOptions()
	byNumber.Key = meta.ByRSID
	var none bytes.Buffer
	ordered := []meta.Study{memoryStudy("a", rows[1:3]), memoryStudy("b", rows[1:3])}
	if _, err := meta.Run(context.Background(), testDict, ordered, byNumber, meta.Output{Results: &results, RSIndex: &none}, nil); err != nil {
		t.Fatal(err)
	}
	if none.Len() > 0 {
		t.Error("a result without positions has an index of them")
	}
}
