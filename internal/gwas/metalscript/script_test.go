package metalscript

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/dev/memtest"
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
ADDFILTER EFFECT_ALLELE_FREQ <= 0.99
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
		{Line: 13, File: "first.txt", scheme: meta.FixedEffect, Lambda: 0, Columns: Columns{Marker: "SNP",
			EffectAllele: "EFFECT_ALLELE", OtherAllele: "NON_EFFECT_ALLELE", Beta: "BETA", SE: "SE", P: "P_VAL", Weight: "N", Frequency: "EFFECT_ALLELE_FREQ"},
			Filters: []Filter{
				{
					Line:       11,
					Text:       "ADDFILTER EFFECT_ALLELE_FREQ >= 0.01",
					CellFilter: sumstats.CellFilter{Column: "EFFECT_ALLELE_FREQ", Op: ">=", Values: []string{"0.01"}},
				},
				{
					Line:       12,
					Text:       "ADDFILTER EFFECT_ALLELE_FREQ <= 0.99",
					CellFilter: sumstats.CellFilter{Column: "EFFECT_ALLELE_FREQ", Op: "<=", Values: []string{"0.99"}},
				},
			}},
		{Line: 24, File: "folder/second study.txt", scheme: meta.FixedEffect, Lambda: 1.05, N: 4106, Columns: Columns{Marker: "rs",
			EffectAllele: "AL1", OtherAllele: "AL2", Beta: "log(OR)", SE: "se", P: "p", Weight: "DONTUSECOLUMN", Frequency: "EFFECT_ALLELE_FREQ"}},
	}
	if diff := cmp.Diff(want, s.Studies, cmp.AllowUnexported(Study{})); diff != "" {
		t.Errorf("studies (-want +got):\n%s", diff)
	}
	if s.Scheme != meta.FixedEffect || !s.GenomicControl || len(s.Blocking()) > 0 {
		t.Errorf("%s, genomic control %v, %v", s.Scheme, s.GenomicControl, s.Findings)
	}
	opt := s.Options()
	if opt.MinStudies != 1 || opt.Palindromic != meta.KeepAsStated || !opt.FirstOfDuplicates || !opt.GenomicControlRegional || opt.Validate() != nil {
		t.Errorf("options %+v", opt)
	}
}

