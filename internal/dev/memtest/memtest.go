// Package memtest bounds the memory of readers in tests: what a file makes a reader allocate is
// limited by its size, whatever it declares. It imports the standard library only.
package memtest

import (
	"runtime"
	"runtime/metrics"
	"testing"
)

// Bound fails a test when more than most bytes are allocated until the function that it
// returns is called, those that were freed included: defer memtest.Bound(t, n)(). Nothing
// else may run meanwhile; the seeds of fuzz targets run one after the other.
func Bound(t testing.TB, most int) func() {
	// The runtime counts small objects when their span is full, or when it collects: so earlier
	// ones are counted here.
	runtime.ReadMemStats(new(runtime.MemStats))
	before := allocated()
	return func() {
		t.Helper()
		if n := allocated() - before; n > uint64(most) {
			t.Errorf("%d bytes were allocated, %d are allowed", n, most)
		}
	}
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
