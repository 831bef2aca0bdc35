package qc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	meter "runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/rstable"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// numbersOf makes a table on GRCh37 of a VCF, and of replaced numbers in two columns.
func numbersOf(t testing.TB, vcf, replaced string) *Numbers {
	t.Helper()
	b := rstable.NewBuilder(t.TempDir(), 0)
	_, err := rstable.ReadPlaces(strings.NewReader(vcf), b, func(genome.Chromosome, int32, uint64) {})
	if err == nil {
		_, err = rstable.ReadReplaced(strings.NewReader(replaced), b)
	}
	var out bytes.Buffer
	if err == nil {
		_, err = b.WriteTo(&out, genome.GRCh37)
	}
	if err = errors.Join(err, b.Close()); err != nil {
		t.Fatal(err)
	}
	table, err := rstable.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return &Numbers{Name: "made", Table: table}
}

// listed returns rows.
type listed struct{ rows []sumstats.Row }

func (l *listed) ReadRows(dst []sumstats.Row) (int, error) {
	n := copy(dst, l.rows)
	if l.rows = l.rows[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// placeAll places rows and returns "chromosome:position EA OA number" of each by its line, and why
// the others were left out.
func placeAll(t *testing.T, rows []sumstats.Row, table *Numbers, d *variant.Dict, memory int64) (map[uint32]string, Placed) {
	t.Helper()
	got := map[uint32]string{}
	p, err := NewPlaceReader(t.Context(), &listed{rows}, table, PlaceOptions{
		Sort: rowsort.Options{TempDir: t.TempDir(), Dict: d, MemoryBytes: memory}, Dict: d, Letters: true,
		Left: func(r *sumstats.Row, why sumstats.Reason) error { got[r.Line] = string(why); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	buf := make([]sumstats.Row, 100)
	for {
		n, err := p.ReadRows(buf)
		for i := range buf[:n] {
			r := &buf[i]
			got[r.Line] = fmt.Sprintf("%d:%d %s %s rs%d", r.Chromosome, r.Position, d.Text(r.EA), d.Text(r.OA), r.RSID)
		}
		if errors.Is(err, io.EOF) {
			return got, p.Counts()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func numbered1(d *variant.Dict, line uint32, number uint64, ea, oa string) sumstats.Row {
	a, _ := d.Parse([]byte(ea))
	b, _ := d.Parse([]byte(oa))
	return sumstats.Row{Line: line, RSID: number, EA: a, OA: b, EAF: math.NaN()}
}

// TestPlacing has the answer of each row written next to it.
func TestPlacing(t *testing.T) {
	table := numbersOf(t, "#CHROM\tPOS\tID\tREF\tALT\n"+
		"1\t100\trs1\tA\tC\n"+ // an SNV
		"1\t200\trs2\tA\tC,T\n"+ // three alleles
		"2\t300\trs3\tC\tCAT\n"+ // an insertion
		"2\t400\trs4\tCATT\tC\n"+ // a deletion
		"3\t500\trs5\tA\tC\n4\t500\trs5\tA\tC\n"+ // two places
		"5\t600\trs6\tG\tGA,GAA\n"+ // two insertions
		"6\t700\trs7\tTTG\tTTA\n"+ // an SNV that is written long
		"7\t800\trs8\tA\tC\n", "91\t92\n92\t1\n93\t77\n94\t5\n95\t1\n95\t2\n8\t1\n")
	d := variant.NewDict()
	for name, tt := range map[string]struct {
		number uint64
		ea, oa string
		want   string
	}{
		"as it is":                        {1, "C", "A", "1:100 C A rs1"},
		"the other way round":             {1, "A", "C", "1:100 A C rs1"},
		"the other strand":                {1, "T", "G", "1:100 T G rs1"},
		"other alleles":                   {1, "A", "G", "rsid_alleles_differ"},
		"an indel where there is none":    {1, "I", "D", "rsid_alleles_differ"},
		"one of three alleles":            {2, "T", "A", "1:200 T A rs2"},
		"both alternatives":               {2, "T", "C", "rsid_alleles_differ"},
		"an insertion":                    {3, "CAT", "C", "2:300 CAT C rs3"},
		"an insertion in symbols":         {3, "I", "D", "2:300 CAT C rs3"},
		"its deletion is the effect":      {3, "D", "I", "2:300 C CAT rs3"},
		"a deletion in symbols":           {4, "I", "D", "2:400 CATT C rs4"},
		"two places":                      {5, "A", "C", "rsid_several_places"},
		"one of two insertions":           {6, "GAA", "G", "5:600 GAA G rs6"},
		"two insertions in symbols":       {6, "I", "D", "indel_ambiguous"},
		"written long":                    {7, "A", "G", "6:702 A G rs7"},
		"unknown":                         {70, "A", "G", "rsid_not_in_table"},
		"above every number":              {rstable.MaxNumber + 1, "A", "G", "rsid_not_in_table"},
		"replaced":                        {92, "C", "A", "1:100 C A rs1"},
		"replaced twice":                  {91, "A", "C", "1:100 A C rs1"},
		"replaced, with other alleles":    {91, "A", "G", "rsid_alleles_differ"},
		"replaced by an unknown one":      {93, "A", "G", "rsid_not_in_table"},
		"replaced by one of two places":   {94, "A", "C", "rsid_several_places"},
		"replaced by two":                 {95, "A", "C", "rsid_several_places"},
		"replaced, and has its own place": {8, "A", "C", "7:800 A C rs8"},
	} {
		got, counts := placeAll(t, []sumstats.Row{numbered1(d, 1, tt.number, tt.ea, tt.oa)}, table, d, 0)
		if got[1] != tt.want {
			t.Errorf("%s: %q, want %q", name, got[1], tt.want)
		}
		left := int64(0)
		for _, r := range counts.Reasons() {
			left += r.N
		}
		if counts.RowsIn != 1 || counts.RowsOut+left != 1 ||
			counts.Replaced > 0 != (strings.HasPrefix(name, "replaced") && strings.HasSuffix(tt.want, " rs1")) {
			t.Errorf("%s: %+v", name, counts)
		}
	}
	bare := numbersOf(t, "rsid\tchr\tpos\nrs1\tX\t5\n", "")
	if got, _ := placeAll(
		t,
		[]sumstats.Row{numbered1(d, 1, 1, "A", "G"), numbered1(d, 2, 1, "I", "D")},
		bare,
		d,
		0,
	); got[1] != "23:5 A G rs1" ||
		got[2] != "indel_without_sequence" {
		t.Errorf("a table without alleles: %v", got)
	}
}

// TestPlacingAsMaps places random rows by random tables with replaced numbers, and compares
// with maps. Little memory makes the rows spill.
func TestPlacingAsMaps(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 9))
		places, replaced := map[uint64][]string{}, map[uint64]uint64{}
		vcf, merged := strings.Builder{}, strings.Builder{}
		vcf.WriteString("#CHROM\tPOS\tID\tREF\tALT\n")
		for range 3000 {
			n := 1 + rng.Uint64N(9000)
			at := fmt.Sprintf("%d:%d", 1+rng.IntN(22), 1+rng.IntN(1e6))
			if !slices.Contains(places[n], at) {
				places[n] = append(places[n], at)
			}
			fmt.Fprintf(&vcf, "%s\trs%d\tA\tC\n", strings.Replace(at, ":", "\t", 1), n)
			if old := 2 + rng.Uint64N(9000); replaced[old] == 0 {
				replaced[old] = 1 + rng.Uint64N(old-1)
				fmt.Fprintf(&merged, "%d %d\n", old, replaced[old])
			}
		}
		d := variant.NewDict()
		var rows []sumstats.Row
		for i := range 6000 {
			rows = append(rows, numbered1(d, uint32(i), 1+rng.Uint64N(9000), "C", "A"))
		}
		got, _ := placeAll(t, rows, numbersOf(t, vcf.String(), merged.String()), d, 1<<uint(14+seed%6))
		for _, r := range rows {
			n := r.RSID
			for own := len(places[n]) > 0; !own && replaced[n] > 0; { // to the end
				n = replaced[n]
			}
			want := "rsid_not_in_table"
			switch len(places[n]) {
			case 0:
			case 1:
				want = fmt.Sprintf("%s C A rs%d", places[n][0], n)
			default:
				want = "rsid_several_places"
			}
			if got[r.Line] != want {
				t.Fatalf("seed %d: rs%d is %q, want %q", seed, r.RSID, got[r.Line], want)
			}
		}
		if len(got) != len(rows) {
			t.Errorf("seed %d: %d of %d rows", seed, len(got), len(rows))
		}
	}
}

// drawnRows are rows of numbers all over a table, made as they are read.
type drawnRows struct{ n, of uint64 }

func (r *drawnRows) ReadRows(dst []sumstats.Row) (int, error) {
	if r.n == 0 {
		return 0, io.EOF
	}
	n := min(uint64(len(dst)), r.n)
	for i := range dst[:n] {
		dst[i] = sumstats.Row{RSID: 1 + (r.n-uint64(i))*2_654_435_761%r.of, EA: variant.C, OA: variant.A}
	}
	r.n -= n
	return int(n), nil
}

// TestPlacingKeepsToItsMemory builds a table of 2 million places and places 2 million rows:
// 104 bytes each, 200 MiB, within 24 MiB.
func TestPlacingKeepsToItsMemory(t *testing.T) {
	const places, most = 2_000_000, 24 << 20
	sample := []meter.Sample{{Name: "/gc/heap/live:bytes"}}
	live := func() uint64 {
		meter.Read(sample)
		return sample[0].Value.Uint64()
	}
	out, err := os.Create(filepath.Join(t.TempDir(), "table"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	runtime.GC()
	before, peak := live(), uint64(0)
	done := make(chan error)
	go func() { done <- placeMany(t, out, places) }()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			if peak > most {
				t.Errorf("it took %d MiB", peak>>20)
			}
			return
		case <-time.After(2 * time.Millisecond):
			if now := live(); now > before {
				peak = max(peak, now-before)
			}
		}
	}
}

func placeMany(t *testing.T, out *os.File, n uint64) error {
	b := rstable.NewBuilder(t.TempDir(), 8<<20)
	for i := range n {
		if err := b.Place(1+i*7919%n, rstable.Place{Chromosome: 1, Position: int32(1 + i), Ref: []byte("A"), Alts: []byte("C")}); err != nil {
			return err
		}
	}
	if _, err := b.WriteTo(out, genome.GRCh37); err != nil {
		return err
	}
	if err := b.Close(); err != nil {
		return err
	}
	info, err := out.Stat()
	if err != nil {
		return err
	}
	table, err := rstable.Open(out, info.Size())
	if err != nil {
		return err
	}
	p, err := NewPlaceReader(context.Background(), &drawnRows{n, n}, &Numbers{Table: table},
		PlaceOptions{Sort: rowsort.Options{TempDir: t.TempDir(), MemoryBytes: 8 << 20}, Dict: variant.NewDict()})
	if err != nil {
		return err
	}
	buf := make([]sumstats.Row, 1024)
	for err == nil {
		_, err = p.ReadRows(buf)
	}
	if c := p.Counts(); c.RowsOut != int64(n) {
		t.Errorf("%+v", c)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, p.Close())
}

// TestPlacedStudy runs QC of the sound study without its positions, by a table: the same rows are
// clean, at the same places, and the report names their source.
func TestPlacedStudy(t *testing.T) {
	want, got := soundStudy(), soundStudy()
	got.numbers = got.vcf()
	all(without("chromosome"), without("base_pair_location"))(got)
	a, b := want.report(t), got.report(t)
	if b.RowsClean < madeRows*9/10 || a.RowsClean != b.RowsClean || a.LambdaGC != b.LambdaGC || a.EAFCorrelation != b.EAFCorrelation || a.Leads != b.Leads {
		t.Errorf("%d and %d clean rows, λ %v and %v", a.RowsClean, b.RowsClean, a.LambdaGC, b.LambdaGC)
	}
	if said := strings.Join(
		texts(b),
		"\n",
	); !strings.Contains(
		said,
		"those of the table of rs numbers made, on GRCh37 (hg19), are used. 660 of 660 rows were placed.",
	) {
		t.Error(said)
	}
}
