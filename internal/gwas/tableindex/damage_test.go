package tableindex

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"cohortium/internal/dev/memtest"
)

func keysTable() string {
	var text strings.Builder
	text.WriteString("gene\ttrait\tn\n")
	for _, g := range []string{"A", "A,B", "A%", "A_", "A_x", "B", "_", "*", "Ä", "日本", "Z"} {
		for i := range 300 {
			fmt.Fprintf(&text, "%s\tT%03d\t%d\n", g, i%150, i-100)
		}
	}
	return text.String()
}

func TestMatch(t *testing.T) {
	x, _, _ := built(t, sourceOf("t.tsv", []byte(keysTable())), Spec{Schema: schemaOf(t, "gene,trait")})
	ctx := context.Background()
	for _, tt := range []struct {
		keys          []string
		prefix, after string
		limit         int
		want          []string
		more          bool
	}{
		{nil, "", "", 20, []string{"*", "A", "A%", "A,B", "A_", "A_x", "B", "Z", "_", "Ä", "日本"}, false},
		{nil, "", "", 3, []string{"*", "A", "A%"}, true},
		{nil, "", "A%", 2, []string{"A,B", "A_"}, true},
		{nil, "A", "", 20, []string{"A", "A%", "A,B", "A_", "A_x"}, false},
		{nil, "A_", "", 20, []string{"A_", "A_x"}, false}, // no sign is a wildcard
		{nil, "A%", "", 20, []string{"A%"}, false},
		{nil, "A", "B", 20, nil, false},
		{nil, "日", "", 20, []string{"日本"}, false},
		{nil, "Q", "", 20, nil, false},
		{nil, "", "", 0, nil, true},
		{[]string{"A"}, "T14", "", 5, []string{"T140", "T141", "T142", "T143", "T144"}, true},
		{[]string{"A"}, "T14", "T147", 5, []string{"T148", "T149"}, false},
		{[]string{"nobody"}, "", "", 5, nil, false},
	} {
		got, more, err := x.Match(ctx, tt.keys, tt.prefix, tt.after, tt.limit)
		if diff := gocmp.Diff(tt.want, got); diff != "" || more != tt.more || err != nil {
			t.Errorf("%q %q after %q: more %v (%v)\n%s", tt.keys, tt.prefix, tt.after, more, err, diff)
		}
	}
	if _, _, err := x.Match(ctx, []string{"A", "T001"}, "", "", 5); !errors.As(err, new(*ArityError)) {
		t.Errorf("behind the last key: %v", err)
	}
}

func TestKeys(t *testing.T) {
	x, _, _ := built(t, sourceOf("t.tsv", []byte(keysTable())), Spec{Schema: schemaOf(t, "n,gene")})
	ctx := context.Background()
	var all []Tuple
	var after Tuple
	for more := true; more; {
		var page []Tuple
		var err error
		if page, more, err = x.Keys(ctx, 2, after, 700); err != nil {
			t.Fatal(err)
		}
		all = append(all, page...)
		after = page[len(page)-1]
	}
	if len(all) != 3300 || !slices.Equal(all[0], Tuple{"-100", "*"}) || !slices.Equal(all[3299], Tuple{"199", "日本"}) {
		t.Errorf("%d tuples from %q to %q", len(all), all[0], all[len(all)-1])
	}
	numbers, more, err := x.Keys(ctx, 1, Tuple{"8"}, 3)
	if diff := gocmp.Diff([]Tuple{{"9"}, {"10"}, {"11"}}, numbers); diff != "" || !more || err != nil {
		t.Errorf("more %v (%v)\n%s", more, err, diff)
	}
	for _, value := range []string{"many", "1.5"} {
		if _, err := x.Count(ctx, Query{Keys: []string{value}, Limit: NoLimit}); !errors.As(err, new(*ValueError)) {
			t.Errorf("the value %s of a column of integers: %v", value, err)
		}
	}
	if n, err := x.Count(ctx, Query{Keys: []string{"7.0"}, Limit: NoLimit}); n != 11 || err != nil {
		t.Errorf("7.0 is %d rows (%v), want the 11 of 7", n, err)
	}
}

