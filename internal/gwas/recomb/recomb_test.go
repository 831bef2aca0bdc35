package recomb

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/textfile"
)

// The first lines of HapMap's map of chromosome 1 on GRCh37; a rate is that of the stretch after
// it.
const hapmap = "Chromosome\tPosition(bp)\tRate(cM/Mb)\tMap(cM)\n" +
	"chr1\t55550\t2.981822\t0.000000\n" +
	"chr1\t82571\t2.082414\t0.080572\n" +
	"chr1\t88169\t2.081358\t0.092229\n" +
	"chr1\t254996\t0\t0.439456\n"

// The same stretches as the 1000 Genomes files have them; a rate is that of the stretch before it.
const thousand = "position COMBINED_rate(cM/Mb) Genetic_Map(cM)\n" +
	"55550 0 0\n82571 2.981822 0.080572\n88169 2.082414 0.092229\n254996 2.081358 0.439456\n"

var want = []Stretch{{55550, 82571, 2.981822}, {82571, 88169, 2.082414}, {88169, 254996, 2.081358}}

func round(all []Stretch) []Stretch {
	for i := range all {
		all[i].Rate = math.Round(all[i].Rate*1e6) / 1e6
	}
	return all
}

func TestBothFormsSayTheSame(t *testing.T) {
	eagle := "chr " + strings.ReplaceAll(thousand, "\n", "\n1 ")
	for name, text := range map[string]string{"hapmap.txt": hapmap, "genetic_map_chr1_combined_b37.txt": thousand, "eagle.txt": strings.TrimSuffix(eagle, "1 ")} {
		m, err := Read(name, strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, round(m.Rates(1, 1, 300_000))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		var again bytes.Buffer
		if err := m.Write(&again); err != nil {
			t.Fatal(err)
		}
		if back, err := Read("kept", bytes.NewReader(again.Bytes())); err != nil || !cmp.Equal(back.Rates(1, 1, 300_000), m.Rates(1, 1, 300_000)) {
			t.Errorf("%s: written and read again it is %v, %v", name, back, err)
		}
		if diff := cmp.Diff(map[genome.Chromosome]int32{1: 254996}, m.Ends()); diff != "" || m.Len() != 4 {
			t.Errorf("%s: %d points, ends %s", name, m.Len(), diff)
		}
	}
}

func TestRatesAreLimitedToTheRequestedRange(t *testing.T) {
	m, err := Read("m", strings.NewReader(hapmap))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		c          genome.Chromosome
		start, end int32
		want       []Stretch
	}{
		{1, 82000, 83000, []Stretch{{82000, 82571, 2.981822}, {82571, 83000, 2.082414}}},
		{1, 82571, 82571, []Stretch{{82571, 82571, 2.082414}}},
		{1, 1, 55549, nil},
		{1, 1, 55550, []Stretch{{55550, 55550, 2.981822}}},
		{1, 254996, 300000, nil},
		{2, 1, 300000, nil},
		{1, 100, 50, nil},
		{0, 1, 10, nil},
	} {
		if diff := cmp.Diff(tt.want, round(m.Rates(tt.c, tt.start, tt.end))); diff != "" {
			t.Errorf("%v:%d-%d (-want +got):\n%s", tt.c, tt.start, tt.end, diff)
		}
	}
}

func TestDistances(t *testing.T) {
	m, err := Read("m", strings.NewReader(hapmap))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		a, b int32
		want float64 // by hand
		ok   bool
	}{
		{55550, 82571, 0.080572, true},
		{82571, 55550, 0.080572, true},
		{55550, 254996, 0.439456, true},
		{85370, 88169, 0.0058285, true}, // half of 0.011657
		{82571, 82571, 0, true},
		{55549, 82571, 0, false},
		{82571, 254997, 0, false},
	} {
		got, ok := m.Between(1, tt.a, tt.b)
		if ok != tt.ok || ok && math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%d to %d is %g cM (%v), want %g (%v)", tt.a, tt.b, got, ok, tt.want, tt.ok)
		}
	}
}

// pack makes a tar archive packed by gzip.
func pack(t *testing.T, files ...string) *bytes.Reader {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for i := 0; i < len(files); i += 2 {
		err := errors.Join(w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1]))}))
		if _, err2 := w.Write([]byte(files[i+1])); err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func TestAnArchiveOfChromosomes(t *testing.T) {
	m, err := Read("maps.tar.gz", pack(t, "maps/._genetic_map_chr1.txt", "\x00", "maps/genetic_map_chr1.txt", thousand,
		"maps/genetic_map_chrX_nonPAR.txt", thousand, "maps/README.txt", "Readme\nof\nthe\nmaps\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]genome.Chromosome{1, genome.X}, m.Chromosomes()); diff != "" {
		t.Error(diff)
	}
}

func TestRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		line int64
		what string
	}{
		"unsorted":        {strings.Replace(hapmap, "88169", "82571", 1), 4, "Position 82571 of chromosome 1 follows 82571"},
		"falling":         {strings.Replace(hapmap, "0.092229", "0.080571", 1), 4, "0.080571 cM follows 0.080572 cM"},
		"no number":       {strings.Replace(hapmap, "2.082414", "NA", 1), 3, `"NA" is not a rate`},
		"negative":        {strings.Replace(hapmap, "2.082414", "-1", 1), 3, `"-1" is not a rate`},
		"no chromosome":   {thousand, 0, "states the chromosome"},
		"a wrong one":     {strings.Replace(hapmap, "chr1\t88169", "chrUn\t88169", 1), 4, `"chrUn" is not a chromosome`},
		"ragged":          {strings.Replace(hapmap, "\t0.092229", "", 1), 4, "3 columns"},
		"another table":   {"chromosome\tposition\tp_value\n1\t5\t0.1\n1\t6\t0.1\n", 1, "names no position, rate"},
		"another unit":    {strings.ReplaceAll(strings.ReplaceAll(hapmap, "2.98", "0.0298"), "\t2.08", "\t0.0208"), 0, "contradict"},
		"no rows":         {"Chromosome\tPosition(bp)\tRate(cM/Mb)\tMap(cM)\n", 1, "no rows"},
		"a rate too high": {strings.Replace(hapmap, "2.082414", "100001", 1), 3, "is not a rate"},
	} {
		_, err := Read("map.txt", strings.NewReader(tt.text))
		fault := new(textfile.FileError)
		if !errors.As(err, &fault) || fault.Line != tt.line || !strings.Contains(fault.What, tt.what) || fault.Remedy == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(hapmap), int32(1), int32(90000))
	f.Add([]byte(thousand), int32(80000), int32(90000))
	f.Fuzz(func(t *testing.T, text []byte, a, b int32) {
		defer memtest.Bound(t, 2<<20+64*len(text))() // a buffer of a megabyte; a header of commas is a string for each byte
		m, err := Read("genetic_map_chr1.txt", bytes.NewReader(text))
		if err != nil {
			return
		}
		for _, s := range m.Rates(1, a, b) {
			if s.Start < a || s.End > b || s.End < s.Start || !(s.Rate >= 0) {
				t.Fatalf("%+v lies outside of %d-%d", s, a, b)
			}
		}
		if cm, ok := m.Between(1, a, b); ok && !(cm >= 0) {
			t.Fatalf("%g cM between %d and %d", cm, a, b)
		}
	})
}
