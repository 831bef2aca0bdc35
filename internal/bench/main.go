// Command bench measures Cohortium against its peers, side by side in one run,
// and writes docs/benchmarks.md. Peers are Debian's plink1.9, tabix, gzip and
// bx-python.
// A comparison alternates the two programs and quotes the median of the ratios,
// so that a busy machine slows both. It imports seed and gwas; it tests nothing.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(log.Ltime)
	binary := flag.String("binary", "bin/cohortium", "the program to measure")
	out := flag.String("o", "docs/benchmarks.md", "where the report goes")
	dir := flag.String("dir", filepath.Join(os.TempDir(), "cohortium-bench"), "where generated files are kept between runs")
	runs := flag.Int("runs", 4, "runs of each program in a comparison")
	large := flag.Bool("large", true, "also measure memory on 10 million rows")
	flag.Parse()
	if err := run(*binary, *out, *dir, *runs, *large); err != nil {
		log.Fatal(err)
	}
}

func run(binary, out, dir string, runs int, large bool) error {
	b := bench{binary: binary, dir: dir, runs: runs}
	steps := []func() error{b.meta, b.qc, b.liftover, b.regions, b.server}
	if large {
		steps = append(steps, b.largeMeta, b.largeQC, b.largeLiftover)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	if err := os.WriteFile(out, b.report(), 0o644); err != nil {
		return err
	}
	fmt.Printf("%s", b.report())
	return nil
}

// bench runs the measurements and keeps their rows.
type bench struct {
	binary string
	dir    string
	runs   int
	rows   []row
}
