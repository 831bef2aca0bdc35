package dataset

import (
	"strings"
	"testing"
)

func TestSuggestedSpelling(t *testing.T) {
	for _, c := range []struct{ column, value, want string }{
		{"ancestry", "Europan", "European"},
		{"ancestry", "europeans", "European"},
		{"ancestry", "East Asain", "East Asian"},
		{"ancestry", "South-east asian", "South East Asian"},
		{"ancestry", "africn", "African unspecified"}, // by an alias
		{"ancestry", "EX", ""},                        // too short to guess
		{"ancestry", "Martian colonists", ""},
		{"ancestry", "", ""},
		{"sex", "femal", "Female"},
		{"sex", "mael", "Male"},
		{"status", "Open acess", "Open access"},
		{"genome_build", "GRCh83", ""}, // a build is not guessed
		{"genome_build", "hg17", ""},
		{"data_type", "whole genom sequencing", "Whole genome sequencing"},
		{"description", "European", ""},
	} {
		if got := meant(c.column, c.value); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.column, c.value, got, c.want)
		}
	}
	if got := meantIn(AllCodes().GenomeBuild, buildAliases(), "hg17"); got != "" {
		t.Errorf("hg17 is taken for %q", got)
	}
	_, err := codeOfValue(AllCodes().Ancestry, ancestryAliases(), "Europan")
	if got, want := sentenceOf(
		err,
	), "“Europan” is not known here. Did you mean “European”? Accepted: "; !strings.HasPrefix(got, want) ||
		!strings.Contains(got, "East Asian") {
		t.Errorf("%q, want %q", got, want)
	}
}
