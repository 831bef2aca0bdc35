package qc

import (
	"errors"
	"io"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/google/go-cmp/cmp"
)

// given reads rows two at a time.
type given []sumstats.Row

func (g *given) ReadRows(dst []sumstats.Row) (int, error) {
	n := copy(dst[:min(2, len(dst))], *g)
	if *g = (*g)[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// The panel has A at 1:100, C at 1:200 with two alternatives, an insertion at 1:300
// and T at 2:100. The counts were made by hand.
func TestRowsBesideAPanel(t *testing.T) {
	const table = "chr pos ref alt af\n2 100 T G .\n1 200 C T 0.5\n1 200 C A 0.1\n1 100 A G 0.3\n1 300 A AT 0.2\n"
	d := variant.NewDict()
	row := func(c, position int32, ea, oa variant.Allele, eaf float64) sumstats.Row {
		return sumstats.Row{Chromosome: genome.Chromosome(c), Position: position, EA: ea, OA: oa, EAF: eaf}
	}
	rows := given{
		row(1, 50, variant.A, variant.C, 0.5),   // not in the panel
		row(1, 100, variant.G, variant.A, 0.5),  // the difference is 0.2: not above it
		row(1, 100, variant.A, variant.G, 0.49), // 0.7 expected, off by 0.21
		row(1, 100, variant.C, variant.T, 0.3),  // neither is A, the complement of T is
		row(1, 200, variant.G, variant.A, 0.3),  // neither is C, the complement of G is
		row(1, 200, variant.A, variant.C, 0.1),  // the second alternative
		row(1, 200, variant.A, variant.T, 0.1),  // neither is C, nor on the other strand
		row(1, 250, variant.A, variant.T, 0.1),
		row(1, 300, variant.A, variant.T, 0.1), // the base before an insertion is the reference's
		row(2, 100, variant.G, variant.T, 0.9), // no frequency in the panel
		row(2, 101, variant.G, variant.T, 0.9),
	}
	want := rows
	r, err := NewPanelReader(t.Context(), &rows, &Panel{Name: "p", Open: opener(table)}, rowsort.Options{Dict: d, TempDir: t.TempDir()}, d, 0.2000001)
	if err != nil {
		t.Fatal(err)
	}
	var got []sumstats.Row
	for buf := make([]sumstats.Row, 3); ; {
		n, err := r.ReadRows(buf)
		got = append(got, buf[:n]...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]sumstats.Row(want), got); diff != "" {
		t.Errorf("the rows were changed: %s", diff)
	}
	counts := r.Counts()
	if len(counts.SHA256) != 64 {
		t.Errorf("sum %q", counts.SHA256)
	}
	counts.SHA256 = ""
	if diff := cmp.Diff(Beside{Panel: "p", Reference: 8, Mismatch: 3, Other: 2, Frequency: 3, FrequencyOff: 1, FrequencyLimit: 0.2000001}, counts); diff != "" {
		t.Error(diff)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestReadPanel(t *testing.T) {
	text := "CHR POS ID REF ALT AF\n1 249000000 rs1 A G .\n1 5 rs2 A G 0.1\n1 249250622 rs3 A G 0.2\nMT 16570 rs4 A G 0.2\n1 7 rs5 A A 0.2\n"
	p := &Panel{Name: "p", Open: opener(text)}
	got, err := ReadPanel(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows != 4 || got.WithFrequency != 3 || got.Column != "AF" || got.Build != genome.UnknownBuild ||
		got.PastEnd[genome.GRCh37] != 1 || got.PastEnd[genome.GRCh38] != 2 {
		t.Errorf("%+v", got)
	}
	p.Open = opener(strings.Replace(text, "REF", "R", 1))
	var fault *PanelError
	if _, err := ReadPanel(t.Context(), p); !errors.As(err, &fault) || fault.Line != 1 {
		t.Errorf("%v", err)
	}
}
