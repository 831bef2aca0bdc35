package qc

import (
	"io"
	"runtime"
	meter "runtime/metrics"
	"strings"
	"testing"
	"time"
)

// genotypes is a VCF of long lines, made as it is read.
type genotypes struct {
	lines int
	rest  []string // what follows, several pieces to a line
	at    int
}

func (g *genotypes) Read(p []byte) (int, error) {
	for len(g.rest) == 0 {
		if g.lines == 0 {
			return 0, io.EOF
		}
		g.lines--
		g.rest = append([]string{"1\t5\trs1\tA\tG\t.\t.\tAF=0.5\tGT"}, strings.Split(strings.Repeat(longGenotypes+"|", 40), "|")...)
		g.rest[len(g.rest)-1] = "\n"
	}
	n := copy(p, g.rest[0][g.at:])
	if g.at += n; g.at == len(g.rest[0]) {
		g.rest, g.at = g.rest[1:], 0
	}
	return n, nil
}

var longGenotypes = strings.Repeat("\t0/1", 1<<18) // 1 MiB

// TestPanelOfLongLines reads lines of 40 MiB: the memory stays within what
// docs/formats/input.md states.
func TestPanelOfLongLines(t *testing.T) {
	const mib, lines = 1 << 20, 4
	header := "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT" + "\ts1\ts2\ts3" + "\n" +
		"1\t4\trs0\tA\tG\t.\t.\tAF=0.5\tGT" + strings.Repeat("\t0/1", 3) + "\n"
	sample := []meter.Sample{{Name: "/gc/heap/live:bytes"}}
	live := func() uint64 {
		meter.Read(sample)
		return sample[0].Value.Uint64()
	}
	runtime.GC()
	before, peak := live(), uint64(0)
	p := &Panel{Name: "panel.vcf", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(header), &genotypes{lines: lines})), nil
	}}
	done := make(chan int64)
	go func() {
		_, counts, err := readPanelText(t, p)
		if err != nil {
			t.Error(err)
			counts = &panelCounts{}
		}
		done <- counts.rows
	}()
	for rows := int64(-1); rows < 0; {
		select {
		case rows = <-done:
			if rows != lines+1 {
				t.Errorf("%d rows", rows)
			}
		case <-time.After(2 * time.Millisecond):
			peak = max(peak, live()-min(live(), before))
		}
	}
	t.Logf("%d MiB", peak/mib)
	if peak > 450*mib || peak < 20*mib {
		t.Errorf("%d MiB of memory, at most 450 are promised, and a line alone takes 40", peak/mib)
	}
}
