package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// judgementShare is the part of a QC run that judging its file may take.
const judgementShare = 0.03

// judgement measures the cost of judging a file, as a part of its QC: the decision, which an
// inspection and the run take once each, and the extra cost of reading the file while its rows and
// lines are judged.
func (b *bench) judgement() error {
	inputs, err := b.qcInputs(million)
	if err != nil {
		return err
	}
	var judged, without, shares []float64
	var qc, judging []time.Duration
	for i := range b.runs + 1 {
		run, err := b.runQC(inputs[0], "qc")
		if err != nil {
			return err
		}
		with, deciding, err := readJudged(inputs[0].study, true)
		if err != nil {
			return err
		}
		bare, _, err := readJudged(inputs[0].study, false)
		if err != nil {
			return err
		}
		if i > 0 {
			judged, without = append(judged, with.Seconds()), append(without, bare.Seconds())
			cost := 2*deciding + with - bare
			qc, judging = append(qc, run.cpu), append(judging, cost)
			shares = append(shares, cost.Seconds()/run.cpu.Seconds())
		}
	}
	share := median(shares)
	b.add(row{
		what: fmt.Sprintf("judging a file of 1 M rows in its QC, CPU (read in %.3g s, judged in %.3g s)", median(without), median(judged)),
		ours: seconds(median(judging)), peer: "QC " + seconds(median(qc)), ratio: fmt.Sprintf("%.3f", share),
		goal: fmt.Sprintf("≤ %g", judgementShare), met: share <= judgementShare,
	})
	return nil
}

// readJudged reads a study as QC does, with or without judging it, and returns the CPU time of
// reading and deciding.
func readJudged(path string, judge bool) (reading, deciding time.Duration, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	in, err := recognise.Inspect(recognise.Source{Name: filepath.Base(path), Reader: f}, recognise.InspectOptions{})
	if err != nil {
		return 0, 0, err
	}
	start := cpu()
	d := in.Decide(recognise.Answers{Build: genome.GRCh37, Totals: sumstats.Totals{NCases: 5000, NControls: 50_000}})
	deciding = cpu() - start
	opt := d.ReadOptions(sumstats.ReadOptions{Mapping: d.Mapping, Build: genome.GRCh37, NCases: 5000, NControls: 50_000})
	if !judge {
		opt.Confirm = nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return 0, 0, err
	}
	start = cpu()
	r, err := sumstats.Open(f, opt)
	if err != nil {
		return 0, 0, err
	}
	defer r.Close()
	rows := make([]sumstats.Row, 4096)
	for err == nil {
		_, err = r.ReadRows(rows)
	}
	if !errors.Is(err, io.EOF) {
		return 0, 0, err
	}
	return cpu() - start, deciding, nil
}

// cpu returns the processor time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
