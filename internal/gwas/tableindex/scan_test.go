package tableindex

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// The tables of this file are drawn, written in a format, indexed, and asked; the
// answers are compared with a scan of the drawn values, which knows no format.

// drawn is a row as it was drawn: 1-based, both ends included.
type drawn struct {
	gene, trait string
	count       int64
	contig      string
	start, stop int64
	line        string
}

var (
	genes    = []string{"SLC30A8", "TCF7L2", "a,b", "100%", "_x", "%", "ÄÖ ü", "日本", "slc30a8", "O'Neil", "x|y", "-1", "A", "AA"}
	contigs1 = []string{"1", "2", "10", "22", "X", "Y", "MT", "GL000220.1", "HLA-A*01:01"}
	spelled  = map[string][]string{"1": {"1", "chr1", "01", "CHR1"}, "MT": {"M", "MT", "chrM", "26"}, "X": {"x", "X", "23", "chrX"}}
)

func draw(r *rand.Rand, n int) []drawn {
	rows := make([]drawn, n)
	for i := range rows {
		start := 1 + r.Int64N(20_000)
		rows[i] = drawn{
			gene: genes[r.IntN(len(genes))], trait: fmt.Sprintf("T%d", r.IntN(5)), count: r.Int64N(40) - 20,
			contig: contigs1[r.IntN(len(contigs1))], start: start, stop: start + r.Int64N(1+r.Int64N(400)),
		}
		if r.IntN(100) == 0 { // few loci are very long
			rows[i].stop += 15_000
		}
	}
	return rows
}

// spell returns a contig in one of its spellings.
func spell(r *rand.Rand, contig string) string {
	if forms := spelled[contig]; forms != nil {
		return forms[r.IntN(len(forms))]
	}
	return contig
}

// tableForm is a way to write drawn rows.
type tableForm struct {
	name   string
	schema string
	header string
	line   func(r *rand.Rand, d *drawn) string
	counts Coordinates // as stated; "" leaves it to the table
	zero   bool        // the table shows a start of 0
	// fits reports whether the schema finds by these parts of a row.
	gene, trait, count, locus, region bool
}

// names of contigs as BED has them, so that they are known as chromosomes.
func withChr(contig string) string { return "chr" + contig }

