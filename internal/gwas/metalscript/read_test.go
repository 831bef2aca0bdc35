package metalscript

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
)

// mapped returns the mapping of a reading, without the fields that have no column.
func mapped(r Reading) string {
	var out []string
	for _, field := range slices.Sorted(maps.Keys(r.Mapping)) {
		if r.Mapping[field] != "" {
			out = append(out, string(field)+"="+r.Mapping[field])
		}
	}
	return fmt.Sprintf("%s marker=%s N=%v", strings.Join(out, " "), r.Marker, r.N)
}

// A script reads the columns that it names, or METAL's own, and no others.
func TestRead(t *testing.T) {
	plain := "MARKER ALLELE1 ALLELE2 EFFECT STDERR PVALUE N"
	for _, c := range []struct{ script, header, want string }{
		{"", plain, "effect_allele=ALLELE1 beta=EFFECT n=N other_allele=ALLELE2 p_value=PVALUE marker=MARKER N=0"},
		{"SCHEME STDERR", plain, "effect_allele=ALLELE1 beta=EFFECT n=N other_allele=ALLELE2 standard_error=STDERR marker=MARKER N=0"},
		{"", strings.ToLower(plain), "effect_allele=allele1 beta=effect n=n other_allele=allele2 p_value=pvalue marker=marker N=0"},
		// The columns of the issue: a beta next to the ratio, −log10 P next to P.
		{"EFFECT log(OR)\nPVALUE P", plain + " BETA OR P MLOG10P", "effect_allele=ALLELE1 n=N odds_ratio=OR other_allele=ALLELE2 p_value=P marker=MARKER N=0"},
		{"EFFECT LOG(or)\nPVALUE p", plain + " BETA OR P MLOG10P", "effect_allele=ALLELE1 n=N odds_ratio=OR other_allele=ALLELE2 p_value=P marker=MARKER N=0"},
		{"EFFECT log(OR)", plain + " OR log(OR)", "effect_allele=ALLELE1 beta=log(OR) n=N other_allele=ALLELE2 p_value=PVALUE marker=MARKER N=0"},
		{"FREQ F\nFLIP", plain + " F", "effect_allele=ALLELE2 beta=EFFECT n=N other_allele=ALLELE1 other_allele_frequency=F p_value=PVALUE marker=MARKER N=0"},
		{"FREQ F", plain + " F", "effect_allele=ALLELE1 effect_allele_frequency=F beta=EFFECT n=N other_allele=ALLELE2 p_value=PVALUE marker=MARKER N=0"},
		{"FREQ F", plain, "effect_allele=ALLELE1 beta=EFFECT n=N other_allele=ALLELE2 p_value=PVALUE marker=MARKER N=0"},
		{"WEIGHT W\nDEFAULT 50", plain, "effect_allele=ALLELE1 beta=EFFECT other_allele=ALLELE2 p_value=PVALUE marker=MARKER N=50"},
		{"DEFAULT 50", plain, "effect_allele=ALLELE1 beta=EFFECT n=N other_allele=ALLELE2 p_value=PVALUE marker=MARKER N=0"},
		{"SCHEME STDERR\nWEIGHT W", plain, "effect_allele=ALLELE1 beta=EFFECT other_allele=ALLELE2 standard_error=STDERR marker=MARKER N=0"},
		{"SCHEME STDERR\nWEIGHT W\nDEFAULT 9", plain, "effect_allele=ALLELE1 beta=EFFECT other_allele=ALLELE2 standard_error=STDERR marker=MARKER N=9"},
		{"CUSTOM Ntot\nLABEL Ntot AS T", plain + " T", "effect_allele=ALLELE1 beta=EFFECT n=T n_eff=N other_allele=ALLELE2 p_value=PVALUE marker=MARKER N=0"},
		{"CUSTOM N", plain, "effect_allele=ALLELE1 beta=EFFECT n=N other_allele=ALLELE2 p_value=PVALUE marker=MARKER N=0"},
		{"SCHEME STDERR\nCUSTOM cases\nLABEL cases AS A", plain + " A",
			"effect_allele=ALLELE1 beta=EFFECT n=N n_cases=A other_allele=ALLELE2 standard_error=STDERR marker=MARKER N=0"},
		{"USESTRAND ON\nTRACK ON\nCHR C\nPOS B", plain + " strand C B",
			"base_pair_location=B chromosome=C effect_allele=ALLELE1 beta=EFFECT n=N other_allele=ALLELE2 p_value=PVALUE strand=strand marker=MARKER N=0"},
		{"MARKER #ID", plain + " ID", "effect_allele=ALLELE1 beta=EFFECT n=N other_allele=ALLELE2 p_value=PVALUE marker=ID N=0"},
	} {
		s := parse(t, c.script+"\nPROCESS a.txt")
		reading, err := s.Studies[0].Read(strings.Fields(c.header))
		want := strings.Fields(c.want)
		got := strings.Fields(mapped(reading))
		slices.Sort(want)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) || len(s.Blocking()) > 0 {
			t.Errorf("%q on %q: %v, %v, %v\nwant %v", c.script, c.header, got, err, s.Blocking(), want)
		}
		for _, field := range sumstats.Fields() {
			if _, decided := reading.Mapping[field]; !decided && !places[field] {
				t.Errorf("%q leaves %s to be guessed", c.script, field)
			}
		}
		if len(reading.Notes) > 0 {
			t.Errorf("%q: %v", c.script, reading.Notes)
		}
	}
}

