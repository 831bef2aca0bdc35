package app

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestGarbageCollectionIsRareByDefault(t *testing.T) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(1<<40)
	t.Cleanup(func() { debug.SetGCPercent(percent); debug.SetMemoryLimit(limit) })
	t.Setenv("GOGC", "100")
	t.Setenv("GOMEMLIMIT", "1TiB")
	collectSeldom(2)
	if got, room := debug.SetGCPercent(100), debug.SetMemoryLimit(-1); got != 100 || room != 1<<40 {
		t.Errorf("chosen otherwise, it is %d %% and %d bytes", got, room)
	}
	_, _ = os.Unsetenv("GOGC"), os.Unsetenv("GOMEMLIMIT") // restored by Setenv
	collectSeldom(2)
	if got, room := debug.SetGCPercent(100), debug.SetMemoryLimit(-1); got != 300 || room != 960<<20 {
		t.Errorf("by itself it is %d %% and %d bytes", got, room)
	}
}
