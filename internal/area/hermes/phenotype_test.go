package hermes

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func trait(code, description string, synonyms ...string) *Phenotype {
	return &Phenotype{Code: code, Description: description, Dichotomous: true, Synonyms: synonyms, Version: 1}
}

func traits() []*Phenotype {
	hf := trait("ALL_HF", "All-cause heart failure", "HF")
	hf.Terms = []string{"MONDO:0005252"}
	return []*Phenotype{
		hf, trait("DCM_Broad", "Dilated cardiomyopathy"), trait("I_HF", "Ischaemic heart failure"),
		trait("NI_CM", "Non-ischaemic cardiomyopathy"), trait("NI_HF", "Non-ischaemic heart failure"), trait("LVEF", "Left ventricular ejection fraction"),
	}
}

func TestMatchPhenotypes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, typed, want string
		near              bool
	}{
		{"nothing typed", " ", "ALL_HF DCM_Broad I_HF NI_CM NI_HF LVEF", false},
		{"a code", "all_hf", "ALL_HF", false},
		{"a code in other letters and spacing", "dcm broad", "DCM_Broad", false},
		{"all words in any order", "failure heart", "ALL_HF I_HF NI_HF", false},
		{"parts of words", "ven eject", "LVEF", false},
		{"another name before longer ones", "hf", "ALL_HF I_HF NI_HF", false},
		{"a term", "MONDO:0005252", "ALL_HF", false},
		{"a term by its number", "0005252", "ALL_HF", false},
		{"a whole name before a part of one", "ischaemic heart failure", "I_HF NI_HF", false},
		{"spelled as in America", "ischemic heart failure", "I_HF NI_HF", true},
		{"two letters swapped", "heart faliure", "ALL_HF I_HF NI_HF", true},
		{"a letter too few", "cardiomyopthy", "DCM_Broad NI_CM", true},
		{"two letters wrong in a long word", "cardeomiopathy", "DCM_Broad NI_CM", true},
		{"three are too many", "cardeomiopethy", "", false},
		{"two wrong in a short word are too many", "haerd", "", false},
		{"three letters have to be right", "hfx", "", false},
		{"a word that is nowhere", "heart attack", "", false},
		{"signs alone", "?!", "ALL_HF DCM_Broad I_HF NI_CM NI_HF LVEF", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found, near := matchPhenotypes(traits(), c.typed)
			codes := make([]string, len(found))
			for i, p := range found {
				codes[i] = p.Code
			}
			if got := strings.Join(codes, " "); got != c.want || near != c.near {
				t.Errorf("%q finds %q (near %v), want %q (near %v)", c.typed, got, near, c.want, c.near)
			}
		})
	}
}

func TestEditDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"heart", "heart", 0}, {"heart", "hart", 1}, {"heart", "heatr", 1}, {"heart", "heert", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"ämie", "emie", 1},
	} {
		if got := editDistance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("%q → %q is %d letters, want %d", c.a, c.b, got, c.want)
		}
		if got := editDistance([]rune(c.b), []rune(c.a)); got != c.want {
			t.Errorf("%q → %q is %d letters, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestNameKey(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"DCM_Broad": "dcmbroad", " dcm  BROAD": "dcmbroad", "Größe (m²)": "größem", "!?": ""} {
		if got := NameKey(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestTerm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"MONDO:0005252": "MONDO:0005252", " efo_0003144 ": "EFO:0003144", "hpo:0001635": "HP:0001635", "HP:0001635": "HP:0001635",
		"http://purl.obolibrary.org/obo/MONDO_0005252": "MONDO:0005252",
		"MONDO:005252": "", "MONDO:00052520": "", "DOID:6000000": "", "heart failure": "", "MONDO:000525x": "",
	} {
		got := term(text)
		if valid := termForm.MatchString(got); valid != (want != "") || valid && got != want {
			t.Errorf("%q is read as %q, valid %v; want %q", text, got, valid, want)
		}
	}
}

func TestSentencesAboutAPhenotype(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	p := &Phenotype{Code: "X1"}
	faults := p.say(PhenotypeInput{
		Description: " Heart failure ", Dichotomous: true, Terms: []string{"mondo_0005252", "MONDO:0005252", " "},
		Synonyms: []string{" HF", "hf", ""}, Retired: true,
	}, now)
	want := &Phenotype{Code: "X1", Description: "Heart failure", Dichotomous: true, Terms: []string{"MONDO:0005252"}, Synonyms: []string{"HF"}, RetiredAt: &now}
	if diff := cmp.Diff(want, p); diff != "" || len(faults) > 0 {
		t.Errorf("faults %v (-want +got):\n%s", faults, diff)
	}
	p.say(PhenotypeInput{Description: "Heart failure", Retired: true}, now.Add(time.Hour))
	if !p.RetiredAt.Equal(now) {
		t.Errorf("retired again at %v", p.RetiredAt)
	}
	for _, c := range []struct {
		name string
		in   PhenotypeInput
		want string
	}{
		{"no description", PhenotypeInput{Description: " "}, "description"},
		{"a description without a letter", PhenotypeInput{Description: "?"}, "description"},
		{"a description of 500 characters", PhenotypeInput{Description: strings.Repeat("é", 500)}, ""},
		{"of 501", PhenotypeInput{Description: strings.Repeat("é", 501)}, "description"},
		{"two lines", PhenotypeInput{Description: "a\nb"}, "description"},
		{"a term of no ontology", PhenotypeInput{Description: "a", Terms: []string{"MONDO:0005252", "I50"}}, "terms"},
		{"a name of 100 characters", PhenotypeInput{Description: "a", Synonyms: []string{strings.Repeat("b", 100)}}, ""},
		{"of 101", PhenotypeInput{Description: "a", Synonyms: []string{strings.Repeat("b", 101)}}, "synonyms"},
		{"all at once", PhenotypeInput{Terms: []string{"x", "y"}, Synonyms: []string{"a\x00"}}, "description terms synonyms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var fields []string
			for _, f := range new(Phenotype).say(c.in, now) {
				fields = append(fields, f.Field)
			}
			if got := strings.Join(fields, " "); got != c.want {
				t.Errorf("faults at %q, want %q", got, c.want)
			}
		})
	}
}