func TestReadRefusals(t *testing.T) {
	plain := "MARKER ALLELE1 ALLELE2 EFFECT STDERR PVALUE N"
	for _, c := range []struct{ script, header, says string }{
		{"", "X " + plain[len("MARKER "):], "the file has no column MARKER, and METAL would leave it out; name the column with MARKER. Its columns are: X, ALLELE1"},
		{"ALLELE A ALLELE2", plain, "no column A, and METAL would leave it out; name the column with ALLELE"},
		{"ALLELE ALLELE1 A", plain, "no column A,"},
		{"EFFECT B", plain, "no column B, and METAL would leave it out; name the column with EFFECT"},
		{"EFFECT log(B)", plain, "no column B,"},
		{"EFFECT abs(EFFECT)", plain, "only the logarithm of a column can be taken"},
		{"SCHEME STDERR\nSTDERR S", plain, "no column S, and METAL would leave it out; name the column with STDERR"},
		{"PVAL P", plain, "no column P, and METAL would leave it out; name the column with PVAL"},
		{"WEIGHT W", plain, "no column W, and METAL would weight it as one person; name the column with WEIGHT or state DEFAULTWEIGHT"},
		{"WEIGHT W\nDEFAULT 5\nCUSTOM N", plain, "a variable sums another column"},
		{"CUSTOM Ntot", plain, "no column Ntot, and METAL would leave it out; name the column with LABEL"},
		{"AVERAGEFREQ ON", plain, "no column FREQ, and METAL would leave it out; name the column with FREQ"},
		{"USESTRAND ON", plain, "no column STRAND,"},
		{"TRACKPOSITIONS ON", plain, "no column CHROMOSOME,"},
		{"PVAL P", plain + " p P", "columns p and P differ in capitals only, and METAL takes the first for P"},
	} {
		_, err := parse(t, c.script+"\nPROCESS a.txt").Studies[0].Read(strings.Fields(c.header))
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "PROCESS a.txt: ") {
			t.Errorf("%q: %v, want %q", c.script, err, c.says)
		}
	}
	if _, err := parse(t, "PVAL p\nPROCESS a.txt").Studies[0].Read(strings.Fields(plain + " p P")); err != nil {
		t.Errorf("a column that is named as it is written: %v", err)
	}
}

func TestReadRules(t *testing.T) {
	header := strings.Fields("MARKER ALLELE1 ALLELE2 EFFECT STDERR PVALUE N Info")
	r, err := parse(t, "COLUMNCOUNTING LENIENT\nADDFILTER INFO > 0.3\nADDFILTER HWE > 1e-6\nPROCESS a.txt").Studies[0].Read(header)
	if err != nil || !r.Rules.Lenient || !r.Rules.DirectionOnly || len(r.Rules.Filters) != 1 || r.Rules.Filters[0].Column != "Info" {
		t.Errorf("%+v, %v", r.Rules, err)
	}
	if len(r.Notes) != 1 || r.Notes[0].String() != "line 3, ADDFILTER HWE > 1e-6: a.txt has no column HWE, so the filter does not apply to it, as in METAL" {
		t.Errorf("%v", r.Notes)
	}
	if r, _ = parse(t, "SCHEME STDERR\nPROCESS a.txt").Studies[0].Read(header); r.Rules.Lenient || r.Rules.DirectionOnly {
		t.Errorf("%+v", r.Rules)
	}
}
