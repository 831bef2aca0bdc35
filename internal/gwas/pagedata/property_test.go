package pagedata_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/pagedata"
)

// TestRoundTrip draws tables, writes them with the standard library,
// and wants every cell back: as the same number where the column is one, else as the
// same text.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	cell := rapid.OneOf(
		rapid.Map(rapid.Float64Range(-1e9, 1e9), func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }),
		rapid.StringMatching(`[+-]?[0-9]{1,4}(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?`),
		rapid.SampledFrom(
			[]string{"", "NA", "007", "true", "FALSE", "rs12", "a b", `say "x"`, "x,y", "Zoë", "=1+1", "<b>", "1,000", "[1]", "9007199254740993"},
		),
	)
	number := rapid.StringMatching(`[+-]?[1-9][0-9]{0,3}(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?`)
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(2, 6).Draw(t, "columns")
		numeric := rapid.SliceOfN(rapid.Bool(), width, width).Draw(t, "numeric")
		var rows [][]string
		for range rapid.IntRange(1, 30).Draw(t, "rows") {
			row := make([]string, width)
			for i := range row {
				if numeric[i] {
					row[i] = number.Draw(t, "number")
				} else {
					row[i] = cell.Draw(t, "cell")
				}
			}
			row[0] = "key " + row[0] // no row is blank, and none looks like the header
			rows = append(rows, row)
		}
		header := []string{"first one", "second one", "third one", "fourth one", "fifth one", "sixth one"}[:width]
		var text bytes.Buffer
		w := csv.NewWriter(&text)
		if err := w.WriteAll(append([][]string{header}, rows...)); err != nil {
			t.Fatal(err)
		}
		yes := true
		m := &made{}
		var err error
		m.Summary, err = pagedata.Convert(t.Context(), source("a.csv", text.String()), pagedata.Layout{Delimiter: "comma", Header: &yes},
			pagedata.Output{Data: m.data.open, Overview: m.overview.open}, nil)
		if err != nil {
			t.Fatalf("%v in %q", err, text.String())
		}
		got := m.rows(t)
		for r, row := range rows {
			for c, want := range row {
				same(t, m.Columns[c], want, got[r][c])
			}
		}
	})
}

// same compares a cell of the source with what became of it.
func same(t *rapid.T, c pagedata.Column, want, got string) {
	missing := slices.Contains([]string{"", "NA"}, want)
	switch {
	case c.Type == pagedata.Text && want == "" || c.Type != pagedata.Text && missing:
		if got != "∅" {
			t.Fatalf("%s: %q became %q", c.ID, want, got)
		}
	case c.Type == pagedata.Number:
		x, err := strconv.ParseFloat(want, 64)
		if y, failed := strconv.ParseFloat(got, 64); err != nil || failed != nil || x != y {
			t.Fatalf("%s: number %q became %q", c.ID, want, got)
		}
	case c.Type == pagedata.Boolean:
		if !strings.EqualFold(want, got) {
			t.Fatalf("%s: %q became %q", c.ID, want, got)
		}
	case want != got:
		t.Fatalf("%s (%s): %q became %q", c.ID, c.Type, want, got)
	}
}

// TestRealFiles holds tables of real files against an independent reading of them.
func TestRealFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, types string }{
		{"fto_locus_chr16_hg19.tsv.gz", "chromosome:text:chromosome position:number:position rsid:text:rsid effect_allele:text:effect_allele other_allele:text:other_allele eaf:number:effect_allele_frequency effect:number:beta std_err:number:standard_error p_value:number:p_value"},
		{"pmid29559693.tsv.gz", "rsid:text:rsid chr:text:chromosome pos:number:position ea:text:effect_allele nea:text:other_allele eaf:number:effect_allele_frequency or:number:odds_ratio beta:number:beta se:number:standard_error pval:number:p_value n:number info:number"},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			t.Parallel()
			packed, err := os.ReadFile(filepath.Join("../../../testdata/real", c.file))
			if err != nil {
				t.Fatal(err)
			}
			z, err := gzip.NewReader(bytes.NewReader(packed))
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(z)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
			m := converted(t, source(filepath.Base(c.file), string(packed)), pagedata.Layout{})
			if m.types() != c.types || m.Rows != int64(len(lines)-1) || !m.Overview {
				t.Fatalf("%d rows of %d: %s", m.Rows, len(lines)-1, m.types())
			}
			rows := m.rows(t)
			points := 0
			for r, line := range lines[1:] {
				for i, want := range strings.Split(line, "\t") {
					if !sameCell(m.Columns[i], want, rows[r][i]) {
						t.Fatalf("row %d, %s: %q became %q", r+1, m.Columns[i].ID, want, rows[r][i])
					}
					if m.Columns[i].Role == pagedata.P && rows[r][i] != "∅" && rows[r][i] != "0" {
						points++
					}
				}
			}
			var o struct{ QQ struct{ N int } }
			if err := json.Unmarshal(m.overview.Bytes(), &o); err != nil || o.QQ.N != points {
				t.Errorf("%d points of the QQ plot, want %d (%v)", o.QQ.N, points, err)
			}
		})
	}
}

func sameCell(c pagedata.Column, want, got string) bool {
	want = strings.Trim(want, `"`)
	if got == "∅" {
		return want == "" || c.Type == pagedata.Number && want == "NA"
	}
	if c.Type != pagedata.Number {
		return want == got
	}
	x, err := strconv.ParseFloat(want, 64)
	y, failed := strconv.ParseFloat(got, 64)
	return err == nil && failed == nil && x == y && !math.IsNaN(x)
}

// FuzzConvert converts arbitrary input: the result is a table with as many rows as its summary
// states, or an error.
func FuzzConvert(f *testing.F) {
	for _, text := range []string{
		"a,b\n1,2\n", "a\tb\n\"x\ty\"\t2\n", "[{\"a\":1},{\"b\":[1]}]", "{\"data\":[{\"a\":1}]}", "{\"a\":1}\n{\"a\":\"x\"}\n", "PAR1", "\xef\xbb\xbfa;b\n1;2\n",
		"chr\tpos\tp\n1\t5\t1e-400\n", "x\n1\n007\n", "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\n1\t2\trs1\n", "[[1]]", "[{}]", "a,a,\n1,2,3\n", "{\"data\":[", "\x1f\x8b",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer memtest.Bound(t, 128<<20+64*len(text))()
		m, err := convert(t, source("table", text), pagedata.Layout{})
		if err != nil {
			if len(err.Error()) > 2000 || strings.Contains(err.Error(), "panic") {
				t.Errorf("%v", err)
			}
			return
		}
		if rows := m.rows(t); int64(len(rows)) != m.Rows || m.Rows == 0 || len(m.Columns) == 0 {
			t.Errorf("%d rows, said to be %d, %d columns", len(rows), m.Rows, len(m.Columns))
		}
		for _, c := range m.Columns {
			if c.Missing > m.Rows || c.Unreadable > c.Missing || c.Distinct != nil && int64(*c.Distinct) > m.Rows-c.Missing {
				t.Errorf("%+v of %d rows", c, m.Rows)
			}
		}
	})
}
