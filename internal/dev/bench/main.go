// Command bench measures Cohortium against its peers, side by side in one run,
// and writes docs/benchmarks.md. Peers are Debian's plink1.9, sort, bgzip, tabix, gzip,
// bx-python and susieR.
// A comparison alternates the two programs and quotes the median of the ratios,
// so that a busy machine slows both. It imports seed,
// gwas and the throw-away PostgreSQL of the tests; it tests nothing.
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
	database := flag.String("plain", "", "serve the list of this database `file` and nothing else, as the peer of the measurement of lists")
	listen := flag.String("listen", "", "where to serve it")
	table := flag.String("table", "", "make the table of a page of this `file` and nothing else, for the measurement of tables")
	pageRows := flag.Int("page-rows", 0, "make a study of so many `rows` and the table of a page of it at -o, and nothing else: for web/bench")
	studyRows := flag.Int("study-rows", 0, "make a study of so many `rows`, print its path, and nothing else: for web/bench")
	only := flag.String(
		"only",
		"",
		"measure this alone and print it: meta, qc, judgement, ldsc, finemap, liftover, regions, index, tables, server, lists, variants, queries or numbers",
	)
	variantRows := flag.Int("variant-rows", 50_000, "rows of each of the results that variants are looked up in")
	look := flag.String("look-up", "", "look up variants in the results of -dir in this `way`, write the times to -o, and nothing else")
	flag.Parse()
	if *pageRows > 0 {
		if err := pageTable(*pageRows, *out); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *studyRows > 0 {
		if err := oneStudy(*studyRows, *dir); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *table != "" {
		if _, err := convertTable(*table, *out); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *look != "" {
		if err := lookUp(*look, *dir, *out); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *database != "" {
		log.Fatal(plain(*database, *listen))
	}
	b := bench{binary: *binary, dir: *dir, runs: *runs, variantRows: *variantRows}
	if err := b.run(*only, *large); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", b.report())
	if *only != "" { // the report is of one run of all
		return
	}
	if err := os.WriteFile(*out, b.report(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// run runs the named measurement, or all of them.
func (b *bench) run(only string, large bool) error {
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	for _, step := range []struct {
		name    string
		large   bool
		measure func() error
	}{
		{"meta", false, b.meta}, {"qc", false, b.qc}, {"judgement", false, b.judgement}, {"liftover", false, b.liftover}, {"regions", false, b.regions}, {"index", false, b.index}, {"tables", false, b.tables}, {"server", false, b.server}, {"lists", false, b.lists}, {"variants", false, b.variants},
		{"meta", true, b.largeMeta}, {"qc", true, b.largeQC}, {"liftover", true, b.largeLiftover}, {"index", true, b.largeIndex}, {"tables", true, b.largeTables}, {"queries", true, b.queries}, {"numbers", true, b.numbers},
		// Last: they run in this process, whose peak memory the programs started after them would
		// inherit.
		{"ldsc", false, b.ldsc}, {"finemap", false, b.finemap},
	} {
		if only != "" && only != step.name || step.large && !large {
			continue
		}
		if err := step.measure(); err != nil {
			return err
		}
	}
	return nil
}

// bench runs the measurements and keeps their rows.
type bench struct {
	binary string
	dir    string
	runs   int
	rows   []row

	variantRows int
}
