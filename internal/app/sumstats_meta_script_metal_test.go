package app

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// metalTests are METAL's own ten test scripts, each as what it has beside the columns of
// the three files of glucose. METAL's tests of scripts 1 and 4 are those of 6 and 7 without
// heterogeneity. Of 2 and 8, which estimate overlap, no table of METAL is public: see
// TestMetalScriptOverlap.
var metalTests = map[string]struct{ before, tracked, after string }{
	"03": {before: "GENOMICCONTROL ON\n", after: "ANALYZE\n"},
	"05": {before: "SCHEME STDERR\nGENOMICCONTROL ON\n", after: "ANALYZE\n"},
	"06": {after: "ANALYZE HETEROGENEITY\n"},
	"07": {before: "SCHEME   STDERR\n", after: "ANALYZE HETEROGENEITY\n"},
	"09": {before: "TRACKPOSITIONS ON\n", tracked: "CHROMOSOME\tCHR\nPOSITION\tPOS\n", after: "ANALYZE\n"},
	"10": {before: "SCHEME STDERR\n", after: "EFFECT_PRINT_PRECISION    12\nSTDERR_PRINT_PRECISION    12\nANALYZE\n"},
}

// glucoseText is a script on the files of glucose, whose third has no sample size.
func glucoseText(t *testing.T, before, each, after string) string {
	t.Helper()
	home, err := filepath.Abs(filepath.Dir(glucoseScript))
	must(t, err)
	return before + "MARKER SNP\nWEIGHT N\nALLELE EFFECT_ALLELE NON_EFFECT_ALLELE\nFREQ EFFECT_ALLELE_FREQ\nEFFECT BETA\nSTDERR SE\nPVAL P_VAL\n" +
		each + "PROCESS " + home + "/DGI_three_regions.txt\nFREQ FREQ_EFFECT\nPVAL PVALUE\nPROCESS " + home + "/MAGIC_FUSION_Results.txt.gz\n" +
		"DEFAULT 4106\nALLELE AL1 AL2\nFREQ FREQ1\nEFFECT EFFECT\nPROCESS " + home + "/magic_SARDINIA.tbl\n" + after
}

// runScript runs a script and gives the rows of its result by rs number.
func runScript(t *testing.T, text string, flags ...string) (rows map[string]map[string]string, stderr string) {
	t.Helper()
	dir := t.TempDir()
	script, out := filepath.Join(dir, "metal.txt"), filepath.Join(dir, "out.tsv.gz")
	must(t, os.WriteFile(script, []byte(text), 0o600))
	_, stderr, status := runMeta(t, append([]string{"--metal-script", script, "-o", out}, flags...)...)
	if status != exitOK {
		t.Fatalf("status %d: %s\n%s", status, stderr, text)
	}
	rows = map[string]map[string]string{}
	for _, row := range resultRows(t, out) {
		rows[row["rsid"]] = row
	}
	return rows, stderr
}

// asMetal is a row of our result on METAL's first allele.
func asMetal(t *testing.T, row map[string]string, allele1, allele2 string) (beta, z float64, direction string) {
	t.Helper()
	beta = readNumber(row["beta"])
	z = math.Copysign(zOf(readNumber(row["p_value"])), beta)
	direction = row["direction"]
	switch {
	case strings.EqualFold(row["effect_allele"], allele1) && strings.EqualFold(row["other_allele"], allele2):
	case strings.EqualFold(row["effect_allele"], allele2) && strings.EqualFold(row["other_allele"], allele1):
		beta, z = -beta, -z
		direction = strings.NewReplacer("+", "-", "-", "+").Replace(direction)
	default:
		t.Errorf("%s: alleles %s/%s, METAL has %s/%s", row["rsid"], row["effect_allele"], row["other_allele"], allele1, allele2)
	}
	return beta, z, direction
}

// fixed says that a number is the one that METAL printed with a fixed number of digits.
func fixed(got float64, text string) bool {
	_, digits, _ := strings.Cut(text, ".")
	return math.Abs(got-readNumber(text)) <= 0.51*math.Pow10(-len(digits))
}

// fourDigits says that a P is the one that METAL printed with four significant digits.
func fourDigits(got, text string) bool { return math.Abs(readNumber(got)/readNumber(text)-1) < 1e-3 }

func TestMetalScriptAsMetal(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "metal_glucose.tsv"))
	must(t, err)
	results := map[string]map[string]map[string]string{}
	for name, script := range metalTests {
		results[name], _ = runScript(t, glucoseText(t, script.before, script.tracked, script.after))
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[3:] {
		cells := append(strings.Split(line, "\t"), make([]string, 6)...)
		test, marker := cells[0], cells[1]
		row := results[test][marker]
		if row == nil {
			t.Errorf("test %s has no %s", test, marker)
			continue
		}
		first, second, direction := asMetal(t, row, cells[2], cells[3])
		if strings.Contains(metalTests[test].before, "STDERR") {
			second = readNumber(row["standard_error"])
		} else {
			first = readNumber(row["n"])
		}
		if !fixed(first, cells[4]) || !fixed(second, cells[5]) || !fourDigits(row["p_value"], cells[6]) || direction != cells[7] {
			t.Errorf("test %s, %s: %v %v P %s %s, METAL has %v", test, marker, first, second, row["p_value"], direction, cells[4:8])
		}
		if df := cells[10]; df != "" && df != "0" &&
			(!fixed(readNumber(row["i2"]), cells[8]) || !fixed(readNumber(row["q"]), cells[9]) || !fourDigits(row["het_p"], cells[11])) {
			t.Errorf("test %s, %s: I² %s, Q %s, P %s, METAL has %v", test, marker, row["i2"], row["q"], row["het_p"], cells[8:12])
		}
		if cells[12] != "" && (row["chromosome"] != cells[12] || row["base_pair_location"] != cells[13]) {
			t.Errorf("test %s, %s: %s:%s, METAL has %v", test, marker, row["chromosome"], row["base_pair_location"], cells[12:14])
		}
	}
}
