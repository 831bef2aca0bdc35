package app

import (
	"os"
	"runtime/debug"
)

// gcPercent is the heap growth before a collection of a server, in percent (GOGC). At the default
// of 100 the slowest answers of an index wait for the collector (docs/benchmarks.md). Commands that
// only compute keep 100.
const gcPercent = 300

// memoryEach is the memory per job, including garbage, and for the server itself: the largest jobs
// use about 250 MiB at a time.
const memoryEach = 320 << 20

// collectSeldom lets a server collect rarely while it uses little memory, and as often as needed
// while jobs use much. Go's environment variables override both settings.
func collectSeldom(workers int) {
	if _, chosen := os.LookupEnv("GOGC"); !chosen {
		debug.SetGCPercent(gcPercent)
	}
	if _, chosen := os.LookupEnv("GOMEMLIMIT"); !chosen {
		debug.SetMemoryLimit(memoryEach * int64(1+workers))
	}
}