func csvCell(text string) string {
	if strings.ContainsAny(text, `,"`) {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

var forms = []tableForm{
	{
		name:   "t.csv",
		schema: "gene,chr:start-stop",
		header: "gene,chr,start,stop,n\n",
		gene:   true,
		locus:  true,
		region: true,
		line: func(r *rand.Rand, d *drawn) string {
			return fmt.Sprintf("%s,%s,%d,%d,%d", csvCell(d.gene), spell(r, d.contig), d.start, d.stop, d.count)
		},
	},
	{
		name:   "t.half.csv",
		schema: "gene,chr:start-stop",
		header: "gene,chr,start,stop\n",
		counts: HalfOpen,
		gene:   true,
		locus:  true,
		region: true,
		line: func(r *rand.Rand, d *drawn) string {
			return fmt.Sprintf("%s,%s,%d,%d", csvCell(d.gene), spell(r, d.contig), d.start, d.stop+1)
		},
	},
	{
		name:   "t.ucsc.tsv",
		schema: "chrom:chromStart-chromEnd",
		header: "#bin\tchrom\tchromStart\tchromEnd\n",
		locus:  true,
		region: true,
		line: func(r *rand.Rand, d *drawn) string {
			return fmt.Sprintf("585\t%s\t%d\t%d", spell(r, d.contig), d.start-1, d.stop)
		},
	},
	{
		name:   "t.zero.tsv",
		schema: "chr:start-end",
		header: "chr\tstart\tend\n",
		zero:   true,
		locus:  true,
		region: true,
		line: func(r *rand.Rand, d *drawn) string {
			return fmt.Sprintf("%s\t%d\t%d", spell(r, d.contig), d.start-1, d.stop)
		},
	},
	{name: "t.start.tsv", schema: "chrom:chromStart", header: "chrom\tchromStart\tx\n", locus: true, line: func(r *rand.Rand, d *drawn) string {
		return fmt.Sprintf("%s\t%d\t%s", spell(r, d.contig), d.start-1, d.trait)
	}},
	{name: "t.txt", schema: "chrom:chromStart-chromEnd", zero: true, locus: true, region: true, line: func(r *rand.Rand, d *drawn) string {
		return fmt.Sprintf("%s\t%d\t%d\t%s\t0\t.\t5\t-1\t-1\t0", withChr(d.contig), d.start-1, d.stop, d.trait)
	}},
	{name: "t.tsv", schema: "gene,n", header: "n\tgene\ttrait\n", gene: true, count: true, line: func(r *rand.Rand, d *drawn) string {
		number := fmt.Sprint(d.count)
		if r.IntN(4) == 0 {
			number += ".0"
		}
		return fmt.Sprintf("%s\t%s\t%s", number, d.gene, d.trait)
	}},
	{name: "t.jsonl", schema: "trait,gene,chr:start", gene: true, trait: true, locus: true, line: func(r *rand.Rand, d *drawn) string {
		return fmt.Sprintf(
			`{"chr":%s, "start": %d,"gene":%s,"nested":{"a":[1,"}"]},"trait":"%s"}`,
			quoted(spell(r, d.contig)),
			d.start,
			quoted(d.gene),
			d.trait,
		)
	}},
	{
		name:   "t.gwas.tsv",
		schema: "chromosome:base_pair_location",
		header: "chromosome\tbase_pair_location\teffect_allele\tother_allele\n",
		locus:  true,
		line: func(r *rand.Rand, d *drawn) string {
			return fmt.Sprintf("%s\t%d\tA\tC", spell(r, d.contig), d.start)
		},
	},
	{name: "t.bed", schema: "chrom:chromStart-chromEnd", locus: true, region: true, line: func(r *rand.Rand, d *drawn) string {
		return fmt.Sprintf("%s\t%d\t%d\t%s", spell(r, d.contig), d.start-1, d.stop, d.trait)
	}},
	{
		name:   "t.vcf",
		schema: "CHROM:POS",
		header: "##fileformat=VCFv4.2\n##contig=<ID=1>\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n",
		locus:  true,
		region: true,
		line: func(r *rand.Rand, d *drawn) string {
			length := d.stop - d.start
			variant := "A\t<DEL>\t.\tPASS\t" + fmt.Sprintf("SVTYPE=DEL;END=%d;T=%s", d.stop, d.trait)
			switch {
			case length < 20:
				variant = strings.Repeat("A", int(length)+1) + "\tC\t.\tPASS\t" + d.trait
			case r.IntN(3) == 0:
				variant = "A\t<DUP:TANDEM>\t.\tPASS\t" + fmt.Sprintf("SVLEN=%d", length)
			case r.IntN(3) == 0:
				variant = "A\t<DEL>\t.\tPASS\t" + fmt.Sprintf("SVLEN=-%d", length)
			}
			return fmt.Sprintf("%s\t%d\t.\t%s", spell(r, d.contig), d.start, variant)
		},
	},
}

// contigOrder returns the order of chromosomes, and of other contigs behind them.
func contigOrder(a, b string) int {
	rank := func(c string) int {
		for i := range 22 {
			if c == fmt.Sprint(i+1) {
				return i
			}
		}
		return slices.Index([]string{"X", "Y", "MT"}, c) + 23
	}
	named := func(c string) bool { return rank(c) == 22 }
	switch {
	case named(a) && named(b):
		return strings.Compare(a, b)
	case named(a):
		return 1
	case named(b):
		return -1
	}
	return rank(a) - rank(b)
}

func (f *tableForm) compare(a, b drawn) int {
	var d int
	if f.trait {
		d = strings.Compare(a.trait, b.trait)
	}
	if d == 0 && f.gene {
		d = strings.Compare(a.gene, b.gene)
	}
	if d == 0 && f.count {
		d = cmp.Compare(a.count, b.count)
	}
	if d == 0 && f.locus {
		if d = contigOrder(a.contig, b.contig); d == 0 {
			d = cmp.Compare(a.start, b.start)
		}
	}
	return d
}

// ask draws a question as texts and the rows that answer it, by a scan. Now and then
// it is about a row that does not exist.
func (f *tableForm) ask(r *rand.Rand, rows []drawn) (values []string, wanted []string) {
	d := rows[r.IntN(len(rows))]
	if r.IntN(10) == 0 {
		d.gene = genes[r.IntN(len(genes))]
	}
	var from, to int64 // as a scan counts them: the base to is not part of the question
	text := ""
	switch r.IntN(4) {
	case 0:
		from, to, text = d.start, d.start+1, fmt.Sprint(d.start)
	case 1:
		from, to = max(d.start-r.Int64N(300), 1), d.start+1+r.Int64N(300)
		text = fmt.Sprintf("%d-%d", from, to-1)
	case 2:
		from, to = d.start, d.start+1+r.Int64N(500)
		text = fmt.Sprintf("%d+%d", from, to-from)
	case 3:
		around := r.Int64N(100)
		from, to, text = d.start-around, d.start+around+1, fmt.Sprintf("%d/%d", d.start, around)
	}
	if f.trait {
		values = append(values, d.trait)
	}
	if f.gene {
		values = append(values, d.gene)
	}
	if f.count {
		values = append(values, fmt.Sprint(d.count))
	}
	if f.locus {
		values = append(values, spell(r, d.contig)+":"+text)
	}
	wanted = []string{}
	for _, row := range rows {
		stop := row.start
		if f.region {
			stop = row.stop
		}
		if (!f.trait || row.trait == d.trait) && (!f.gene || row.gene == d.gene) && (!f.count || row.count == d.count) &&
			(!f.locus || row.contig == d.contig && row.start < to && stop >= from) {
			wanted = append(wanted, row.line)
		}
	}
	return values, wanted
}

// write returns the file and the rows in the order of the schema.
func (f *tableForm) write(r *rand.Rand, rows []drawn, sorted bool) []byte {
	for i := range rows {
		rows[i].line = f.line(r, &rows[i])
	}
	var b bytes.Buffer
	b.WriteString(f.header)
	file := rows
	if sorted {
		slices.SortStableFunc(rows, f.compare)
	} else {
		file = slices.Clone(rows)
		slices.SortStableFunc(rows, f.compare)
	}
	for _, d := range file {
		b.WriteString(d.line + "\n")
	}
	return b.Bytes()
}

// TestAnswersEqualAScan asks 50,000 questions about tables of each form.
func TestAnswersEqualAScan(t *testing.T) {
	questions := 50_000
	if testing.Short() {
		questions = 2_500
	}
	const tables = 40
	for i := range forms {
		f := &forms[i]
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(i), 13))
			for n := range tables {
				rows := draw(r, 1+r.IntN(200))
				if rows[0].gene == "-1" {
					rows[0].gene = genes[0] // a column of numbers only is one of numbers
				}
				if f.zero {
					rows[0].start, rows[0].stop = 1, rows[0].stop+1
				}
				text := f.write(r, rows, n%3 == 1)
				name := f.name
				switch n % 4 {
				case 1:
					text, name = bgzipped(t, text), name+".gz"
				case 2:
					text, name = gzipped(t, text), name+".gz"
				}
				x, sum, _ := built(t, sourceOf(name, text), Spec{Schema: schemaOf(t, f.schema), Types: map[string]Type{}, Coordinates: f.counts})
				if sum.Rows != int64(len(rows)) || sum.Skipped != 0 {
					t.Fatalf("table %d: %d rows in the index and %d skipped, of %d", n, sum.Rows, sum.Skipped, len(rows))
				}
				for range questions / tables {
					f.check(t, x, r, rows)
				}
			}
		})
	}
}

