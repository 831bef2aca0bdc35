package parquetfile

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// maxSeconds is how long a process may compute, should the one that started it be gone.
const maxSeconds = 3600

// limitProcess limits this process to memory bytes beyond those it has reserved at its start. When
// memory runs short the system ends it first.
func limitProcess(memory uint64) error {
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) // a wish: not every system takes it
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	pages, _, _ := bytes.Cut(statm, []byte{' '})
	reserved, err := strconv.ParseUint(string(pages), 10, 64)
	if err != nil {
		return fmt.Errorf("/proc/self/statm: %w", err)
	}
	memory += reserved * uint64(os.Getpagesize())
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: memory, Max: memory}); err != nil {
		return err
	}
	return syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: maxSeconds, Max: maxSeconds})
}
