package sumstats

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

	"cohortium/internal/gwas/variant"
)

var update = flag.Bool("update", false, "write the golden files anew")

const realFiles = "../../../testdata/real"

// golden compares got with testdata/<name>.
func golden(t *testing.T, name string, got []byte) {
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

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func inspectBytes(t testing.TB, name string, file []byte) *Inspection {
	t.Helper()
	in, err := Inspect(Source{Name: name, Reader: bytes.NewReader(file)}, InspectOptions{})
	if err != nil {
		t.Fatalf("Inspect(%s): %v", name, err)
	}
	return in
}

// readRows reads all rows of file; err is what ended it, nil at its end.
func readRows(t testing.TB, file []byte, opt ReadOptions) (rows []Row, account Account, err error) {
	t.Helper()
	r, err := Open(bytes.NewReader(file), opt)
	if err != nil {
		return nil, Account{}, err
	}
	defer func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}()
	batch := make([]Row, 7)
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

// checkAccount holds what must be true of every account.
func checkAccount(t testing.TB, rows []Row, a *Account, err error) {
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
	for _, counts := range [][]ReasonCount{a.Excluded, a.Repaired} {
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

// simple maps the columns of the small tables in the tests.
var simple = Mapping{FieldChromosome: "chr", FieldPosition: "pos", FieldEffectAllele: "ea", FieldOtherAllele: "oa",
	FieldBeta: "beta", FieldSE: "se", FieldP: "p"}

const simpleHeader = "chr\tpos\tea\toa\tbeta\tse\tp\n"

// table joins lines of blank-separated cells into a tab-separated table.
func table(header string, lines ...string) []byte {
	all := append([]string{header}, lines...)
	for i := range all {
		all[i] = strings.Join(strings.Fields(all[i]), "\t")
	}
	return []byte(strings.Join(all, "\n") + "\n")
}

// one reads a table of one row.
func one(t *testing.T, file []byte, opt ReadOptions) Row {
	t.Helper()
	if opt.Dict == nil {
		opt.Dict = variant.NewDict()
	}
	rows, account, err := readRows(t, file, opt)
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d rows, %v, %+v", len(rows), err, account.Excluded)
	}
	return rows[0]
}

// reasons lists what became of rows, as reason=count.
func reasons(counts []ReasonCount) map[Reason]int64 {
	m := map[Reason]int64{}
	for _, c := range counts {
		m[c.Reason] = c.N
	}
	return m
}