// Each command, as METAL's documentation writes it and as people do. How few letters are
// enough is what METAL takes: the line before each limit is refused.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		line string
		says string // what the script becomes, or the finding
	}{
		{"SCHEME SAMPLESIZE", "samplesize"},
		{"scheme stderr", "ivw"},
		{"SC ST", "ivw"},
		{"SCHEME S", "the scheme is SAMPLESIZE or STDERR"},
		{"S STDERR", "METAL reads this as a number of digits"},
		{"", "samplesize"},
		{"# SCHEME STDERR", "samplesize"},
		{"SCHEME INTERVAL", "line 1, SCHEME INTERVAL: the scheme is SAMPLESIZE or STDERR"},
		{"SCHEME", "line 1, SCHEME: SCHEME needs a word after it; complete the line"},
		{"ALLELES A", "line 1, ALLELES A: METAL has no command ALLELES"},
		{"ALLELE A", "line 1, ALLELE A: ALLELELABELS needs 2 words after it"},
		{"al x y", "EffectAllele:x OtherAllele:y"},
		{"MAR snp", "Marker:snp"},
		{"MA snp", "METAL has no command MA;"},
		{"EFF b", "Beta:b"},
		{"ef b", "Beta:b"},
		{"E b", "METAL reads this as a number of digits"},
		{"STDE se", "SE:se"},
		{"STD se", "SE:se"},
		{"ST se", "METAL reads this as a number of digits"},
		{"STR strand", "Strand: "},
		{"PV p", "P:p"},
		{"P p", "METAL has no command P;"},
		{"w n", "Weight:n"},
		{"D 250", "N [250]"},
		{"FR f", "Frequency:f"},
		{"F f", "METAL has no command F;"},
		{"CHR c", "Chromosome: "}, // not tracked
		{"GENOMICCONTROL OFF", "λ [1]"},
		{"GENOMICCONTROL ON", "λ [0]"},
		{"g on", "λ [0]"},
		{"GENOMICCONTROL 1.1", "λ [1.1]"},
		{"GENOMICCONTROL 0.9", "λ [1]"},
		{"GENOMICCONTROL LIST markers.txt", "λ [0] markers.txt"},
		{"GENOMICCONTROL LIST", "write ON, OFF, the value of λ, or LIST and a file"},
		{"GENOMICCONTROL yes", "write ON, OFF, the value of λ, or LIST and a file"},
		{"GENOMICCONTROL NaN", "write ON, OFF, the value of λ, or LIST and a file"},
		{"EFFECT log(OR)", "Beta:log(OR)"},
		{"EFFECT log( OR ) # the odds ratio", "Beta:log(OR)"},
		{"EFFECT BETA", "Beta:BETA"},
		{"DEFAULTWEIGHT many", "a weight is a number above 0"},
		{"MARKER #ID", "Marker:#ID"},
		{"FREQ F # of the first allele", "Frequency:F"},
		{"USESTRAND ON", "Strand:STRAND"},
		{"USES on", "Strand:STRAND"},
		{"USE ON", "METAL has no command USE;"},
		{"USESTRAND maybe", "write ON or OFF"},
		{"USESTRAND O", "write ON or OFF"},
		{"TRACKPOSITIONS ON", "Chromosome:CHROMOSOME Position:POSITION"},
		{"t on", "Chromosome:CHROMOSOME Position:POSITION"},
		{"FLIP", "Flip:true"},
		{"FLIP\nFL", "Flip:false"},
		{"AVERAGEFREQ ON", "NeedsFrequency:true"},
		{"MINMAXFREQ ON", "NeedsFrequency:true"},
		{"AVERAGEFREQ ON\nAVERAGEFREQ OFF", "NeedsFrequency:false"},
		{"CUSTOMVARIABLE N", "Customs:map[n:N]"},
		{"CUSTOMVARIABLE TotalSampleSize\nLABEL totalsamplesize as n_total", "Customs:map[n:n_total]"},
		{"SCHEME STDERR\nCUSTOM N_case\nLABEL N_case as cc", "Customs:map[n_cases:cc]"},
		{"CUSTOM N_case", "cases and controls are not summed with SCHEME SAMPLESIZE"},
		{"CUSTOM N\nCUSTOM NTOTAL", "another variable sums the same"},
		{"LABEL N AS n_total", "METAL has no variable N to label"},
		{"CUSTOMVARIABLE MENDEL", "the result sums the sample size, the cases and the controls only"},
		{"CUSTOMVARIABLE N\nLABEL N x y", "write LABEL variable AS column"},
		{"ADDFILTER N > 100", "N > [100]"},
		{"add n >= 100", "n >= [100]"},
		{"AD N > 100", "METAL has no command AD;"},
		{"ADDFILTER SNP IN (rs1,rs2,rs3)", "SNP in [rs1 rs2 rs3]"},
		{"ADDFILTER SNP = rs1", "SNP is [rs1]"},
		{"ADDFILTER SNP IS rs1", "SNP is [rs1]"},
		{"ADDFILTER SNP != rs1", "SNP is not [rs1]"},
		{"ADDFILTER SNP <> rs1", "SNP is not [rs1]"},
		{"ADDFILTER P == 0.3", "P = [0.3]"},
		{"ADDFILTER P <> 0.3", "P != [0.3]"},
		{"ADDFILTER P ISNOT -1", "P != [-1]"},
		{"ADDFILTER N>100", "METAL ignores a filter that is not a column, a condition and a value"},
		{"ADDFILTER SNP IN (rs1, rs2)", "METAL ignores a filter that is not a column, a condition and a value"},
		{"ADDFILTER MAF", "METAL ignores a filter"},
		{"ADDFILTER SNP IN rs1", "not in brackets"},
		{"ADDFILTER N ~ 1", "the condition ~"},
		{"ADDFILTER MAF > .05", "does not begin with a digit or a sign"},
		{"ADDFILTER N > 12x", `"12x" is not a number`},
		{"ADDFILTER N > 5\nREMOVEFILTERS", "filters 0"},
		{"ADDFILTER N > 5\nREM", "filters 0"},
		{"COLUMNCOUNTING LENIENT", "lenient true"},
		{"CO l\nCO STRICT", "lenient false"},
		{"COLUMNCOUNTING LOOSE", "write STRICT or LENIENT"},
		{"OVERLAP ON", "overlap true z 0"},
		{"o on\nz 0.5", "overlap true z 0.5"},
		{"OVERLAP OFF", "overlap false"},
		{"ZCUTOFF 39", "the cutoff of z is 38 at most"},
		{"ZCUTOFF 0", "the cutoff of z is a number above 0"},
		{"SCHEME STDERR\nOVERLAP ON", "overlap is estimated with SCHEME SAMPLESIZE only"},
		{"OVERLAP ON\nSCHEME STDERR", "overlap is estimated with SCHEME SAMPLESIZE only"},
		{"MINWEIGHT 1000", "least weight 1000"},
		{"MINW -1", "the least weight is a number of 0 or more"},
		{"MIN 5", "METAL has no command MIN;"},
		{"SCHEME STDERR\nMINWEIGHT 10", "MINWEIGHT has no effect with SCHEME STDERR"},
		{"SOURCE other.txt", "put the lines of that script here"},
		{"SEPARATOR COMMA", "not needed"},
		{"SEPARATOR SEMICOLON", "the separator is WHITESPACE, COMMA, TAB or BOTH"},
		{"AVERAGEFREQ ON", "always has the mean frequency"},
		{"MINMAXFREQ ON", "least and the largest"},
		{"EFFECT_PRINT_PRECISION 12", "all digits"},
		{"STDERR_PRINT_PRECISION 12", "all digits"},
		{"VERBOSE ON", "accounted for"},
		{"VERBOSE 3", "write ON or OFF"},
		{"MAXWARNINGS 3", "without limit"},
		{"LOGPVALUE ON", "−log10 P"},
		{"HELP", "METAL's own help"},
		{"NONSENSE x", "METAL has no command NONSENSE"},
	} {
		s := parse(t, c.line+"\r\nPROCESS a.txt\nANALYZE\n")
		study := Study{}
		if len(s.Studies) > 0 {
			study = s.Studies[0]
		}
		text := fmt.Sprintln(s.Scheme, "λ", []float64{study.Lambda}, study.NullMarkers, "N", []float64{study.N}, "lenient", study.Lenient,
			"overlap", s.Overlap, "z", s.ZCutoff, "least weight", s.MinWeight, "filters", len(study.Filters)) + fmt.Sprintf("%+v\n", study.Columns)
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

func TestFindingsThatChangeTheResultBlock(t *testing.T) {
	for line, blocks := range map[string]bool{
		"VERBOSE ON": false, "OUTFILE A .tbl": false, "AVERAGEFREQ ON": false, "SEPARATOR TAB": false, "MAXW 10": false,
		"SOURCE x": true, "NONSENSE": true, "MINWEIGHT x": true, "GENOMICCONTROL LIST": true, "CUSTOMVARIABLE MENDEL": true,
		"ADDFILTER N>1": true, "OVERLAP YES": true, "LABEL N AS n": true,
	} {
		s := parse(t, line+"\nPROCESS a\n")
		if len(s.Findings) != 1 || s.Findings[0].Line != 1 || (len(s.Blocking()) > 0) != blocks {
			t.Errorf("%s: %v", line, s.Findings)
		}
	}
}

// Lines that METAL passes over because an analysis is under way.
func TestTooLate(t *testing.T) {
	for line, blocks := range map[string]bool{
		"SCHEME STDERR": true, "SCHEME SAMPLESIZE": false, "OVERLAP ON": true, "OVERLAP OFF": false, "ZCUTOFF 2": true,
		"TRACKPOSITIONS ON": true, "CUSTOMVARIABLE N": true, "WEIGHT N": false, "GENOMICCONTROL ON": false, "FLIP": false,
	} {
		for _, before := range []string{"PROCESS a\n", "GENOMICCONTROL LIST x\n"} {
			b := parse(t, before+line+"\nPROCESS b\n").Blocking()
			if (len(b) == 1) != blocks || blocks && (b[0].Line != 2 || !strings.Contains(b[0].Message, "METAL passes over this line")) {
				t.Errorf("%q: %v", before+line, b)
			}
		}
	}
	if b := parse(t, "GENOMICCONTROL 1.2\nGENOMICCONTROL LIST x\nPROCESS a").Blocking(); len(b) != 1 || b[0].Line != 2 {
		t.Errorf("a list behind a value: %v", b)
	}
	if b := parse(t, "GENOMICCONTROL 1.2\nGENOMICCONTROL ON\nGENOMICCONTROL LIST x\nPROCESS a").Blocking(); len(b) != 0 {
		t.Errorf("a list behind ON: %v", b)
	}
}

// CLEAR forgets files, filters and variables, and keeps columns and settings, as in METAL.
func TestOneAnalysis(t *testing.T) {
	s := parse(t, "CUSTOM N\nMARKER SNP\nADDFILTER N > 5\nPROCESS a\nCLEAR\nSCHEME STDERR\nPROCESS b\nANALYZE RANDOM\nCLEAR\nPROCESS c\nANALYZE\n")
	if len(s.Studies) != 1 || s.Studies[0].File != "b" || s.Studies[0].Marker != "SNP" || len(s.Studies[0].Filters) > 0 || s.Studies[0].Customs != nil ||
		s.Scheme != meta.RandomEffects {
		t.Errorf("%+v", s)
	}
	if b := s.Blocking(); len(b) != 1 || b[0].Line != 10 || !strings.Contains(b[0].Message, "separate script") {
		t.Errorf("the second analysis: %v", b)
	}
	if b := parse(t, "MARKER SNP\n").Blocking(); len(b) != 1 || b[0].Line != 0 {
		t.Errorf("nothing to process: %v", b)
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

func TestFilesThatAreNotScripts(t *testing.T) {
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
		defer memtest.Bound(t, 1<<20+16*len(text))()
		s, err := Parse(text)
		if err != nil {
			return
		}
		for _, study := range s.Studies {
			if study.File == "" && !strings.ContainsAny(text, `"'`) || study.Line < 1 || !(study.Lambda >= 0) || !(study.N >= 0) {
				t.Errorf("study %+v", study)
			}
			if _, err := study.Read([]string{"MARKER", "Allele1", "ALLELE2", "EFFECT", "STDERR", "PVALUE", "N"}); err != nil && err.Error() == "" {
				t.Error("a refusal without a word")
			}
			for _, filter := range study.Filters {
				if len(filter.Values) == 0 {
					t.Errorf("filter %+v", filter)
				}
				if filter.Validate() != nil {
					t.Errorf("filter %+v was taken", filter)
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
