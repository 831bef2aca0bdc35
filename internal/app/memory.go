package app

import (
	"bufio"
	"io/fs"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"

	"cohortium/internal/platform/config"
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

// jobMemory returns the memory that the jobs of this machine may use together, in bytes; 0 for no
// limit. Unless it is set, it is three quarters of what the machine has, or of the limit of the
// process's control group, without the memory of the server itself. The rest is for the system and
// its cache of files, and for a database on the same machine.
func jobMemory(w config.Work) int64 {
	switch {
	case w.JobMemory < 0:
		return 0
	case w.JobMemory > 0:
		return w.JobMemory
	}
	return budgetOf(memoryOf(os.DirFS("/")))
}

// leastJobMemory is the budget of a machine that has too little: it runs one job at a time.
const leastJobMemory = 1 << 20

// budgetOf returns the budget of a machine with a number of bytes, 0 for an unknown one.
func budgetOf(machine int64) int64 {
	if machine <= 0 {
		return 0
	}
	return max(machine/4*3-memoryEach, leastJobMemory)
}

// memoryOf returns the memory that this process can have, in bytes, by the files of Linux: that of
// the machine, or the smallest limit of its control groups. 0 for unknown.
func memoryOf(root fs.FS) int64 {
	least := int64(0)
	limit := func(n int64) {
		if n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	limit(1024 * fieldOf(root, "proc/meminfo", "MemTotal:"))
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil || least == 0 {
		return least
	}
	for line := range strings.Lines(string(groups)) {
		// hierarchy:controllers:path; of version 2, the controllers are empty
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		folder, name := "sys/fs/cgroup", "memory.max"
		switch {
		case parts[1] == "memory":
			folder, name = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case parts[1] != "":
			continue
		}
		// A limit of an outer group holds for the inner ones. In a container the path may be that outside.
		for at := path.Clean("/" + parts[2]); ; at = path.Dir(at) {
			limit(numberOf(root, path.Join(folder, at, name)))
			if at == "/" {
				break
			}
		}
	}
	return least
}

// numberOf returns the number that a file is, 0 for none.
func numberOf(root fs.FS, name string) int64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil { // max
		return 0
	}
	return n
}

// fieldOf returns the number after a word at the begin of a line, 0 for none.
func fieldOf(root fs.FS, name, word string) int64 {
	f, err := root.Open(name)
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) > 1 && fields[0] == word {
			n, _ := strconv.ParseInt(fields[1], 10, 64)
			return n
		}
	}
	return 0
}
