package metalscript

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

func parse(t *testing.T, text string) *Script {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const twoStudies = `# Two studies of glucose
MARKER   SNP
weight   N
Allele   EFFECT_ALLELE NON_EFFECT_ALLELE
FREQ     EFFECT_ALLELE_FREQ
EFFECT   BETA
STDERR   SE
PVAL     P_VAL
SCHEME   STDERR
GENOMICCONTROL ON
ADDFILTER EFFECT_ALLELE_FREQ >= 0.01
ADDFILTER EFFECT_ALLELE_FREQ<=0.99
PROCESS  first.txt

MARKERLABEL rs	# tabs, and a comment behind
ALLELELABELS AL1 AL2
EFFECTLABEL log(OR)
STDERRLABEL se
PVALUELABEL p
WEIGHTLABEL DONTUSECOLUMN
DEFAULTWEIGHT 4106
GENOMICCONTROL 1.05
REMOVEFILTERS
PROCESSFILE folder/second study.txt

OUTFILE META .tbl
ANALYZE HETEROGENEITY
QUIT
what follows is not read
`

func TestTwoStudies(t *testing.T) {
	s := parse(t, twoStudies)
	want := []Study{
		{Line: 13, File: "first.txt", Marker: "SNP", Lambda: 0, Defaults: sumstats.Mapping{},
			Mapping: sumstats.Mapping{"effect_allele": "EFFECT_ALLELE", "other_allele": "NON_EFFECT_ALLELE", "beta": "BETA",
				"standard_error": "SE", "p_value": "P_VAL", "effect_allele_frequency": "EFFECT_ALLELE_FREQ", "n": "N", "strand": ""},
			Filters: []Filter{
				{Line: 11, Text: "ADDFILTER EFFECT_ALLELE_FREQ >= 0.01", Column: "EFFECT_ALLELE_FREQ", Op: meta.FilterAtLeast, Values: []string{"0.01"}},
				{Line: 12, Text: "ADDFILTER EFFECT_ALLELE_FREQ<=0.99", Column: "EFFECT_ALLELE_FREQ", Op: meta.FilterAtMost, Values: []string{"0.99"}},
			}},
		{Line: 24, File: "folder/second study.txt", Marker: "rs", Lambda: 1.05, N: 4106, Defaults: sumstats.Mapping{},
			Mapping: sumstats.Mapping{"effect_allele": "AL1", "other_allele": "AL2", "odds_ratio": "OR", "standard_error": "se",
				"p_value": "p", "effect_allele_frequency": "EFFECT_ALLELE_FREQ", "n": "DONTUSECOLUMN", "strand": ""}},
	}
	if diff := cmp.Diff(want, s.Studies); diff != "" {
		t.Errorf("studies (-want +got):\n%s", diff)
	}
	if s.Scheme != meta.FixedEffect || !s.GenomicControl || len(s.Blocking()) > 0 {
		t.Errorf("%s, genomic control %v, %v", s.Scheme, s.GenomicControl, s.Findings)
	}
	opt := s.Options()
	if opt.MinStudies != 1 || opt.Palindromic != meta.KeepAsStated || opt.Validate() != nil {
		t.Errorf("options %+v", opt)
	}
}

// Each command, as METAL's documentation writes it and as people do.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		line string
		says string // what the script becomes, or the finding
	}{
		{"SCHEME SAMPLESIZE", "samplesize"},
		{"scheme stderr", "ivw"},
		{"SCHEME STD", "ivw"},
		{"", "samplesize"},
		{"# SCHEME STDERR", "samplesize"},
		{"SCHEME INTERVAL", "line 1, SCHEME INTERVAL: the scheme is SAMPLESIZE or STDERR"},
		{"SCHEME", "line 1, SCHEME: SCHEME needs a word after it; complete the line"},
		{"ALLELES A", "line 1, ALLELES A: no command of METAL is called ALLELES"},
		{"ALLELE A", "line 1, ALLELE A: ALLELELABELS needs 2 words after it"},
		{"GENOMICCONTROL OFF", "λ [1]"},
		{"GENOMICCONTROL ON", "λ [0]"},
		{"GENOMICCONTROL 1.1", "λ [1.1]"},
		{"GENOMICCONTROL 0.9", "λ [1]"},
		{"GENOMICCONTROL LIST markers.txt", "λ of a list of markers is not available"},
		{"GENOMICCONTROL yes", "write ON, OFF or the value of λ"},
		{"GENOMICCONTROL NaN", "write ON, OFF or the value of λ"},
		{"EFFECT log(OR)", "odds_ratio:OR"},
		{"EFFECT LOG(OR)", "odds_ratio:OR"},
		{"EFFECT BETA", "beta:BETA"},
		{"EFFECT abs(BETA)", "only log(COLUMN)"},
		{"DEFAULTWEIGHT many", "a weight is a number above 0"},
		{"DEFAULTWEIGHT 250", "N [250]"},
		{"MARKER #ID", "marker #ID"},
		{"FREQ F # of the first allele", "effect_allele_frequency:F"},
		{"USESTRAND ON", "strand default STRAND"},
		{"USESTRAND maybe", "write ON or OFF"},
		{"TRACKPOSITIONS ON", "chromosome default CHROMOSOME"},
		{"LABEL TotalSampleSize AS n_total", "n:n_total"},
		{"LABEL N_case as cc", "n_cases:"},
		{"LABEL MENDEL_ERRORS AS x", "so it has no MENDEL_ERRORS"},
		{"LABEL N x", "write LABEL variable AS column"},
		{"CUSTOMVARIABLE N", "samplesize"},
		{"ADDFILTER N > 100", "N > [100]"},
		{"ADD N>100", "N > [100]"},
		{"ADDFILTER SNP IN (rs1, rs2,rs3)", "SNP in [rs1 rs2 rs3]"},
		{"ADDFILTER SNP = rs1", "SNP = [rs1]"},
		{"ADDFILTER SNP == rs1", "SNP = [rs1]"},
		{"ADDFILTER SNP != rs1", "SNP != [rs1]"},
		{"ADDFILTER MAF", "write a filter as COLUMN > NUMBER"},
		{"OVERLAP ON", "state the shared sample size of each pair"},
		{"OVERLAP OFF", "samplesize"},
		{"ZCUTOFF 2", "overlapping samples"},
		{"MINWEIGHT 1000", "a least total weight is not available"},
		{"FLIP", "never turned"},
		{"SOURCE other.txt", "put the lines of that script here"},
		{"SEPARATOR COMMA", "no need for it"},
		{"COLUMNCOUNTING LENIENT", "left out and counted"},
		{"AVERAGEFREQ ON", "always has the mean frequency"},
		{"MINMAXFREQ ON", "least and the largest"},
		{"EFFECT_PRINT_PRECISION 12", "all digits"},
		{"STDERR_PRINT_PRECISION 12", "all digits"},
		{"VERBOSE ON", "accounted for"},
		{"LOGPVALUE ON", "−log10 P"},
		{"ANALYSE", "no command of METAL is called ANALYSE"},
		{"AN", "no command of METAL is called AN"},
	} {
		s := parse(t, c.line+"\r\nPROCESS a.txt\nANALYZE\n")
		study := Study{}
		if len(s.Studies) > 0 {
			study = s.Studies[0]
		}
		text := fmt.Sprintln(s.Scheme, "λ", []float64{study.Lambda}, "N", []float64{study.N}, study.Mapping, "marker", study.Marker)
		for field, column := range study.Defaults {
			text += fmt.Sprintln(field, "default", column)
		}
		for _, f := range study.Filters {
			text += fmt.Sprintln(f.Column, f.Op, f.Values)
		}
		for _, f := range s.Findings {
			text += f.String() + "\n"
		}
		if !strings.Contains(text, c.says) {
			t.Errorf("%q should say %q:\n%s", c.line, c.says, text)
		}
	}
}

