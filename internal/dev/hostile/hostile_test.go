package hostile_test

import (
	"slices"
	"testing"

	"cohortium/internal/dev/hostile"
)

func TestNamesAreDifferentAndOfEachKind(t *testing.T) {
	names := hostile.Names()
	if sorted := slices.Compact(slices.Sorted(slices.Values(names))); len(sorted) != len(names) || len(names) < 300 {
		t.Errorf("%d names, %d different ones", len(names), len(sorted))
	}
	for _, name := range []string{"__proto__", "constructor", "=cmd()", "na\x00me", "../name", "name\n", "\ufeffname", "CON", "\u202e\u202e"} {
		if !slices.Contains(names, name) {
			t.Errorf("%q is missing", name)
		}
	}
}
