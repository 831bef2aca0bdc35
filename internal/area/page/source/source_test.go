package source

import (
	"testing"

	"cohortium/internal/area/pagetable"
)

// The error for each kind of source names the object that is not open.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for kind, want := range map[pagetable.Kind]string{
		pagetable.FromDataset: "The data set", pagetable.FromIndex: "The index", pagetable.FromHermes: "Results of HERMES", pagetable.FromMeta: "Results of HERMES",
	} {
		if got := advice(kind); got[:len(want)] != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
}
