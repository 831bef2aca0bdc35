package browse_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/browse"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// shelf is a source with results for every account, and public ones for callers without one.
type shelf struct {
	kind browse.Kind
	all  map[string]browse.Opened
}

func (s shelf) Kind() browse.Kind { return s.kind }

func (s shelf) Results(_ context.Context, by *auth.Identity, q string) (out []browse.Result, _ error) {
	for _, o := range s.all {
		if (by != nil || o.Public) && strings.Contains(o.Title, q) {
			out = append(out, o.Result)
		}
	}
	return out, nil
}

func (s shelf) Open(_ context.Context, by *auth.Identity, id string) (*browse.Opened, error) {
	o, ok := s.all[id]
	if !ok || by == nil && !o.Public {
		return nil, errs.Missing("result")
	}
	return &o, nil
}

// rows is a table in memory.
type rows []browse.Row

func (r rows) Rows(_ context.Context, region genome.Region) iter.Seq2[browse.Row, error] {
	return func(yield func(browse.Row, error) bool) {
		for _, row := range r {
			if region.Contains(row.Chromosome, row.Position) && !yield(row, nil) {
				return
			}
		}
	}
}

// broken is a table that cannot be read.
type broken struct{}

func (broken) Rows(context.Context, genome.Region) iter.Seq2[browse.Row, error] {
	return func(yield func(browse.Row, error) bool) { yield(browse.Row{}, errors.New("disk on fire")) }
}

func result(id string, build genome.Build, table browse.Table) browse.Opened {
	ref := browse.Ref{Kind: browse.MetaResult, ID: id}
	return browse.Opened{Result: browse.Result{Ref: ref, Title: id, Phenotype: "BMI", Build: build, Scale: sumstats.Standardised}, Table: table}
}

func service(results ...browse.Opened) *browse.Service {
	s := shelf{browse.MetaResult, map[string]browse.Opened{}}
	for _, o := range results {
		s.all[o.Ref.ID] = o
	}
	return browse.New(browse.Config{Sources: []browse.Source{s}, References: inside()})
}

// somebody returns an identity with an account.
func somebody() *auth.Identity { return auth.NewIdentity(&auth.User{ID: "u1"}, nil) }

// fto returns the real FTO file, written as clean files are.
func fto(t testing.TB) *resultfile.File {
	t.Helper()
	f, err := os.Open("../../../testdata/real/fto_locus_chr16_hg19.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]string
	for s := bufio.NewScanner(z); s.Scan(); {
		lines = append(lines, strings.Split(s.Text(), "\t"))
	}
	lines = lines[1:]
	position := func(cells []string) int { n, _ := strconv.Atoi(cells[1]); return n }
	slices.SortStableFunc(lines, func(a, b []string) int { return position(a) - position(b) })
	return written(t, "chromosome\tbase_pair_location\trsid\teffect_allele\tother_allele\teffect_allele_frequency\tbeta\tstandard_error\tp_value", lines)
}

// written writes a table in BGZF with its index, and opens it.
func written(t testing.TB, header string, lines [][]string) *resultfile.File {
	t.Helper()
	var data, index bytes.Buffer
	w := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	must(t, w.WriteHeader([]byte(header+"\n")))
	for _, cells := range lines {
		c, _ := genome.ParseChromosome([]byte(cells[0]))
		at, err := strconv.ParseInt(cells[1], 10, 32)
		must(t, err)
		must(t, w.WriteRow([]byte(strings.Join(cells, "\t")+"\n"), c, int32(at)))
	}
	must(t, errors.Join(w.Close(), w.WriteIndex(&index)))
	f, err := resultfile.Open(bytes.NewReader(data.Bytes()), int64(data.Len()), &index, regionindex.Limits{})
	must(t, err)
	return f
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// inside returns the reference data of a server on which none is installed.
func inside() browse.References {
	return browse.Installed(reference.Open("no such folder", time.Now).Registry)
}