func TestCodeForm(t *testing.T) {
	t.Parallel()
	for code, valid := range map[string]bool{
		"HF": true, "DCM_Broad": true, "HF.pEF-2": true, "A": false, "1HF": false, "H F": false, "HF/2": false, "É1": false,
		"a" + strings.Repeat("b", 39): true, "a" + strings.Repeat("b", 40): false,
	} {
		if codeForm.MatchString(code) != valid {
			t.Errorf("%q valid: %v", code, !valid)
		}
	}
}

// TestPhenotypeOfASheet checks metadata sheets against the list of phenotypes.
func TestPhenotypeOfASheet(t *testing.T) {
	t.Parallel()
	list := traits()
	gone := time.Now()
	list[2].RetiredAt = &gone
	list[5].Dichotomous = false
	cases := int64(4)
	for _, c := range []struct {
		name, typed, kept string
		cases             *int64
		field, message    string // the fault, "" for none
		counts            string
	}{
		{"a code", "ALL_HF", "", &cases, "", "", "ALL_HF"},
		{"a code in other letters", "all-hf", "", &cases, "", "", "ALL_HF"},
		{"cases and controls without their numbers", "ALL_HF", "", nil, "cases", "Enter the number of cases", ""},
		{"a retired one", "I_HF", "", &cases, "phenotype", "I_HF is retired", ""},
		{"a retired one of this submission", "I_HF", "I_HF", &cases, "", "", "I_HF"},
		{"a retired one of another", "I_HF", "NI_HF", &cases, "phenotype", "I_HF is retired", ""},
		{"cases of a measure", "LVEF", "", &cases, "cases", "Left ventricular ejection fraction is measured", ""},
		{"a measure", "LVEF", "", nil, "", "", "LVEF"},
		{"a description", "all cause heart failure", "", nil, "phenotype", "Did you mean All-cause heart failure (ALL_HF)?", ""},
		{"a misspelled one", "dilated cardiomyopthy", "", nil, "phenotype", "Did you mean Dilated cardiomyopathy (DCM_Broad)?", ""},
		{"what only a retired one is called", "Ischaemic heart failure", "", nil, "phenotype", "Did you mean Non-ischaemic heart failure (NI_HF)?", ""},
		{"something else", "Asthma", "", nil, "phenotype", "Choose a phenotype of the list, or ask for one.", ""},
		{"nothing", "", "", nil, "phenotype", "Choose a phenotype of the list, or ask for one.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, s := &Metadata{Phenotype: c.typed, Cases: c.cases}, new(sheet)
			m.checkPhenotype(s, list, c.kept)
			switch {
			case c.field == "" && (len(s.faults) > 0 || m.Phenotype != c.counts):
				t.Errorf("faults %v, stands %q", s.faults, m.Phenotype)
			case c.field != "" && (len(s.faults) != 1 || s.faults[0].Field != "metadata."+c.field || !strings.Contains(s.faults[0].Message, c.message)):
				t.Errorf("faults %v", s.faults)
			}
		})
	}
}
