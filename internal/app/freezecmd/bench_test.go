package freezecmd

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"cohortium/internal/app/console"
)

// BenchmarkFreeze is a freeze of 2 phenotypes × 2 ancestries × 5 cohorts of 20,000 rows and one scheme.
// "of-single" is its time over that of the single commands, and "again-of-share" that of a run after one
// cohort was replaced over a quarter of the freeze, its share.
func BenchmarkFreeze(b *testing.B) {
	dir := b.TempDir()
	var studies []entry
	for _, phenotype := range []string{"AF", "HF"} {
		for _, ancestry := range []string{"EAS", "EUR"} {
			for i := range 5 {
				e := entry{fmt.Sprintf("cohort%d", i+1), phenotype, ancestry, "both"}
				cohortOf(b, filepath.Join(dir, e.file()), uint64(len(studies)+1), ancestry, phenotype, 20_000)
				studies = append(studies, e)
			}
		}
	}
	path := document(b, dir, "name: Bench\nversion: \"1\"\noptions: {build: GRCh37}\n", studies)
	var single, whole, again time.Duration
	for n := 0; b.Loop(); n++ {
		from := time.Now()
		for i := 0; i < len(studies); i += 5 {
			arguments := []string{"sumstats", "meta"}
			for _, e := range studies[i : i+5] {
				arguments = append(arguments, filepath.Join(dir, e.file()))
			}
			if _, stderr, status := run(
				b,
				context.Background(),
				append(arguments, "--figures", "-o", filepath.Join(dir, "single.tsv.gz"))...); status != console.ExitOK {
				b.Fatal(stderr)
			}
		}
		single += time.Since(from)
		out := filepath.Join(dir, fmt.Sprint("out", n))
		from = time.Now()
		freezeOf(b, path, out)
		whole += time.Since(from)
		cohortOf(b, filepath.Join(dir, studies[7].file()), uint64(100+n), studies[7].ancestry, studies[7].phenotype, 20_000)
		from = time.Now()
		freezeOf(b, path, out)
		again += time.Since(from)
	}
	b.ReportMetric(whole.Seconds()/single.Seconds(), "of-single")
	b.ReportMetric(again.Seconds()/(whole.Seconds()/4), "again-of-share")
	b.ReportMetric(whole.Seconds()/float64(b.N), "s/freeze")
}