// check asks one question in all ways.
func (f *tableForm) check(t *testing.T, x *Index, r *rand.Rand, rows []drawn) {
	t.Helper()
	values, wanted := f.ask(r, rows)
	q, err := x.about.Schema.ParseQuery(values, x.about.Build, nil)
	if err != nil {
		t.Fatalf("%q: %v", values, err)
	}
	got := linesOf(t, x, q)
	if !slices.Equal(got, wanted) {
		t.Fatalf("%q (-scan +index):\n%s", values, gocmp.Diff(wanted, got))
	}
	if n, err := x.Count(context.Background(), q); err != nil || n != int64(len(wanted)) {
		t.Fatalf("%q: count is %d (%v), and the scan finds %d", values, n, err, len(wanted))
	}
	if len(wanted) == 0 {
		return
	}
	skip := r.IntN(len(wanted))
	next, i := Place(0), 0
	for row, err := range x.Rows(context.Background(), q, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if next = row.Next; i == skip {
			break
		}
		i++
	}
	q.Limit = 2
	var rest []string
	for row, err := range x.Rows(context.Background(), q, next) {
		if err != nil {
			t.Fatal(err)
		}
		rest = append(rest, string(row.Line))
	}
	if want := wanted[skip+1 : min(skip+3, len(wanted))]; !slices.Equal(rest, want) {
		t.Fatalf("%q from place %d: %q, want %q", values, next, rest, want)
	}
}
