// Package sumstatstest holds what the tests of the reader, of recognition and of
// the writer share: made-up tables, their containers, and reading with the account
// checked. Only tests import it.
package sumstatstest

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// RealFiles is the folder of real files, seen from a package of gwas.
const RealFiles = "../../../testdata/real"

// Golden compares got with testdata/<name>.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// ReadFile returns a file of the repository.
func ReadFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// ReadRows reads all rows of file; err is the error that ended it, nil at its end.
func ReadRows(t testing.TB, file []byte, opt sumstats.ReadOptions) (rows []sumstats.Row, account sumstats.Account, err error) {
	t.Helper()
	r, err := sumstats.Open(bytes.NewReader(file), opt)
	if err != nil {
		return nil, sumstats.Account{}, err
	}
	defer func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}()
	batch := make([]sumstats.Row, 7)
	for {
		n, err := r.ReadRows(batch)
		rows = append(rows, batch[:n]...)
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			account := r.Account()
			checkAccount(t, rows, &account, err)
			return rows, account, err
		}
	}
}

// firstLines is how many line numbers a count of an account keeps.
const firstLines = 10

// checkAccount checks the invariants of every account.
func checkAccount(t testing.TB, rows []sumstats.Row, a *sumstats.Account, err error) {
	t.Helper()
	if a.RowsIn != a.RowsOut+a.ExcludedN() {
		t.Errorf("%d rows in, %d out, %d excluded", a.RowsIn, a.RowsOut, a.ExcludedN())
	}
	if a.RowsOut != int64(len(rows)) {
		t.Errorf("%d rows delivered, %d accounted for", len(rows), a.RowsOut)
	}
	for i := 1; i < len(rows); i++ {
		if rows[i].Line <= rows[i-1].Line {
			t.Fatalf("line %d comes after line %d", rows[i].Line, rows[i-1].Line)
		}
	}
	for _, counts := range [][]sumstats.ReasonCount{a.Excluded, a.Repaired} {
		for _, c := range counts {
			if c.N < 1 || int64(len(c.Lines)) != min(c.N, firstLines) || c.Sentence == "" {
				t.Errorf("count %+v", c)
			}
		}
	}
	for _, c := range a.Columns {
		if c.Missing < 0 || c.Valid < 0 || c.ValidAfter < 0 || c.Valid > c.Rows || c.ValidAfter > c.Rows {
			t.Errorf("column %+v", c)
		}
	}
}

// Simple maps the columns of the small tables in the tests.
var Simple = sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa",
	sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p"}

// SimpleHeader is the header of those tables.
const SimpleHeader = "chr\tpos\tea\toa\tbeta\tse\tp\n"

// Table joins lines of blank-separated cells into a tab-separated table.
func Table(header string, lines ...string) []byte {
	all := append([]string{header}, lines...)
	for i := range all {
		all[i] = strings.Join(strings.Fields(all[i]), "\t")
	}
	return []byte(strings.Join(all, "\n") + "\n")
}

// One reads a table of one row.
func One(t *testing.T, file []byte, opt sumstats.ReadOptions) sumstats.Row {
	t.Helper()
	if opt.Dict == nil {
		opt.Dict = variant.NewDict()
	}
	rows, account, err := ReadRows(t, file, opt)
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d rows, %v, %+v", len(rows), err, account.Excluded)
	}
	return rows[0]
}

// Reasons lists what became of rows, as reason=count.
func Reasons(counts []sumstats.ReasonCount) map[sumstats.Reason]int64 {
	m := map[sumstats.Reason]int64{}
	for _, c := range counts {
		m[c.Reason] = c.N
	}
	return m
}
