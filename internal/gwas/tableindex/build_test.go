package tableindex

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestBuildRefuses(t *testing.T) {
	bomb := gzipped(t, bytes.Repeat([]byte("1\t2\n"), 20<<20))
	whole := gzipped(t, []byte("gene\tn\n"+strings.Repeat("A\t1\n", 5000)))
	tests := []struct {
		name, schema string
		text         string
		want         string
	}{
		{"t.tsv", "gene", "gene\tgene\nA\tB\n", "same name twice"},
		{"t.tsv", "gene", "gene\tn\nA\t1\nB\n", "line 3: The row has 1 cell and the table 2 columns. Its line is cut or broken"},
		{"t.tsv", "gene", "gene\tn\nA\t1\nB\t2\t3\n", "line 3: The row has 3 cells"},
		{"t.csv", "gene", "gene,n\nA,1\n\"B,2\n", "line 3: A quote is opened"},
		{"t.tsv", "genes", "gene\tn\nA\t1\n", `no column "genes"`},
		{"t.tsv", "chr:pos", "chr\tpos\n1\t5\n1\tx\n", `line 3, column pos, value "x"`},
		{"t.tsv", "chr:pos", "chr\tpos\n1\t-5\n", `line 2, column pos, value "-5"`},
		{"t.tsv", "chr:pos", "chr\tpos\n1\t2147483648\n", "is not a position"},
		{"t.tsv", "chr:a-b", "chr\ta\tb\n1\t9\t5\n", "ends before it begins"},
		{"t.tsv", "n", "gene\tn\n" + strings.Repeat("A\t1\n", 3000) + "A\tmany\n", `line 3002, column n, value "many"`},
		{"t.tsv", "v=$chr:$pos", "v\tn\n1:5\t1\nrs7\t2\n", "does not have the form"},
		{"t.tsv", "gene", "gene\tn\n\t1\n\t2\n", "None of the 2 rows has a value"},
		{"t.tsv", "gene", "", "empty"},
		{"t.tsv", "gene", "gene\tn\n" + strings.Repeat("x", 2000) + "\t1\n", "too long for a key"},
		{"t.tsv", "gene", "gene\tn\nA\t1\n\x00\t2\n", "zero byte"},
		{"t.jsonl", "gene", "{\"gene\":\"A\"}\n{\"gene\":\"B\"", "line 2: This is not one whole JSON object"},
		{"t.jsonl", "gene", "{\"gene\":\"A\"}\n[1]\n", "line 2: This is JSON, but not an object"},
		{"t.jsonl", "gene", "{\"gene\":\"A\",\"gene\":\"B\"}\n", "this member twice"},
		{"t.jsonl", "gene", "{\"gene\":[1]}\n", "cannot be a key"},
		{"t.jsonl", "gene", "{\"gene\":\"a\\u0000b\"}\n", "zero byte"},
		{"t.bed", "chrom:chromStart-chromEnd", "1\t5\n1\t7\n", "BED has at least"},
		{"t.gz", "gene", string(whole[:len(whole)-20]), "ends too early"},
		{"t.gz", "gene", string(slices.Concat(whole[:60], []byte{whole[60] ^ 4}, whole[61:])), "damaged"},
		{"t.gz", "column_1", string(bomb), "times its size"},
	}
	for _, tt := range tests {
		f := &files{}
		spec := Spec{Schema: schemaOf(t, tt.schema)}
		_, err := Build(context.Background(), sourceOf(tt.name, []byte(tt.text)), spec, f.output(), Options{TempDir: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s by %s: %v, want %q", tt.name, tt.schema, err, tt.want)
		}
		if f.index != nil {
			t.Errorf("%s by %s: there is an index", tt.name, tt.schema)
		}
	}
}

func ask(t *testing.T, x *Index, values ...string) []string {
	t.Helper()
	q, err := x.about.Schema.ParseQuery(values, x.about.Build, nil)
	if err != nil {
		t.Fatal(err)
	}
	return linesOf(t, x, q)
}

func wantLines(t *testing.T, x *Index, want []string, values ...string) {
	t.Helper()
	if diff := gocmp.Diff(want, ask(t, x, values...)); diff != "" {
		t.Errorf("%q (-want +got):\n%s", values, diff)
	}
}

func TestEveryRowIsAccountedFor(t *testing.T) {
	text := "gene\tchr\tpos\nB\t1\t5\n\t1\t6\nA\tNA\t7\n\n# a remark\ngene\tchr\tpos\nA\t1\t1e3\nNA\t1\t8\n"
	x, sum, _ := built(t, sourceOf("t.tsv", []byte(text)), Spec{Schema: schemaOf(t, "gene,chr:pos")})
	if sum.Rows != 3 || sum.Skipped != 2 || sum.SkippedAt != 3 || sum.Entries != 3 {
		t.Errorf("%+v", sum)
	}
	wantLines(t, x, []string{"A\t1\t1e3"}, "A", "1:1000")
	wantLines(t, x, []string{"NA\t1\t8"}, "NA", "1:8") // a text like any other
}

// A row of a|b is found under both, once each, also next to a locus and where both say the same.
func TestAlternatives(t *testing.T) {
	text := "id,a,b,chr,pos\n1,x,y,1,10\n2,y,x,1,20\n3,x,x,1,30\n4,z,,1,40\n5,,x,2,50\n6,,,1,60\n"
	x, sum, _ := built(t, sourceOf("t.csv", []byte(text)), Spec{Schema: schemaOf(t, "a|b,chr:pos")})
	if sum.Rows != 5 || sum.Skipped != 1 || sum.Entries != 7 || sum.InPlace {
		t.Errorf("%+v", sum)
	}
	wantLines(t, x, []string{"1,x,y,1,10", "2,y,x,1,20", "3,x,x,1,30"}, "x", "1:1-100")
	wantLines(t, x, []string{"1,x,y,1,10", "2,y,x,1,20"}, "y", "1:1-100")
	wantLines(t, x, []string{"4,z,,1,40"}, "z", "1:1-100")
	wantLines(t, x, []string{"5,,x,2,50"}, "x", "2:1-100")
	report, err := Verify(context.Background(), x, sourceOf("t.csv", []byte(text)), 200, 7, nil)
	if err != nil || report.Different != 0 || report.Queries != 200 || report.SourceRows != 6 {
		t.Errorf("%+v (%v)", report, err)
	}
	y, _, _ := built(t, sourceOf("t.csv", []byte(text)), Spec{Schema: schemaOf(t, "a|b")})
	wantLines(t, y, []string{"1,x,y,1,10", "2,y,x,1,20", "3,x,x,1,30", "5,,x,2,50"}, "x")
}

func TestTemplates(t *testing.T) {
	text := "varId\tn\n8:100:A:G\t1\nchr8:100:A:T\t2\n8:1000:A:G\t3\n10:5:C:T\t4\n"
	x, _, _ := built(t, sourceOf("t.tsv", []byte(text)), Spec{Schema: schemaOf(t, "varId=$chr:$pos")})
	wantLines(t, x, []string{"8:100:A:G\t1"}, "8:100:A:G")
	wantLines(t, x, []string{"8:100:A:G\t1"}, "chr8:100:A:G")
	wantLines(t, x, []string{"chr8:100:A:T\t2"}, "8:100:A:T")
	wantLines(t, x, []string{}, "8:100:A:C")
	wantLines(t, x, []string{"8:100:A:G\t1", "chr8:100:A:T\t2"}, "8:100")
	wantLines(t, x, []string{"8:100:A:G\t1", "chr8:100:A:T\t2", "8:1000:A:G\t3"}, "8:1-1000")
	regions := "region\tn\n8:100-200\t1\n8:100-201\t2\n8:150-160\t3\n"
	y, _, _ := built(t, sourceOf("t.tsv", []byte(regions)), Spec{Schema: schemaOf(t, "region=$chr:$start-$stop")})
	wantLines(t, y, []string{"8:100-200\t1"}, "8:100-200")
	wantLines(t, y, []string{"8:100-201\t2"}, "8:201")
}

// A person may state each way of counting.
func TestCoordinates(t *testing.T) {
	text := []byte("chr\ta\tb\n1\t100\t200\n")
	for counts, want := range map[Coordinates][2]int{HalfOpen: {100, 199}, Closed: {100, 200}, ZeroBased: {101, 200}} {
		x, _, _ := built(t, sourceOf("t.tsv", text), Spec{Schema: schemaOf(t, "chr:a-b"), Coordinates: counts})
		for at := 98; at <= 202; at++ {
			found := len(ask(t, x, fmt.Sprintf("1:%d", at))) == 1
			if found != (at >= want[0] && at <= want[1]) {
				t.Errorf("%s: base %d is in the row: %v", counts, at, found)
			}
		}
	}
}

func TestInPlace(t *testing.T) {
	rows := "1\t5\n1\t7\n2\t1\n"
	for _, tt := range []struct {
		name, text string
		pack       func(testing.TB, []byte) []byte
		inPlace    bool
	}{
		{"in order", "chr\tpos\n" + rows, bgzipped, true},
		{"with line feeds of two signs", strings.ReplaceAll("chr\tpos\n"+rows, "\n", "\r\n"), bgzipped, true},
		{"without a last line feed", "chr\tpos\n1\t5\n1\t7", bgzipped, true},
		{"with blank lines at its end", "chr\tpos\n" + rows + "\n\n", bgzipped, true},
		{"gzip", "chr\tpos\n" + rows, gzipped, false},
		{"with a remark among rows", "chr\tpos\n1\t5\n#\n1\t7\n", bgzipped, false},
		{"with a row without position", "chr\tpos\n1\t5\n1\tNA\n1\t7\n", bgzipped, false},
		{"not in order", "chr\tpos\n" + rows + "1\t1\n", bgzipped, false},
	} {
		src := sourceOf("t.tsv.gz", tt.pack(t, []byte(tt.text)))
		x, sum, f := built(t, src, Spec{Schema: schemaOf(t, "chr:pos")})
		if sum.InPlace != tt.inPlace || (f.data == nil) != tt.inPlace {
			t.Errorf("%s: in place %v", tt.name, sum.InPlace)
		}
		wantLines(t, x, []string{"1\t7"}, "chr1:7")
	}
}

// Rows that begin in order and end otherwise are sorted all the same.
func TestUnsortedSortedFile(t *testing.T) {
	var text strings.Builder
	text.WriteString("chr\tpos\n")
	for i := range 150_000 {
		fmt.Fprintf(&text, "1\t%d\n", i+10)
	}
	text.WriteString("1\t3\n")
	for _, pack := range []func(testing.TB, []byte) []byte{bgzipped, gzipped} {
		x, sum, _ := built(t, sourceOf("t.tsv.gz", pack(t, []byte(text.String()))), Spec{Schema: schemaOf(t, "chr:pos")})
		if sum.Rows != 150_001 || sum.InPlace {
			t.Errorf("%+v", sum)
		}
		wantLines(t, x, []string{"1\t3", "1\t10"}, "1:1-10")
		wantLines(t, x, []string{"1\t150009"}, "1:150009-160000")
	}
}

func TestRebuildIsEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	text := forms[0].write(r, draw(r, 3000), false)
	spec := Spec{Schema: schemaOf(t, forms[0].schema)}
	_, first, one := built(t, sourceOf("t.csv", text), spec)
	_, second, two := built(t, sourceOf("t.csv", text), spec)
	if !gocmp.Equal(first, second) || !bytes.Equal(one.data.Bytes(), two.data.Bytes()) || !bytes.Equal(one.index.Bytes(), two.index.Bytes()) {
		t.Errorf("%+v and %+v", first, second)
	}
	spec.Coordinates = ZeroBased
	if _, other, _ := built(t, sourceOf("t.csv", text), spec); other.Generation == first.Generation {
		t.Error("another spec has the same generation")
	}
}