func TestWhatChangesTheResultBlocks(t *testing.T) {
	for line, blocks := range map[string]bool{
		"VERBOSE ON": false, "OUTFILE A .tbl": false, "AVERAGEFREQ ON": false, "LABEL MENDEL AS x": false, "SEPARATOR TAB": false,
		"OVERLAP ON": true, "SOURCE x": true, "NONSENSE": true, "MINWEIGHT 5": true, "FLIP": true, "GENOMICCONTROL LIST": true,
	} {
		s := parse(t, line+"\nPROCESS a\n")
		if len(s.Findings) != 1 || s.Findings[0].Line != 1 || (len(s.Blocking()) > 0) != blocks {
			t.Errorf("%s: %v", line, s.Findings)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		script string
		want   string
	}{
		{"SCHEME STDERR\nWEIGHT W\nLABEL N AS total", "n=total"},
		{"SCHEME STDERR\nWEIGHT W", "n=W"},
		{"WEIGHT W", "n=W n_cases= n_controls= n_eff="},
		{"WEIGHT W\nLABEL TotalSampleSize AS total", "n=total n_cases= n_controls= n_eff=W"},
		{"WEIGHT W\nLABEL TotalSampleSize AS W", "n=W n_cases= n_controls= n_eff="},
		{"LABEL N AS total", "n=total n_cases= n_controls="},
		{"LABEL N AS N", "n_cases= n_controls= n_eff="},
	} {
		study := parse(t, c.script+"\nPROCESS a").Studies[0]
		var got []string
		for _, field := range []sumstats.Field{"n", "n_cases", "n_controls", "n_eff"} {
			if column, ok := study.Mapping[field]; ok {
				got = append(got, string(field)+"="+column)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %s, want %s", c.script, strings.Join(got, " "), c.want)
		}
	}
}

func TestOneAnalysis(t *testing.T) {
	s := parse(t, "PROCESS a\nCLEAR\nSCHEME STDERR\nPROCESS b\nANALYZE RANDOM\nCLEAR\nPROCESS c\nANALYZE\n")
	if len(s.Studies) != 1 || s.Studies[0].File != "b" || s.Scheme != meta.RandomEffects {
		t.Errorf("%+v", s)
	}
	if b := s.Blocking(); len(b) != 1 || b[0].Line != 7 || !strings.Contains(b[0].Message, "script of its own") {
		t.Errorf("the second analysis: %v", b)
	}
	if b := parse(t, "PROCESS a\nSCHEME STDERR\nPROCESS b").Blocking(); len(b) != 1 || b[0].Line != 2 {
		t.Errorf("a scheme that changes: %v", b)
	}
	if b := parse(t, "MARKER SNP\n").Blocking(); len(b) != 1 || b[0].Line != 0 {
		t.Errorf("nothing to process: %v", b)
	}
}

func TestFiltersOnColumns(t *testing.T) {
	study := parse(t, "EFFECT log(OR)\nADDFILTER OR < 5\nADDFILTER HWE > 1e-6\nADDFILTER F > x\nPROCESS a").Studies[0]
	mapping := sumstats.Mapping{"odds_ratio": "OR", "effect_allele_frequency": "F"}
	f, err := study.Filters[0].On(mapping)
	if err != nil || f.Field != "odds_ratio" || f.Op != "<" || !slices.Equal(f.Values, []string{"5"}) {
		t.Errorf("%+v, %v", f, err)
	}
	for i, says := range map[int]string{1: "line 3, ADDFILTER HWE > 1e-6: no value of a row is read from column HWE", 2: `"x" is no number`} {
		if _, err := study.Filters[i].On(mapping); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("filter %d: %v", i, err)
		}
	}
}

func TestFloors(t *testing.T) {
	both := "FREQ F\nADDFILTER F > 0.01\nADDFILTER F < 0.99\n"
	for _, c := range []struct {
		script    string
		maf, info float64
		rest      int
	}{
		{both + "PROCESS a\nPROCESS b", 0.01, 0, 0},
		{both + "PROCESS a\nREMOVEFILTERS\nPROCESS b", 0, 0, 2},
		{"FREQ F\nADDFILTER F > 0.01\nPROCESS a", 0, 0, 1},
		{"ADDFILTER MAF >= 0.05\nADDFILTER INFO > 0.4\nPROCESS a", 0.05, 0.4, 0},
		{"ADDFILTER Rsq >= 0.3\nADDFILTER N > 50\nPROCESS a", 0, 0.3, 1},
		{"ADDFILTER Rsq < 0.3\nPROCESS a", 0, 0, 1},
		{"PROCESS a", 0, 0, 0},
	} {
		got := parse(t, c.script).Floors()
		if got.MAF != c.maf || got.Info != c.info || len(got.Rest) != c.rest {
			t.Errorf("%q: %+v", c.script, got)
		}
	}
}

func TestWhatIsNoScript(t *testing.T) {
	for _, text := range []string{"PROCESS \x00", strings.Repeat("#\n", 1<<20)} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%.10q is no script", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(twoStudies)
	f.Add("ADDFILTER A IN (,)\nPROCESS x\nANALYZE H\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		for _, study := range s.Studies {
			if study.File == "" && !strings.ContainsAny(text, `"'`) || study.Line < 1 || !(study.Lambda >= 0) || !(study.N >= 0) {
				t.Errorf("study %+v", study)
			}
			for _, filter := range study.Filters {
				if len(filter.Values) == 0 {
					t.Errorf("filter %+v", filter)
				}
				if g, err := filter.On(study.Mapping); err == nil && g.Validate() != nil {
					t.Errorf("filter %+v was taken as %+v", filter, g)
				}
			}
		}
		if err := s.Options().Validate(); err != nil {
			t.Errorf("options: %v", err)
		}
		if len(s.Studies) == 0 && len(s.Blocking()) == 0 {
			t.Error("nothing to combine, and no word of it")
		}
		if floors := s.Floors(); floors.MAF < 0 || floors.MAF > 0.5 || floors.Info < 0 || floors.Info > 1 {
			t.Errorf("floors %+v", floors)
		}
	})
}
