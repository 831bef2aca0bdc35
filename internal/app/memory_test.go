package app

import (
	"os"
	"runtime/debug"
	"testing"
	"testing/fstest"

	"cohortium/internal/platform/config"
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

func TestJobMemoryOfAMachine(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	total := func(kib string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("MemTotal:       " + kib + " kB\nMemFree: 1 kB\n")}
	}
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  int64
	}{
		{"another system", fstest.MapFS{}, 0},
		{"a machine", fstest.MapFS{"proc/meminfo": total("8388608")}, 8192 * mib},
		{"a limit of version 2", fstest.MapFS{
			"proc/meminfo": total("8388608"), "proc/self/cgroup": file("0::/a/b\n"), "sys/fs/cgroup/a/b/memory.max": file("2147483648\n"),
		}, 2048 * mib},
		{"a smaller one outside", fstest.MapFS{
			"proc/meminfo": total("8388608"), "proc/self/cgroup": file("0::/a/b\n"), "sys/fs/cgroup/a/b/memory.max": file("2147483648\n"),
			"sys/fs/cgroup/a/memory.max": file("1073741824\n"),
		}, 1024 * mib},
		{"the root of a container", fstest.MapFS{
			"proc/meminfo": total("8388608"), "proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("536870912\n"),
		}, 512 * mib},
		{"none", fstest.MapFS{
			"proc/meminfo": total("8388608"), "proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("max\n"),
		}, 8192 * mib},
		{"one above the machine", fstest.MapFS{
			"proc/meminfo": total("1048576"), "proc/self/cgroup": file("4:memory:/a\n0::/\n"),
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": file("9223372036854771712\n"),
		}, 1024 * mib},
		{"a limit of version 1", fstest.MapFS{
			"proc/meminfo": total("8388608"), "proc/self/cgroup": file("5:cpu,cpuacct:/x\n4:memory:/a\n"),
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": file("1073741824\n"),
		}, 1024 * mib},
	} {
		if got := memoryOf(c.files); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
	for machine, want := range map[int64]int64{
		0: 0, 8192 * mib: (6144 - 320) * mib, 1024 * mib: (768 - 320) * mib,
		428 * mib: 1 * mib, 432 * mib: 4 * mib, 400 * mib: 1 * mib,
	} {
		if got := budgetOf(machine); got != want {
			t.Errorf("of %d MiB: %d MiB, want %d", machine/mib, got/mib, want/mib)
		}
	}
	for set, want := range map[int64]int64{-1: 0, 1: 1, 5000: 5000} {
		if got := jobMemory(config.Work{JobMemory: set}); got != want {
			t.Errorf("set to %d: %d", set, got)
		}
	}
}
