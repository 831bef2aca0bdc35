package tableindex

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
)

func TestParseSchema(t *testing.T) {
	tests := map[string]Schema{
		"phenotype":                  {Keys: []Key{{"phenotype"}}},
		"gene,phenotype":             {Keys: []Key{{"gene"}, {"phenotype"}}},
		" gene , phenotype ":         {Keys: []Key{{"gene"}, {"phenotype"}}},
		"gene|alias,phenotype":       {Keys: []Key{{"gene", "alias"}, {"phenotype"}}},
		"chr:pos":                    {Locus: &Locus{Chromosome: "chr", Start: "pos"}},
		"chr:start-stop":             {Locus: &Locus{Chromosome: "chr", Start: "start", Stop: "stop"}},
		"gene,chr:start-stop":        {Keys: []Key{{"gene"}}, Locus: &Locus{Chromosome: "chr", Start: "start", Stop: "stop"}},
		"a|b,chr:pos;locus_step=500": {Keys: []Key{{"a", "b"}}, Locus: &Locus{Chromosome: "chr", Start: "pos"}, Step: 500},
		"varId=$chr:$pos":            {Locus: &Locus{Template: &Template{Column: "varId", Pattern: "$chr:$pos"}}},
		"varId=$chr_$pos*":           {Locus: &Locus{Template: &Template{Column: "varId", Pattern: "$chr_$pos*"}}},
		"varId=$chr:$pos:$ref:$alt":  {Locus: &Locus{Template: &Template{Column: "varId", Pattern: "$chr:$pos:$ref:$alt"}}},
		"p,region=$chr:$start-$stop": {Keys: []Key{{"p"}}, Locus: &Locus{Template: &Template{Column: "region", Pattern: "$chr:$start-$stop"}}},
	}
	for text, want := range tests {
		got, err := ParseSchema(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Template{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		again, err := ParseSchema(got.String())
		if err != nil || cmp.Diff(got, again, cmpopts.IgnoreUnexported(Template{})) != "" {
			t.Errorf("%q is written %q, which is another schema (%v)", text, got, err)
		}
	}
}

func TestParseSchemaRefuses(t *testing.T) {
	tests := map[string]string{
		"":                          "needs a key column or a locus",
		"gene,":                     "needs a key column or a locus",
		"a||b":                      "needs a key column or a locus",
		"chr:pos,gene":              "a locus can only be its last part",
		"varId=$chr:$pos,gene":      "a locus can only be its last part",
		"chr:":                      "names no chromosome and position",
		":pos":                      "names no chromosome and position",
		"chr:start-":                "names no chromosome and position",
		"chr:a-b-c":                 "is not a locus",
		"chr:pos;locus_step=0":      "a whole number above 0",
		"chr:pos;locus_step=-5":     "a whole number above 0",
		"chr:pos;locus_step=many":   "a whole number above 0",
		"chr:pos;step=5":            "is not known behind the semicolon",
		"gene;locus_step=5":         "locus_step needs a locus",
		"gene,gene":                 "is in it twice",
		"gene,chr:gene":             "is in it twice",
		"varId=$chr":                "holds $chr and $pos",
		"varId=$pos":                "holds $chr and $pos",
		"varId=$chr:$start":         "holds $chr and $pos",
		"varId=$chr:$pos-$stop":     "holds $chr and $pos",
		"varId=$chr$pos":            "need a character between them",
		"varId=$chrom:$pos":         "$chrom is not known",
		"varId=$chr:$chr:$pos":      "in the template twice",
		"=$chr:$pos":                "needs the name of its column",
		"a,b,c,d,e,f,g,h,i":         "at most 8",
		strings.Repeat("long", 300): "longer than 1000",
	}
	for text, want := range tests {
		_, err := ParseSchema(text)
		if no := new(SchemaError); !errors.As(err, &no) || !strings.Contains(no.What, want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestParseRegionHasBothEnds(t *testing.T) {
	tests := map[string]Interval{
		"8:1000": {"8", 1000, 1000}, "chr8:1000-2000": {"8", 1000, 2000}, "CHR8:1000-1000": {"8", 1000, 1000}, "16:1-100": {"16", 1, 100},
		"8:1000+500": {"8", 1000, 1499}, "8:1000/500": {"8", 500, 1500}, "8:100/500": {"8", 0, 600}, "8:1000+1": {"8", 1000, 1000},
		"8:117,962,512-118,188,953": {"8", 117962512, 118188953}, " x:5-9 ": {"X", 5, 9}, "M:5": {"MT", 5, 5}, "chrMT:5": {"MT", 5, 5},
		"GL000220.1:5-9": {"GL000220.1", 5, 9}, "HLA-A*01:01:5-9": {"HLA-A*01:01", 5, 9}, "1:248956422": {"1", 248956422, 248956422},
		"1:248956000-900000000": {"1", 248956000, 900000000},
	}
	for text, want := range tests {
		got, is, err := ParseRegion(text, genome.GRCh38)
		if err != nil || !is || got != want {
			t.Errorf("%q is %v, %v (%v), want %v", text, got, is, err, want)
		}
	}
	for _, text := range []string{"8:1000-999", "8:2000-1000", "8:5+0", "8:1,00-200", "8:3000000000", "1:248956423", "8:1-99999999999"} {
		if got, is, err := ParseRegion(text, genome.GRCh38); err == nil || !is {
			t.Errorf("%q is %v, %v and has no error", text, got, is)
		}
	}
	for _, text := range []string{"", "SLC30A8", "8", "8:", ":5", "8:a-b", "8:5-", "8:-5", "8:5..9", "8:117962512:A:G"} {
		if got, is, err := ParseRegion(text, genome.GRCh38); err != nil || is {
			t.Errorf("%q is the region %v (%v)", text, got, err)
		}
	}
}

func genesInside(t *testing.T, b genome.Build) Genes {
	t.Helper()
	list, ok := gene.Inside(b)
	if !ok {
		t.Fatalf("no genes of %s", b)
	}
	return Genes{List: list}
}

func TestParseQuery(t *testing.T) {
	names := genesInside(t, genome.GRCh37)
	tests := []struct {
		schema string
		values []string
		want   Query
	}{
		{"gene,trait", []string{"a,b", "%_"}, Query{Keys: []string{"a,b", "%_"}, Limit: NoLimit}},
		{"gene,chr:pos", []string{"x", "chr8:10-20"}, Query{Keys: []string{"x"}, Locus: &Interval{"8", 10, 20}, Limit: NoLimit}},
		{"id=$chr:$pos", []string{"8:100:A:G"}, Query{Keys: []string{}, Locus: &Interval{"8", 100, 100}, ID: "8:100:A:G", Limit: NoLimit}},
		{"id=$chr:$pos", []string{"8:100"}, Query{Keys: []string{}, Locus: &Interval{"8", 100, 100}, Limit: NoLimit}},
		{"id=$chr:$pos", []string{"8:100-200"}, Query{Keys: []string{}, Locus: &Interval{"8", 100, 200}, Limit: NoLimit}},
		{"r=$chr:$start-$stop", []string{"8:100-200"}, Query{Keys: []string{}, Locus: &Interval{"8", 100, 200}, ID: "8:100-200", Limit: NoLimit}},
	}
	for _, tt := range tests {
		got, err := schemaOf(t, tt.schema).ParseQuery(tt.values, genome.GRCh37, names)
		if err != nil {
			t.Errorf("%s %q: %v", tt.schema, tt.values, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", tt.schema, tt.values, diff)
		}
	}
}

// SLC30A8 begins at 8:117,962,512 of GRCh37 by the annotation of older releases and is in 8q24.11;
// on GRCh38 the same gene is near 8:116,950,000.
func TestGenesAreOfTheBuildOfTheTable(t *testing.T) {
	s := schemaOf(t, "chr:pos")
	for build, near := range map[genome.Build]int64{genome.GRCh37: 117_962_512, genome.GRCh38: 116_950_273} {
		q, err := s.ParseQuery([]string{"slc30a8"}, build, genesInside(t, build))
		if err != nil {
			t.Fatal(err)
		}
		if q.Locus.Contig != "8" || q.Locus.Start > near+200_000 || q.Locus.End < near-200_000 || q.Locus.End-q.Locus.Start > 400_000 {
			t.Errorf("on %s the gene is at %v", build, *q.Locus)
		}
		flanked := genesInside(t, build)
		flanked.Flank = 1000
		wide, err := s.ParseQuery([]string{"SLC30A8"}, build, flanked)
		if err != nil || wide.Locus.Start != q.Locus.Start-1000 || wide.Locus.End != q.Locus.End+1000 {
			t.Errorf("with a flank it is at %v (%v)", wide.Locus, err)
		}
	}
	if _, err := s.ParseQuery(
		[]string{"SLC30A8"},
		genome.GRCh38,
		genesInside(t, genome.GRCh37),
	); err == nil ||
		!strings.Contains(err.Error(), "GRCh37 (hg19)") {
		t.Errorf("genes of another build: %v", err)
	}
	if _, err := s.ParseQuery([]string{"SLC30A8"}, genome.UnknownBuild, nil); err == nil || !strings.Contains(err.Error(), "genome build") {
		t.Errorf("genes without a build: %v", err)
	}
	_, err := s.ParseQuery([]string{"SLC30A"}, genome.GRCh38, genesInside(t, genome.GRCh38))
	if unknown := new(UnknownNameError); !errors.As(err, &unknown) || len(unknown.Near) == 0 || !strings.HasPrefix(unknown.Near[0], "SLC30A") {
		t.Errorf("a name that is not known: %v", err)
	}
}

func TestParseQueryRefuses(t *testing.T) {
	for _, tt := range []struct {
		schema string
		values []string
		want   string
	}{
		{"gene", nil, "takes 1"},
		{"gene", []string{"a", "b"}, "takes 1"},
		{"gene,chr:pos", []string{"a"}, "takes 2"},
		{"gene", []string{""}, "is empty"},
		{"chr:pos", []string{" "}, "is empty"},
		{"chr:pos", []string{"8:20-10"}, "ends before it begins"},
	} {
		if _, err := schemaOf(t, tt.schema).ParseQuery(tt.values, genome.GRCh37, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %q: %v, want %q", tt.schema, tt.values, err, tt.want)
		}
	}
	if got := SplitValues("SLC30A8,8:1-2"); cmp.Diff([]string{"SLC30A8", "8:1-2"}, got) != "" {
		t.Errorf("values are %q", got)
	}
	for text, want := range map[string]string{"*": "", "_": "", `\*`: "*", `\_`: "_", "_x": "_x", "%": "%", "T2*": "T2*"} {
		if got := ParsePrefix(text); got != want {
			t.Errorf("the prefix %q is %q, want %q", text, got, want)
		}
	}
}

func FuzzParseSchema(f *testing.F) {
	for _, s := range []string{"a|b,chr:start-stop;locus_step=20", "v=$chr:$pos*", "a,b", "$", ":-", "a=$chr$pos"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSchema(text)
		if err != nil {
			return
		}
		again, err := ParseSchema(s.String())
		if err != nil || again.String() != s.String() {
			t.Fatalf("%q is written %q, and that is read as %q (%v)", text, s, again, err)
		}
	})
}

func FuzzParseRegion(f *testing.F) {
	for _, s := range []string{"8:1-2", "chr8:1,000/5", "a:b:7", ":", "8:5+2147483647", "x:2147483647/2147483647"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, is, err := ParseRegion(text, genome.GRCh38)
		if is && err == nil && (r.Contig == "" || r.Start < 0 || r.End < r.Start) {
			t.Fatalf("%q is %v", text, r)
		}
	})
}
