package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"cohortium/internal/dev/seed"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/qc"

	"github.com/klauspost/compress/gzip"
)

// qcPeers is the number of accepted files that a run is compared with.
const qcPeers = 3

// scores returns LD scores of variants of about rows rows, at most as many as HapMap 3 has, and
// creates them when they are missing.
func (b *bench) scores(rows int) (string, error) {
	path := filepath.Join(b.dir, fmt.Sprintf("scores.%d.tsv.gz", rows))
	return path, once(path, func(z *gzip.Writer) error {
		out := bufio.NewWriterSize(z, 1<<20)
		fmt.Fprint(out, "CHR\tSNP\tBP\tCM\tMAF\tL2\n")
		i, step := 0, max(1, rows/hapMap)
		err := world(rows).Each(func(v seed.Variant) error {
			if i++; i%step > 0 || v.Chromosome >= genome.X || len(v.Ref)+len(v.Alt) > 2 {
				return nil
			}
			l2 := 1 + float64(v.RSID*2654435761%60_000)/1000 // spread as real ones are, the same at each making
			_, err := fmt.Fprintf(out, "%d\trs%d\t%d\t%.6f\t%.6f\t%.6f\n", v.Chromosome, v.RSID, v.Position, float64(v.Position)/1e6, min(v.AF, 1-v.AF), l2)
			return err
		})
		if err != nil {
			return err
		}
		return out.Flush()
	})
}

// qcInputs are the inputs of a full run.
type qcInputs struct{ study, panel, scores string }

func (b *bench) qcInputs(rows int) ([]qcInputs, error) {
	paths, panel, err := b.files(qcPeers+1, rows)
	if err != nil {
		return nil, err
	}
	scores, err := b.scores(rows)
	in := make([]qcInputs, len(paths))
	for i, path := range paths {
		in[i] = qcInputs{path, panel, scores}
	}
	return in, err
}

func (b *bench) runQC(in qcInputs, out string) (usage, error) {
	return timed(b.binary, "sumstats", "qc", in.study, "--build", "GRCh37", "--panel", in.panel, "--ld-scores", in.scores,
		"--cases", "5000", "--controls", "50000", "-o", filepath.Join(b.dir, out))
}

// qc compares a whole QC run, and the comparison with accepted files that follows it on a server, with merely
// inflating its inputs.
func (b *bench) qc() error {
	inputs, err := b.qcInputs(million)
	if err != nil {
		return err
	}
	peers, err := b.qcPeers(inputs[1:])
	if err != nil {
		return err
	}
	scores, err := readScores(inputs[0].scores) // a server keeps them in memory
	if err != nil {
		return err
	}
	c, err := b.compare(
		func() (usage, error) {
			u, err := b.runQC(inputs[0], "qc")
			if err != nil {
				return u, err
			}
			more, err := compareWith(filepath.Join(b.dir, "qc", qc.FilePeer), peers, scores)
			u.wall += more
			return u, err
		},
		func() (usage, error) { return timed("gzip", "-dc", inputs[0].study, inputs[0].panel, inputs[0].scores) },
	)
	if err != nil {
		return err
	}
	b.addRatio(fmt.Sprintf("QC of 1 M rows with panel, LD scores, plots, report, and the comparison with %d accepted files", qcPeers),
		"gzip -dc of the inputs", c, 4, "≤ 4")
	b.addMemory("the same, peak memory", c.maxRSS, gibibyte)
	return nil
}

// qcPeers runs QC of accepted files, once, and returns the data that it kept for comparisons.
func (b *bench) qcPeers(inputs []qcInputs) ([]string, error) {
	var kept []string
	for i, in := range inputs {
		out := fmt.Sprintf("qc.peer%d", i)
		if _, err := b.runQC(in, out); err != nil {
			return nil, err
		}
		kept = append(kept, filepath.Join(b.dir, out, qc.FilePeer))
	}
	return kept, nil
}

func readScores(path string) (*qc.Scores, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	table, err := ldscore.ReadTable(f)
	return &qc.Scores{Table: table}, err
}

func readPeer(path string) (*qc.Peer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return qc.ReadPeer(bufio.NewReader(f))
}

// compareWith compares as a server does when a run has ended, and fails when nothing could be
// estimated.
func compareWith(own string, others []string, scores *qc.Scores) (time.Duration, error) {
	start := time.Now()
	a, err := readPeer(own)
	if err != nil {
		return 0, err
	}
	scores.SHA256 = a.Scores
	for _, path := range others {
		other, err := readPeer(path)
		if err != nil {
			return 0, err
		}
		if t := qc.Compare(a, other, scores); t.Lacks != "" {
			return 0, fmt.Errorf("%s beside %s: nothing was estimated for want of %s", own, path, t.Lacks)
		}
	}
	return time.Since(start), nil
}

func (b *bench) largeQC() error {
	inputs, err := b.qcInputs(10 * million)
	if err != nil {
		return err
	}
	u, err := b.runQC(inputs[0], "qc10")
	if err != nil {
		return err
	}
	b.addMemory(fmt.Sprintf("QC of 10 M rows with panel and LD scores (%s), peak memory", seconds(u.wall)), u.maxRSS, 600<<20)
	return nil
}
