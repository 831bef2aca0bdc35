package sumstats_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

// peakOf returns the most memory in use that the garbage collector found while work ran, beyond
// what was in use before. Uncollected garbage does not count, so the number depends on the work and
// little on the machine.
func peakOf(work func()) (peak uint64) {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	live := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before := live()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	for {
		select {
		case <-done:
			return peak
		case <-time.After(2 * time.Millisecond):
			if now := live(); now > before {
				peak = max(peak, now-before)
			}
		}
	}
}

// lineSource makes lines as they are read, so that the file itself takes no memory.
type lineSource struct {
	header string
	line   func(i int) string
	lines  int
	i      int
	rest   string
}

func (s *lineSource) Read(p []byte) (int, error) {
	if s.rest == "" {
		switch {
		case s.i > s.lines:
			return 0, io.EOF
		case s.i == 0:
			s.rest = s.header
		default:
			s.rest = s.line(s.i)
		}
		s.i++
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// drain reads a file to its end or error.
func drain(t *testing.T, source io.Reader, opt sumstats.ReadOptions) error {
	r, err := sumstats.Open(source, opt)
	if err != nil {
		t.Error(err)
		return err
	}
	defer func() { _ = r.Close() }()
	rows := make([]sumstats.Row, 4096)
	for err == nil {
		_, err = r.ReadRows(rows)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// TestWorstMemory reads files made to hurt: the memory stays within what
// docs/formats/input.md states, whatever their size.
func TestWorstMemory(t *testing.T) {
	const mib = 1 << 20
	const workers = 4
	bases := strings.Repeat("ACGT", 90_000/4)
	good := "1\t5\tA\tG\t0.1\t0.1\t0.3\n"
	for name, tt := range map[string]struct {
		line   func(i int) string
		lines  int
		most   uint64
		refuse textfile.ErrorCode
	}{
		"long alleles": {func(i int) string {
			return fmt.Sprintf("1\t%d\tA\t%s%s\t0.1\t0.1\t0.3\n", i, strings.Repeat("T", i%5000), bases[i/5000:])
		}, 20_000, (512 + 190) * mib, textfile.CodeTooLarge},
		"lines of one byte": {func(i int) string {
			if i == 1 {
				return strings.Repeat(good, 300) // the layout is clear
			}
			return strings.Repeat("x\n", 1<<19)
		}, 24, 20 * (2*workers + 1) * mib, ""},
		"lines of nothing": {func(i int) string {
			if i == 1 {
				return strings.Repeat(good, 300) // the layout is clear
			}
			return strings.Repeat("\n", 1<<20)
		}, 24, 20 * (2*workers + 1) * mib, ""},
		"lines as long as allowed": {func(i int) string {
			if i == 1 {
				return strings.Repeat(good, 300) // the layout is clear
			}
			return strings.Repeat("x", 1<<20-1) + "\n"
		}, 200, 20 * (2*workers + 1) * mib, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			peak := peakOf(func() {
				err = drain(t, &lineSource{header: sumstatstest.SimpleHeader, line: tt.line, lines: tt.lines},
					sumstats.ReadOptions{Mapping: sumstatstest.Simple, Workers: workers, Excluded: func(sumstats.Excluded) {}})
			})
			t.Logf("%d MiB of %d", peak/mib, tt.most/mib)
			var fault *textfile.FileError
			if tt.refuse == "" && err != nil ||
				tt.refuse != "" && (!errors.As(err, &fault) || fault.Code != tt.refuse || !strings.HasSuffix(fault.Remedy, ".")) {
				t.Errorf("error %v, want %q", err, tt.refuse)
			}
			if name == "long alleles" && peak < 300*mib {
				t.Errorf("%d MiB: the memory is not measured", peak/mib)
			}
			if peak > tt.most {
				t.Errorf("%d MiB of memory, at most %d are promised", peak/mib, tt.most/mib)
			}
		})
	}
}

// TestAllelesAreBounded holds the limit of an allele to the base.
func TestAllelesAreBounded(t *testing.T) {
	for n, want := range map[int]sumstats.Reason{100_000: "", 100_001: "allele_too_long"} {
		for _, row := range []string{"1 5 %s G 0.1 0.1 0.3", "1 5 G %s 0.1 0.1 0.3"} {
			line := fmt.Sprintf(row, strings.Repeat("a", n))
			rows, account, err := sumstatstest.ReadRows(
				t,
				sumstatstest.Table(sumstatstest.SimpleHeader, "1 4 A G 0.1 0.1 0.3", line),
				sumstats.ReadOptions{Mapping: sumstatstest.Simple},
			)
			if err != nil || want == "" && len(rows) != 2 || want != "" && (len(rows) != 1 || account.Excluded[0].Reason != want) {
				t.Errorf("an allele of %d bases: %d rows, %v, %v", n, len(rows), sumstatstest.Reasons(account.Excluded), err)
			}
		}
	}
}