func TestPages(t *testing.T) {
	x, _, _ := built(t, sourceOf("t.tsv", []byte(keysTable())), Spec{Schema: schemaOf(t, "gene,trait")})
	ctx := context.Background()
	q := Query{Keys: []string{"A"}, Limit: NoLimit}
	p, err := x.Page(ctx, q, 0, 60)
	if err != nil || len(p.Rows) != 2 || p.Done || string(p.Rows[0]) != `{"gene":"A","trait":"T000","n":-100}` {
		t.Errorf("%+v %q (%v)", p, p.Rows, err)
	}
	rows := len(p.Rows)
	for !p.Done {
		if p, err = x.Page(ctx, q, p.Next, 1000); err != nil {
			t.Fatal(err)
		}
		rows += len(p.Rows)
	}
	if rows != 300 {
		t.Errorf("%d rows in all pages, want 300", rows)
	}
	q.Limit = 0
	if p, err = x.Page(ctx, q, 0, 60); err != nil || len(p.Rows) != 0 || !p.Done {
		t.Errorf("no rows wanted: %+v (%v)", p, err)
	}
	for _, from := range []Place{-1, 1 << 40} {
		if _, err := x.Page(ctx, q, from, 60); !errors.Is(err, ErrPlace) {
			t.Errorf("place %d: %v", from, err)
		}
	}
}

// Numbers keep their digits, and what JSON does not write as a number is a text.
func TestAppendJSON(t *testing.T) {
	text := "k\ta\tb\nx\t1e-400\t0.10\nx\tNA\t.5\nx\t+3\t7\n"
	x, _, _ := built(t, sourceOf("t.tsv", []byte(text)), Spec{Schema: schemaOf(t, "k"), Types: map[string]Type{"a": Decimal, "b": Decimal}})
	var got []string
	for row, err := range x.Rows(context.Background(), Query{Keys: []string{"x"}, Limit: NoLimit}, 0) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(row.AppendJSON(nil)))
	}
	want := []string{`{"k":"x","a":1e-400,"b":0.10}`, `{"k":"x","a":null,"b":".5"}`, `{"k":"x","a":"+3","b":7}`}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// asked returns the answers of an index to fixed questions, or the error.
func asked(data, index []byte) (string, error) {
	ctx := context.Background()
	x, err := Open(ctx, bytes.NewReader(data), int64(len(data)), bytes.NewReader(index))
	if err != nil {
		return "", err
	}
	var all strings.Builder
	for _, locus := range []Interval{{"1", 1, 3000}, {"X", 10_000, 12_000}} {
		for _, gene := range []string{"A", "TCF7L2"} {
			for row, err := range x.Rows(ctx, Query{Keys: []string{gene}, Locus: &locus, Limit: NoLimit}, 0) {
				if err != nil {
					return "", err
				}
				all.Write(row.Line)
			}
		}
	}
	values, _, err := x.Match(ctx, nil, "", "", 100)
	fmt.Fprint(&all, values)
	return all.String(), err
}

// A changed byte of the index or its rows, or a part that is missing, is an error or
// changes no answer.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	_, _, f := built(t, sourceOf("t.csv", forms[0].write(r, draw(r, 2000), false)), Spec{Schema: schemaOf(t, forms[0].schema)})
	data, index := f.data.Bytes(), f.index.Bytes()
	want, err := asked(data, index)
	if err != nil || len(want) < 100 {
		t.Fatalf("%q (%v)", want, err)
	}
	for range 1500 {
		d, x := slices.Clone(data), slices.Clone(index)
		switch r.IntN(4) {
		case 0:
			x[r.IntN(len(x))] ^= byte(1 + r.IntN(255))
			if got, err := asked(d, x); err == nil {
				t.Fatalf("a changed index answers %q", got)
			}
		case 1:
			if got, err := asked(d, x[:r.IntN(len(x))]); err == nil {
				t.Fatalf("half an index answers %q", got)
			}
		case 2:
			if got, err := asked(d[:r.IntN(len(d))], x); err == nil {
				t.Fatalf("half of the rows answer %q", got)
			}
		case 3:
			d[r.IntN(len(d))] ^= byte(1 + r.IntN(255))
			if got, err := asked(d, x); err == nil && got != want {
				t.Fatalf("changed rows answer %q", got)
			}
		}
	}
}

