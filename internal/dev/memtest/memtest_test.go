package memtest_test

import (
	"runtime"
	"testing"

	"cohortium/internal/dev/memtest"
)

var kept [][]byte

// TestBoundCountsLaterAllocations allocates objects of every size before, of which the
// runtime takes note when it collects.
func TestBoundCountsLaterAllocations(t *testing.T) {
	for range 20 {
		kept = nil
		for size := 16; size <= 32<<10; size += 16 {
			kept = append(kept, make([]byte, size))
		}
		bounded := memtest.Bound(t, 64<<10)
		runtime.GC()
		bounded()
	}
}

type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

func TestBoundCountsLargeAndSmallObjects(t *testing.T) {
	for _, c := range []struct {
		size, n int
		fails   bool
	}{{1 << 20, 1, false}, {1<<20 + 128<<10, 1, true}, {1 << 10, 512, false}, {1 << 10, 2048, true}} {
		r := &recorder{TB: t}
		bounded := memtest.Bound(r, 1<<20+64<<10)
		kept = nil
		for range c.n {
			kept = append(kept, make([]byte, c.size))
		}
		if bounded(); r.failed != c.fails {
			t.Errorf("%d of %d bytes: failed %v", c.n, c.size, r.failed)
		}
	}
}
