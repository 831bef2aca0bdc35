package pagedata_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"cohortium/internal/gwas/pagedata"
)

// kept is a writer into memory that starts again each time it is opened.
type kept struct{ bytes.Buffer }

func (k *kept) open() (io.WriteCloser, error) {
	k.Reset()
	return struct {
		io.Writer
		io.Closer
	}{k, io.NopCloser(nil)}, nil
}

// made is a converted table.
type made struct {
	*pagedata.Summary
	data, overview kept
}

func source(name, text string) pagedata.Source {
	return pagedata.Source{Name: name, Data: strings.NewReader(text), Size: int64(len(text))}
}

func convert(t testing.TB, src pagedata.Source, l pagedata.Layout) (*made, error) {
	t.Helper()
	m := &made{}
	var err error
	m.Summary, err = pagedata.Convert(context.Background(), src, l, pagedata.Output{Data: m.data.open, Overview: m.overview.open}, nil)
	return m, err
}

func converted(t testing.TB, src pagedata.Source, l pagedata.Layout) *made {
	t.Helper()
	m, err := convert(t, src, l)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// rows reads the Parquet back as texts, "∅" for a missing value, in the order of the
// summary.
func (m *made) rows(t interface{ Fatal(...any) }) [][]string {
	f, err := parquet.OpenFile(bytes.NewReader(m.data.Bytes()), int64(m.data.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for _, g := range f.RowGroups() {
		r := g.Rows()
		rows := make([]parquet.Row, 100)
		for {
			n, err := r.ReadRows(rows)
			for _, row := range rows[:n] {
				cells := make([]string, len(m.Columns))
				for i, c := range m.Columns {
					at, _ := f.Schema().Lookup(c.ID)
					cells[i] = "∅"
					if v := row[at.ColumnIndex]; !v.IsNull() {
						cells[i] = v.String()
					}
				}
				out = append(out, cells)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		r.Close()
	}
	return out
}

func (m *made) types() string {
	var out []string
	for _, c := range m.Columns {
		text := c.ID + ":" + string(c.Type)
		if c.Role != "" {
			text += ":" + string(c.Role)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, file, text string
		layout           pagedata.Layout
		types            string
		rows             [][]string
	}{
		{
			name: "numbers as people write them", file: "a.csv", text: "x,y\n5E-8,1e+5\n+3,-0.5\nNA,.\n",
			types: "x:number y:number", rows: [][]string{{"5e-08", "100000"}, {"3", "-0.5"}, {"∅", "∅"}},
		},
		{
			name: "codes stay text", file: "a.tsv", text: "chr\tcode\tgene_id\tmix\n01\t007\t12\t1\n02\t008\t13\tX\n",
			types: "chr:text:chromosome code:text gene_id:text mix:text",
			rows:  [][]string{{"01", "007", "12", "1"}, {"02", "008", "13", "X"}},
		},
		{
			name: "semicolons, quotes and a byte order mark", file: "a.csv", text: "\ufeff\"na;me\";b\n\"a \"\"q\"\"\";1\n\"x;y\";2\n",
			types: "na_me:text b:number", rows: [][]string{{`a "q"`, "1"}, {"x;y", "2"}},
		},
		{
			name: "an array of objects, spread over lines", file: "a.json",
			text:  "[\n {\"g\": \"A\", \"on\": true, \"l\": [1, \"b\"]},\n {\"g\": \"B\", \"on\": false, \"n\": 2.5}\n]\n",
			types: "g:text on:boolean l:list n:number", rows: [][]string{{"A", "true", `[1,"b"]`, "∅"}, {"B", "false", "∅", "2.5"}},
		},
		{
			name: "an object with data", file: "a.json", text: `{"count": 2, "data": [{"a": 1}, {"a": null}], "next": null}`,
			types: "a:number", rows: [][]string{{"1"}, {"∅"}},
		},
		{
			name: "JSON lines with a member that turns up late", file: "a.jsonl", text: "{\"a\": \"x\"}\n" + strings.Repeat("{\"a\": \"y\"}\n", 1200) + "{\"b\": 7}\n",
			types: "a:text b:text",
		},
		{
			name: "one column", file: "genes.txt", text: "gene\nBRCA1\nTP53\n", types: "gene:text:gene", rows: [][]string{{"BRCA1"}, {"TP53"}},
		},
		{
			name: "no header, as it was said", file: "a.csv", text: "a,b\nc,d\n", layout: pagedata.Layout{Header: new(bool)},
			types: "column_1:text column_2:text", rows: [][]string{{"a", "b"}, {"c", "d"}},
		},
		{
			name: "headers that are blank or twice there", file: "a.csv", text: "a,,a,A b\n1,2,3,4\n",
			types: "a:number column_2:number a_2:number a_b:number", rows: [][]string{{"1", "2", "3", "4"}},
		},
		{
			name: "a type that was said", file: "a.csv", text: "a,b\n1,x\ntwo,y\n", layout: pagedata.Layout{Types: map[string]pagedata.Type{"a": pagedata.Number}},
			types: "a:number b:text", rows: [][]string{{"1", "x"}, {"∅", "y"}},
		},
		{
			name: "whole numbers that a double does not hold", file: "a.csv", text: "a,b\n9007199254740993,1\n9007199254740991,9007199254740991\n",
			types: "a:text b:number", rows: [][]string{{"9007199254740993", "1"}, {"9007199254740991", "9.007199254740991e+15"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := converted(t, source(c.file, c.text), c.layout)
			if got := m.types(); got != c.types {
				t.Errorf("columns %s, want %s", got, c.types)
			}
			if c.rows == nil {
				return
			}
			if diff := cmp.Diff(c.rows, m.rows(t)); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, file, text, want string }{
		{"a ragged row", "a.csv", "a,b\n1,2\n1,2,3\n", "line 3"},
		{"an open quote", "a.csv", "a,b\n1,2\n\"1,2\n", "line 3"},
		{"rows of arrays", "a.json", "{\"data\": [{\"a\": 1}, [2]]}", "row 2:"},
		{"nothing", "a.csv", "", "empty"},
		{"a header alone", "a.csv", "a,b\n", "no rows"},
		{"an array of numbers", "a.json", "[1, 2]", "row 1:"},
		{"JSON that ends early", "a.json", "[{\"a\": 1}, {\"a\"", "ends too early"},
		{"JSON that goes on", "a.json", "[{\"a\": 1}] [", "broken"},
		{"a member twice", "a.json", "[{\"a\": 1, \"a\": 2}]", "twice"},
		{"a long cell", "a.csv", "a,b\n1," + strings.Repeat("x", pagedata.MaxCell+1) + "\n", "line 2, column b"},
		{"many columns", "a.csv", strings.Repeat("a,", 600) + "b\n" + strings.Repeat("1,", 600) + "2\n", "at most"},
		{"a Parquet file cut off", "a.parquet", "PAR1abc", "Parquet"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := convert(t, source(c.file, c.text), pagedata.Layout{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestALateRowDecides(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 100_000 {
		fmt.Fprintf(&b, "%d,%d\n", i, i%7)
	}
	b.WriteString("nine,1\n")
	m := converted(t, source("a.csv", b.String()), pagedata.Layout{})
	if m.types() != "x:text y:number" || m.Rows != 100_001 || m.RowGroups != 2 {
		t.Fatalf("%s, %d rows, %d groups", m.types(), m.Rows, m.RowGroups)
	}
	rows := m.rows(t)
	if rows[0][0] != "0" || rows[99_999][0] != "99999" || rows[100_000][0] != "nine" || rows[100_000][1] != "1" {
		t.Errorf("rows %v, %v, %v", rows[0], rows[99_999], rows[100_000])
	}
	if len(m.Findings) != 1 || !strings.Contains(m.Findings[0], "line 100002: nine") {
		t.Errorf("findings %q", m.Findings)
	}
	y := m.Columns[1]
	if y.Distinct == nil || *y.Distinct != 7 || *y.Min != 0 || *y.Max != 6 || y.Missing != 0 || m.Columns[0].Distinct != nil {
		t.Errorf("summary %+v", m.Columns)
	}
}

// TestNamesAreTexts holds that alleles coded 1 to 4 and genes named by numbers stay texts.
func TestNamesAreTexts(t *testing.T) {
	t.Parallel()
	text := "CHR\tPOS\tEFFECT_ALLELE\tOTHER_ALLELE\tgene\tP\n11\t100\t2\t4\t3567\t0.5\n12\t200\t1\t3\t12\t0.1\n"
	m := converted(t, source("coded.tsv", text), pagedata.Layout{})
	want := "chr:text:chromosome pos:number:position effect_allele:text:effect_allele other_allele:text:other_allele gene:text:gene p:number:p_value"
	if got := m.types(); got != want {
		t.Fatalf("got %s", got)
	}
	if diff := cmp.Diff([]string{"11", "100", "2", "4", "3567", "0.5"}, m.rows(t)[0]); diff != "" {
		t.Fatal(diff)
	}
}

// TestInspectHolds checks what Inspect reports of the first rows of each column, by the type of the
// column.
func TestInspectHolds(t *testing.T) {
	t.Parallel()
	text := "gene,p,mix\nA,0.5,1\nA,,x\nB,1e-9,NA\n"
	p, err := pagedata.Inspect(context.Background(), source("a.csv", text), pagedata.Layout{Types: map[string]pagedata.Type{"mix": pagedata.Number}})
	if err != nil {
		t.Fatal(err)
	}
	number := func(x float64) *float64 { return &x }
	whole := func(n int) *int { return &n }
	want := []pagedata.Column{
		{ID: "gene", Source: "gene", Type: "text", Role: "gene", Distinct: whole(2), First: []string{"A", "B"}},
		{
			ID:       "p",
			Source:   "p",
			Type:     "number",
			Role:     "p_value",
			Missing:  1,
			Distinct: whole(2),
			Min:      number(1e-9),
			Max:      number(0.5),
			First:    []string{"0.5", "1e-9"},
		},
		{
			ID:              "mix",
			Source:          "mix",
			Type:            "number",
			Missing:         2,
			Unreadable:      1,
			FirstUnreadable: "row 2: x",
			Distinct:        whole(1),
			Min:             number(1),
			Max:             number(1),
			First:           []string{"1"},
		},
	}
	if diff := cmp.Diff(want, p.Held); diff != "" || p.Looked != 3 {
		t.Errorf("of %d rows: %s", p.Looked, diff)
	}
	long, err := pagedata.Inspect(context.Background(), source("b.csv", "n\n"+strings.Repeat("7\n", 1500)), pagedata.Layout{})
	if err != nil || long.Looked != 1000 || *long.Held[0].Max != 7 {
		t.Errorf("of a long table: %+v (%v)", long, err)
	}
}

// TestHeadersAreNames in whichever way they are written.
func TestHeadersAreNames(t *testing.T) {
	t.Parallel()
	m := converted(t, source("a.tsv", "\ufeff\"gene, symbol\"\t\"p \"\"value\"\" of it\"\t#n\nTTN\t1\t2\n"), pagedata.Layout{})
	var names []string
	for _, c := range m.Columns {
		names = append(names, c.Source)
	}
	if diff := cmp.Diff([]string{"gene, symbol", `p "value" of it`, "n"}, names); diff != "" {
		t.Error(diff)
	}
}