func TestManyContigs(t *testing.T) {
	var text strings.Builder
	text.WriteString("chr\tpos\n")
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	for i := range n {
		fmt.Fprintf(&text, "c%07d\t7\n", i)
	}
	x, sum, _ := built(t, sourceOf("t.tsv", []byte(text.String())), Spec{Schema: schemaOf(t, "chr:pos")})
	if sum.Rows != int64(n) {
		t.Errorf("%+v", sum)
	}
	wantLines(t, x, []string{"c0033333\t7"}, "C0033333:1-10")
	q, err := x.about.Schema.ParseQuery([]string{"c9999999:1-10"}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range x.Rows(context.Background(), q, 0) {
		if !errors.As(err, new(*UnknownContigError)) {
			t.Errorf("a contig that is not there: %v", err)
		}
	}
}

// TestSorterSpills sorts with so little memory that many runs are merged in several rounds, and
// compares with the library's stable sort: with a large and a small expected size.
func TestSorterSpills(t *testing.T) {
	for _, expected := range []int64{0, 1 << 30} {
		r := rand.New(rand.NewPCG(5, 5))
		type pair struct{ key, line string }
		var want []pair
		s := newSorter(context.Background(), 64<<10, expected, t.TempDir())
		for i := range 40_000 {
			p := pair{fmt.Sprintf("%d\x00", r.IntN(3000)), fmt.Sprintf("row %d %s", i, strings.Repeat("x", r.IntN(90)))}
			if i%3 == 0 {
				p.key = "a long beginning " + p.key
			}
			want = append(want, p)
			if err := s.add(record{key: []byte(p.key), line: []byte(p.line), behind: uint32(i)}, ""); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortStableFunc(want, func(a, b pair) int { return cmp.Compare(a.key, b.key) })
		s.fanIn = 3
		i := 0
		err := s.each(func(r record) error {
			if string(r.key) != want[i].key || string(r.line) != want[i].line {
				return fmt.Errorf("place %d has %q %q, want %q", i, r.key, r.line, want[i])
			}
			i++
			return nil
		})
		if err != nil || i != len(want) {
			t.Fatalf("%d records of %d: %v", i, len(want), err)
		}
		if rounds := len(s.spill.runs); rounds > 3 || s.spill.end < 2<<20 {
			t.Errorf("%d runs in %d bytes are left: it was not merged in rounds", rounds, s.spill.end)
		}
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBuildEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	text := []byte("chr\tpos\n" + strings.Repeat("2\t5\n1\t5\n", 300_000))
	f := &files{}
	_, err := Build(ctx, sourceOf("t.tsv", text), Spec{Schema: schemaOf(t, "chr:pos")}, f.output(), Options{
		TempDir: t.TempDir(), Progress: func(Progress) { cancel() },
	})
	if !errors.Is(err, context.Canceled) || f.index != nil {
		t.Errorf("a cancelled build: %v", err)
	}
}

func TestOutputThatFails(t *testing.T) {
	full := errors.New("the disk is full")
	out := (&files{}).output()
	out.Data = func() (io.WriteCloser, error) { return closer{failing{full}}, nil }
	_, err := Build(context.Background(), sourceOf("t.tsv", []byte("g\tn\nA\t1\n")), Spec{Schema: schemaOf(t, "g")}, out, Options{TempDir: t.TempDir()})
	if !errors.Is(err, full) {
		t.Errorf("an output that fails: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A sorter whose caller is gone, or whose disk is missing, returns an error and ends.
func TestSorterEnds(t *testing.T) {
	fill := func(s *sorter) error {
		for range 1_000_000 {
			if err := s.add(record{key: []byte("k\x00"), line: []byte("a line of some length")}, ""); err != nil {
				return err
			}
		}
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := newSorter(ctx, 64<<10, 0, t.TempDir())
	if err := fill(s); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	s = newSorter(context.Background(), 64<<10, 0, t.TempDir()+"/nowhere")
	if err := fill(s); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a folder: %v", err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

func TestConcurrentQueries(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	rows := draw(r, 400)
	f := &forms[0]
	x, _, _ := built(t, sourceOf(f.name, f.write(r, rows, false)), Spec{Schema: schemaOf(t, f.schema)})
	var calls sync.WaitGroup
	for i := range 4 {
		calls.Go(func() {
			r := rand.New(rand.NewPCG(8, uint64(i)))
			for range 200 {
				values, wanted := f.ask(r, rows)
				q, err := x.about.Schema.ParseQuery(values, "", nil)
				if err != nil {
					t.Error(err)
				}
				got := []string{}
				for row, err := range x.Rows(context.Background(), q, 0) {
					if err != nil || len(row.AppendJSON(nil)) == 0 {
						t.Error(err)
					}
					got = append(got, string(row.Line))
				}
				if !slices.Equal(got, wanted) {
					t.Errorf("%q: %q, want %q", values, got, wanted)
				}
			}
		})
	}
	calls.Wait()
}