// Rows of another table of the same size are not taken for those of the index.
func TestRowsOfAnotherTable(t *testing.T) {
	one := bgzipped(t, []byte("chr\tpos\n1\t10\n1\t20\n"))
	two := bgzipped(t, []byte("chr\tpos\n1\t13\n1\t20\n"))
	if len(one) != len(two) {
		t.Fatal("the files differ in size, which would tell them apart already")
	}
	_, sum, f := built(t, sourceOf("t.gz", one), Spec{Schema: schemaOf(t, "chr:pos")})
	if !sum.InPlace {
		t.Fatal("not in place")
	}
	x, err := Open(context.Background(), bytes.NewReader(two), int64(len(two)), bytes.NewReader(f.index.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	q := Query{Locus: &Interval{"1", 20, 20}, Limit: NoLimit}
	var refused error
	for _, err := range x.Rows(context.Background(), q, 0) {
		refused = err
	}
	if !errors.Is(refused, ErrOtherData) {
		t.Errorf("rows of another table: %v", refused)
	}
}

// TestIndexThatDeclaresMuch reads an index whose frame states half a gigabyte.
func TestIndexThatDeclaresMuch(t *testing.T) {
	frame := []byte("\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x20\x00\x00\x00\x00\x01\x00\x00")
	defer memtest.Bound(t, 1<<20)()
	_, _, _, err := decodeIndex(bytes.NewReader(slices.Concat([]byte(magic), make([]byte, sha256.Size), frame)))
	if !errors.Is(err, ErrIndex) {
		t.Error(err)
	}
}

// FuzzIndex reads bodies that no build has written: whatever they contain, queries end without a
// panic.
func FuzzIndex(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	out := &files{}
	_, err := Build(
		context.Background(),
		sourceOf("t.csv", forms[0].write(r, draw(r, 500), false)),
		Spec{Schema: schemaOf(f, forms[0].schema)},
		out.output(),
		Options{},
	)
	if err != nil {
		f.Fatal(err)
	}
	data := out.data.Bytes()
	head, u, _, err := decodeIndex(bytes.NewReader(out.index.Bytes()))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bodyOf(head, u))
	f.Fuzz(func(t *testing.T, body []byte) {
		defer memtest.Bound(t, 64<<20+64*len(body))()
		head, u, err := decodeBody(body)
		if err != nil {
			return
		}
		file, _ := encodeIndex(head, u)
		_, _ = asked(data, file)
	})
}

// FuzzMembers holds the scanner of JSON objects to the library's.
func FuzzMembers(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":"x"}`, `{ "a" : {"b":[1,"]"]} , "c":null}`, `{}`, `[1]`, `{"\u0061":"\""}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) { compareMembers(t, line) })
}

func compareMembers(t *testing.T, line []byte) {
	got := map[string]string{}
	err := members(line, 1, func(name string, value []byte) error {
		got[name] = string(value)
		return nil
	})
	var want map[string]json.RawMessage
	if failed := json.Unmarshal(line, &want); err == nil && failed != nil {
		t.Fatalf("%q is read as %q, and the library says %v", line, got, failed)
	}
	if err != nil {
		return
	}
	if len(got) != len(want) {
		t.Fatalf("%q is read as %q, want %q", line, got, want)
	}
	for name, value := range want {
		if got[name] != string(value) {
			t.Fatalf("%q: member %q is %q, want %q", line, name, got[name], value)
		}
	}
}

// shortened is a text compressed with bgzip whose first block states that it is empty.
func shortened(tb testing.TB, text []byte) []byte {
	z := bgzipped(tb, text)
	size := int(binary.LittleEndian.Uint16(z[16:])) + 1
	binary.LittleEndian.PutUint32(z[size-4:], 0)
	return z
}

// TestABlockThatIsLongerThanItStates is refused as damaged.
func TestABlockThatIsLongerThanItStates(t *testing.T) {
	src := sourceOf("t.csv.gz", shortened(t, []byte("gene,chr,pos\nA,1,5\nB,1,7\n")))
	schema := schemaOf(t, "gene,chr:pos")
	_, err := Build(t.Context(), src, Spec{Schema: schema}, new(files).output(), Options{TempDir: t.TempDir(), Memory: 1, block: 100})
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("%v", err)
	}
}

// FuzzBuild reads any file: it is refused, or its index answers as a scan does.
func FuzzBuild(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range forms {
		f.Add(forms[i].name, forms[i].write(r, draw(r, 30), false))
	}
	f.Add("t.csv.gz", bgzipped(f, []byte("gene,chr,pos\nA,1,5\nB,1,7\n")))
	f.Add("t.csv.gz", shortened(f, []byte("gene,chr,pos\nA,1,5\nB,1,7\n")))
	f.Add("t", []byte("id,v\n8:1:A:G,1\n\xff\xfe,2\n"))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		defer memtest.Bound(t, 64<<20+64*len(text))()
		ctx := context.Background()
		src := sourceOf(name, text)
		h, err := Inspect(ctx, src)
		if err != nil || len(h.Schemas) == 0 {
			return
		}
		schema := schemaOf(t, h.Schemas[0])
		out := &files{}
		sum, err := Build(ctx, src, Spec{Schema: schema}, out.output(), Options{TempDir: t.TempDir(), Memory: 1, block: 100})
		if err != nil {
			return
		}
		report, err := Verify(ctx, openedFiles(t, src, out, sum), src, 20, 1, nil)
		if err != nil || report.Different > 0 || report.SourceRows != sum.Rows+sum.Skipped {
			t.Fatalf("%s by %s: %+v, %+v (%v)", h.Format, schema, sum, report, err)
		}
	})
}
