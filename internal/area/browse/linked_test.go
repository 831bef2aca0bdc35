package browse

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/ld"
)

func TestTheStrongestLinksAreKeptInOrder(t *testing.T) {
	known := []ld.Linked{{Position: 30, R2: 1}, {Position: 10, R2: 0.2}, {Position: 20, R2: 0.1}, {Position: 40, R2: 0.9}}
	for limit, want := range map[int][]int32{4: {10, 20, 30, 40}, 3: {10, 30, 40}, 2: {30, 40}, 1: {30}} {
		got := strongest(known, limit)
		var at []int32
		for _, l := range got.Variants {
			at = append(at, l.Position)
		}
		if diff := cmp.Diff(want, at); diff != "" || got.Total != 4 {
			t.Errorf("at most %d: %d in all, %s", limit, got.Total, diff)
		}
	}
	if known[0].Position != 30 {
		t.Error("what the source keeps was sorted")
	}
}
