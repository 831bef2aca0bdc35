package app

import (
	"os"
	"runtime/debug"
)

// gcPercent is how much a server takes, in percent of what it holds, before it looks for what
// is not held any more. At the usual 100 the slowest answers of an index are those that
// wait for that (docs/benchmarks.md). Commands that compute alone stay at 100.
const gcPercent = 300

// memoryEach is what a job needs with what it leaves behind, and the server beside them: the
// largest hold some 250 MiB at a time.
const memoryEach = 320 << 20

// collectSeldom lets a server collect seldom while it holds little, and as often as its jobs
// need when they hold much. Who runs it may choose otherwise by Go's own variables.
func collectSeldom(workers int) {
	if _, chosen := os.LookupEnv("GOGC"); !chosen {
		debug.SetGCPercent(gcPercent)
	}
	if _, chosen := os.LookupEnv("GOMEMLIMIT"); !chosen {
		debug.SetMemoryLimit(memoryEach * int64(1+workers))
	}
}
