package ssf

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/variant"
)

// someColumns are optional columns that tests write.
const someColumns = NegLog10P | RSID | N | Info

func TestWrite(t *testing.T) {
	file := sumstatstest.ReadFile(t, filepath.Join(sumstatstest.RealFiles, "crohns_finngen_p1e-3_hg38.tsv.gz"))
	in := inspect(t, file)
	r, err := sumstats.Open(bytes.NewReader(file), sumstats.ReadOptions{Mapping: in.Mapping(true), Build: in.Build.Guess, NCases: 8704, NControls: 369652})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	var out bytes.Buffer
	sum := NewMD5Writer(&out)
	written, err := Write(sum, r, r.Dict(), someColumns)
	if err != nil || written.Rows != 1000 || written.MaxN != 8704+369652 || written.PZero {
		t.Fatalf("%+v, %v", written, err)
	}
	if len(sum.Sum()) != 32 {
		t.Errorf("sum %s", sum.Sum())
	}
	lines := strings.SplitN(out.String(), "\n", 3)
	const first = "1\t623389\tT\tG\t1.0143\t0.30004475"
	if lines[0]+"\n" != string(AppendHeader(nil, someColumns)) || !strings.HasPrefix(lines[1], first) || !strings.Contains(lines[1], "\t0.000723552\t") {
		t.Errorf("%s\n%s", lines[0], lines[1])
	}
	again := inspect(t, out.Bytes())
	if again.Format != "gwas-ssf" || again.Build.Guess != genome.GRCh38 {
		t.Errorf("read back as %s on %s", again.Format, again.Build.Guess)
	}
}

func TestMissingValues(t *testing.T) {
	row := sumstats.Row{EA: variant.A, OA: variant.Insertion, Flags: sumstats.EAFIsMAF, EAF: 0.2}
	row.Beta, row.SE = 0.1, 0.2
	got := string(AppendRow(nil, &row, variant.NewDict(), someColumns))
	if want := "#NA\t#NA\tA\tI\t0.1\t0.2\t#NA\t1\t0\t#NA\t#NA\t0\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRoundTrip writes rows and reads them back.
func TestRoundTrip(t *testing.T) {
	dict := variant.NewDict()
	const cols = NegLog10P | RSID | VariantID | N | NCases | NControls | NEff | Info
	alleles := []string{"A", "C", "AC", strings.Repeat("GTCA", 12)} // nothing in common to trim
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.OneOf(rapid.Float64Range(0.001, 2), rapid.Just(math.NaN()))
		allele := func(i int) variant.Allele {
			a, _ := dict.Parse([]byte(alleles[i%len(alleles)]))
			return a
		}
		i := rapid.IntRange(0, 3).Draw(rt, "allele")
		want := sumstats.Row{
			Chromosome: genome.Chromosome(rapid.IntRange(1, 24).Draw(rt, "chromosome")),
			Position:   rapid.Int32Range(1, 50_000_000).Draw(rt, "position"),
			RSID:       uint64(rapid.IntRange(0, 1e9).Draw(rt, "rs")),
			EA:         allele(i),
			OA:         allele(i + 1),
			Line:       2,
			Beta:       rapid.Float64Range(-99, 99).Draw(rt, "beta"),
			SE:         rapid.Float64Range(1e-6, 99).Draw(rt, "se"),
			EAF:        rapid.Float64Range(0, 1).Draw(rt, "eaf"),
			NegLog10P:  rapid.Float64Range(0, 900).Draw(rt, "p"),
			N:          float64(rapid.IntRange(1, 1e7).Draw(rt, "n")),
			Info:       number.Draw(rt, "info"),
		}
		want.NCases, want.NControls = math.Floor(want.N/2), want.N-math.Floor(want.N/2)
		want.Beta += 0 // the text has no −0
		want.NEff = float32(rapid.IntRange(1, 1e6).Draw(rt, "neff"))
		file := AppendRow(AppendHeader(nil, cols), &want, dict, cols)
		in := inspect(t, file)
		if in.Format != "gwas-ssf" {
			rt.Fatalf("format %s", in.Format)
		}
		rows, account, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: in.Mapping(true), Dict: dict})
		if err != nil || len(rows) != 1 {
			rt.Fatalf("%v, %+v of\n%s", err, account.Excluded, file)
		}
		if got, want := fmt.Sprintf("%+v", rows[0]), fmt.Sprintf("%+v", want); want != got && rows[0].NCases > 0 {
			rt.Fatalf("wrote %s\nread  %s", want, got)
		}
	})
}

// TestTableCarriesItsScale writes rows with each scale and inspects the table.
func TestTableCarriesItsScale(t *testing.T) {
	for _, scale := range append(sumstats.Scales(), sumstats.ScaleUnknown) {
		cols := N | Scale(scale)
		row := sumstatstest.One(t, sumstatstest.Table(sumstatstest.SimpleHeader, "1 5 A G 0.1 0.1 0.317"), sumstats.ReadOptions{Mapping: sumstatstest.Simple})
		var text []byte
		text = AppendHeader(text, cols)
		for range 20 {
			text = AppendRow(text, &row, variant.NewDict(), cols)
		}
		in := inspect(t, text)
		if in.Scale.Scale != scale || scale != sumstats.ScaleUnknown && in.Scale.Confidence != recognise.Certain {
			t.Errorf("%q comes back as %+v", scale, in.Scale)
		}
		if got := strings.Contains(string(text), "effect_scale"); got != (scale != sumstats.ScaleUnknown) {
			t.Errorf("%q: column written %v", scale, got)
		}
	}
}

func inspect(t *testing.T, file []byte) *recognise.Inspection {
	t.Helper()
	in, err := recognise.Inspect(recognise.Source{Reader: bytes.NewReader(file)}, recognise.InspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}
