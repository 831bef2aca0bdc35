package meta_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/pgzip"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

var (
	benchRows    = flag.Int("meta.rows", 100_000, "rows of each file of BenchmarkFiles")
	benchStudies = flag.Int("meta.studies", 5, "files of BenchmarkFiles")
	benchDir     = flag.String("meta.dir", "", "where BenchmarkFiles keeps its files; empty for a temporary folder")
	benchPeer    = flag.Bool("meta.plink", false, "run plink1.9 on the same files as well")
)

// plinkMapping is the mapping of the generated files, whose headers plink reads.
var plinkMapping = sumstats.Mapping{
	"chromosome": "CHR", "base_pair_location": "BP", "rsid": "SNP", "effect_allele": "A1", "other_allele": "A2",
	"effect_allele_frequency": "FRQ", "info": "INFO", "n": "N", "beta": "BETA", "standard_error": "SE", "p_value": "P",
}

// writeStudy writes study i of a simulated consortium: sorted, 11 columns, gzip.
// Sites, alleles and frequencies are common to all studies; 5 % of the sites are
// missing and a third of the rows name the other effect allele.
func writeStudy(path string, i, rows int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	zw := pgzip.NewWriter(f)
	w := bufio.NewWriterSize(zw, 1<<20)
	site := rand.New(rand.NewPCG(91, 92))
	own := rand.New(rand.NewPCG(93, uint64(i)))
	fmt.Fprintln(w, "CHR\tBP\tSNP\tA1\tA2\tFRQ\tINFO\tBETA\tSE\tP\tN")
	var line []byte
	chromosome, position := genome.Chromosome(1), int64(10_000)
	step := 2_800_000_000 / rows
	for s := range rows {
		if position += int64(1 + site.IntN(2*step-1)); position > int64(chromosome.Length(genome.GRCh37)) && chromosome < 22 {
			chromosome, position = chromosome+1, int64(10_000+site.IntN(step))
		}
		maf := 0.01 + 0.48*site.Float64()
		ea := site.IntN(4)
		oa := (ea + 1 + site.IntN(3)) % 4
		effect := 0.0
		if site.IntN(2000) == 0 {
			effect = 0.06 * site.NormFloat64()
		}
		n := float64(20_000 + 10_000*i)
		se := 1 / math.Sqrt(2*maf*(1-maf)*n)
		beta, freq := effect+se*own.NormFloat64(), min(max(maf+0.004*own.NormFloat64(), 0.001), 0.999)
		skip, turn := own.IntN(20) == 0, own.IntN(3) == 0
		if skip {
			continue
		}
		if turn {
			ea, oa, beta, freq = oa, ea, -beta, 1-freq
		}
		line = strconv.AppendInt(line[:0], int64(chromosome), 10)
		line = strconv.AppendInt(append(line, '\t'), position, 10)
		line = strconv.AppendInt(append(line, "\trs"...), int64(1_000_000+s), 10)
		line = append(line, '\t', "ACGT"[ea], '\t', "ACGT"[oa], '\t')
		line = strconv.AppendFloat(line, freq, 'f', 6, 64)
		line = strconv.AppendFloat(append(line, '\t'), 0.6+0.4*own.Float64(), 'f', 4, 64)
		line = strconv.AppendFloat(append(line, '\t'), beta, 'g', 6, 64)
		line = strconv.AppendFloat(append(line, '\t'), se, 'g', 6, 64)
		line = strconv.AppendFloat(append(line, '\t'), math.Pow(10, -stat.NegLog10PFromZ(beta/se)), 'g', 6, 64)
		line = strconv.AppendInt(append(line, '\t'), int64(n)-int64(own.IntN(500)), 10)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := zw.Close(); err != nil {
		return err
	}
	return f.Close()
}

// benchFiles returns generated files, making those that are not there.
func benchFiles(b *testing.B, studies, rows int) []string {
	dir := *benchDir
	if dir == "" {
		dir = b.TempDir()
	}
	var paths []string
	for i := range studies {
		path := filepath.Join(dir, fmt.Sprintf("study%d_%d.tsv.gz", i+1, rows))
		if _, err := os.Stat(path); err != nil {
			if err := writeStudy(path+".part", i, rows); err != nil {
				b.Fatal(err)
			}
			if err := os.Rename(path+".part", path); err != nil {
				b.Fatal(err)
			}
		}
		paths = append(paths, path)
	}
	return paths
}

type closers []io.Closer

func (c closers) Close() error {
	var first error
	for _, one := range c {
		if err := one.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// fileStudy reads one file with a mapping.
func fileStudy(path string, opt sumstats.ReadOptions) meta.Study {
	return meta.Study{Name: filepath.Base(path), Open: func(context.Context) (sumstats.RowReader, io.Closer, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, err
		}
		r, err := sumstats.Open(f, opt)
		if err != nil {
			return nil, nil, err
		}
		return r, closers{r, f}, nil
	}}
}

// BenchmarkFiles combines gzip files from disk to disk, as the command does. With
// -meta.plink it times plink1.9 on the same files first. For the five files of a
// million rows: go test -run - -bench Files -benchtime 1x -meta.rows 1000000 -meta.plink.
func BenchmarkFiles(b *testing.B) {
	paths := benchFiles(b, *benchStudies, *benchRows)
	var peerSeconds, peerMiB, resultMiB float64
	if *benchPeer {
		peerSeconds, peerMiB = runPlink(b, paths, b.TempDir())
	}
	var summary *meta.Summary
	before := processUsage(b)
	for b.Loop() {
		dict := variant.NewDict()
		var studies []meta.Study
		for _, path := range paths {
			studies = append(studies, fileStudy(path, sumstats.ReadOptions{Name: path, Mapping: plinkMapping, Build: genome.GRCh37, Dict: dict}))
		}
		results, err := os.Create(filepath.Join(b.TempDir(), "out.tsv.gz"))
		if err != nil {
			b.Fatal(err)
		}
		out := meta.Output{Results: results, Index: io.Discard,
			Manhattan: plot.NewManhattan(plot.ManhattanOptions{Build: genome.GRCh37}), QQ: plot.NewQQ(meta.Strata())}
		if summary, err = meta.Run(context.Background(), dict, studies, meta.DefaultOptions(), out, nil); err != nil {
			b.Fatal(err)
		}
		out.Manhattan.Data(dict)
		out.QQ.Data()
		if info, err := results.Stat(); err == nil {
			resultMiB = float64(info.Size()) / (1 << 20)
		}
		if err := results.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(summary.NVariants), "variants")
	b.ReportMetric(resultMiB, "out-MiB")
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s")
	if *benchPeer {
		b.ReportMetric(peerSeconds, "plink-s")
		b.ReportMetric(peerMiB, "plink-MiB")
	}
	after := processUsage(b)
	b.ReportMetric(float64(after.Maxrss)/1024, "MiB")
	b.ReportMetric((cpuSeconds(after)-cpuSeconds(before))/float64(b.N), "cpu-s")
}

func processUsage(tb testing.TB) *syscall.Rusage {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		tb.Fatal(err)
	}
	return &usage
}

func cpuSeconds(u *syscall.Rusage) float64 {
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// runPlink runs plink1.9 on the files and returns its seconds and peak memory in MiB.
func runPlink(tb testing.TB, paths []string, dir string) (seconds, rss float64) {
	tb.Helper()
	plink, err := exec.LookPath("plink1.9")
	if err != nil {
		tb.Skip("plink1.9 is not installed (Debian package plink1.9)")
	}
	arguments := append([]string{"--meta-analysis"}, paths...)
	arguments = append(arguments, "+", "qt", "--out", filepath.Join(dir, "plink"))
	began := time.Now()
	command := exec.Command(plink, arguments...)
	if out, err := command.CombinedOutput(); err != nil {
		tb.Fatalf("plink1.9 %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	seconds = time.Since(began).Seconds()
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		rss = float64(usage.Maxrss) / 1024
	}
	return seconds, rss
}
