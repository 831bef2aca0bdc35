package recognise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

func (in *Inspection) recognised() bool { return in.Format != "unknown" }

func neverSure(c ColumnGuess) bool {
	return neverCertain[c.Field] && c.Confidence == Certain
}

func TestBuildOfRealFiles(t *testing.T) {
	for name, want := range map[string]genome.Build{
		"crohns_finngen_p1e-3_hg38.tsv.gz": genome.GRCh38, "crohns_ukbb_p1e-3_hg38.tsv.gz": genome.GRCh38,
		"cleansumstats_2_raw.txt.gz": genome.GRCh37, "cleansumstats_3_raw.txt.gz": genome.NCBI36, "cleansumstats_4_raw.txt.gz": genome.GRCh37,
		"gwasinspector_demo.txt.gz": "", "magic_SARDINIA.tbl": "", "bmi_giant_2015.tsv.gz": "",
	} {
		in := inspectBytes(t, name, sumstatstest.ReadFile(t, filepath.Join(sumstatstest.RealFiles, name)))
		if in.Build.Guess != want {
			t.Errorf("%s: build %q, want %q: %s", name, in.Build.Guess, want, in.Build.Reason)
		}
	}
}

func TestMarkerTable(t *testing.T) {
	index, err := markers()
	if err != nil {
		t.Fatal(err)
	}
	if len(index.byRSID) < 29_000 {
		t.Fatalf("%d markers", len(index.byRSID))
	}
	for rs, want := range map[uint64][2]int32{ // dbSNP
		3131972: {752721, 817341}, 4970383: {838555, 903175}, 12562034: {768448, 833068},
	} {
		if got := index.byRSID[rs]; got.chromosome != 1 || [2]int32{got.pos37, got.pos38} != want {
			t.Errorf("rs%d is at %+v, want %v", rs, got, want)
		}
	}
	for rs, m := range index.byRSID {
		if m.pos37 < 1 || m.pos37 > m.chromosome.Length(genome.GRCh37) || m.pos38 < 1 || m.pos38 > m.chromosome.Length(genome.GRCh38) {
			t.Fatalf("rs%d is at %+v", rs, m)
		}
	}
}

// TestInspectPartial is the preview in the browser: the first bytes of a file.
func TestInspectPartial(t *testing.T) {
	for _, name := range folderFiles(t, sumstatstest.RealFiles) {
		file := sumstatstest.ReadFile(t, filepath.Join(sumstatstest.RealFiles, name))
		whole := inspectBytes(t, name, file)
		part := file[:min(len(file)*2/3, 256<<10)]
		in, err := Inspect(Source{Name: name, Reader: bytes.NewReader(part), Partial: true}, InspectOptions{})
		if err != nil {
			t.Errorf("%s: the first %d bytes: %v", name, len(part), err)
			continue
		}
		if in.Format != whole.Format || in.Delimiter != whole.Delimiter || in.HeaderHash != whole.HeaderHash || in.RowsLookedAt == 0 {
			t.Errorf("%s: the first %d bytes are %s by %s with %d rows", name, len(part), in.Format, in.Delimiter, in.RowsLookedAt)
		}
		for _, f := range in.Findings {
			if f.Code == string(textfile.CodeTruncated) {
				t.Errorf("%s: a cut on purpose is reported as damage", name)
			}
		}
	}
}

func TestInspectJSONShape(t *testing.T) {
	in := inspectBytes(t, "daner.tsv", sumstatstest.ReadFile(t, "testdata/software/daner.tsv"))
	in.Sample, in.Header = in.Sample[:1], in.Header[:2]
	got, err := json.MarshalIndent(in, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	sumstatstest.Golden(t, "inspect.json", append(got, '\n'))
}

func TestInspectWholeSamplesTheEnd(t *testing.T) {
	var b strings.Builder
	b.WriteString("chr pos rsid effect_allele other_allele beta se p\n")
	for i := range 30_000 {
		p := "0.5"
		if i > 25_000 {
			p = "0,5"
		}
		fmt.Fprintf(&b, "1 %d rs%d A G 0.1 0.1 %s\n", 1000+i, i+1, p)
	}
	opt := InspectOptions{Rows: 1000}
	for _, whole := range []bool{false, true} {
		opt.Whole = whole
		in, err := Inspect(Source{Reader: strings.NewReader(b.String())}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if whole && in.Rows != 30_000 {
			t.Errorf("%d rows counted", in.Rows)
		}
		found := slices.ContainsFunc(in.Findings, func(f sumstats.Finding) bool { return f.Code == "decimal_comma" })
		if found != whole {
			t.Errorf("whole %v: decimal commas at the end found: %v", whole, found)
		}
	}
}
