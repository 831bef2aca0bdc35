package sumstatscmd

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
)

// metalTests are METAL's own ten test scripts, each as the difference to the columns of the three
// glucose files. METAL's tests of scripts 1 and 4 are those of 6 and 7 without heterogeneity. For 2
// and 8, which estimate overlap, METAL's repository never had a table, and its tests/CMakeLists.txt
// skips them: see TestMetalScriptOverlap.
var metalTests = map[string]struct{ before, tracked, after string }{
	"03": {before: "GENOMICCONTROL ON\n", after: "ANALYZE\n"},
	"05": {before: "SCHEME STDERR\nGENOMICCONTROL ON\n", after: "ANALYZE\n"},
	"06": {after: "ANALYZE HETEROGENEITY\n"},
	"07": {before: "SCHEME   STDERR\n", after: "ANALYZE HETEROGENEITY\n"},
	"09": {before: "TRACKPOSITIONS ON\n", tracked: "CHROMOSOME\tCHR\nPOSITION\tPOS\n", after: "ANALYZE\n"},
	"10": {before: "SCHEME STDERR\n", after: "EFFECT_PRINT_PRECISION    12\nSTDERR_PRINT_PRECISION    12\nANALYZE\n"},
}

// glucoseText returns a script for the glucose files; the third has no sample size.
func glucoseText(t *testing.T, before, each, after string) string {
	t.Helper()
	home, err := filepath.Abs(filepath.Dir(glucoseScript))
	must(t, err)
	return before + "MARKER SNP\nWEIGHT N\nALLELE EFFECT_ALLELE NON_EFFECT_ALLELE\nFREQ EFFECT_ALLELE_FREQ\nEFFECT BETA\nSTDERR SE\nPVAL P_VAL\n" +
		each + "PROCESS " + home + "/DGI_three_regions.txt\nFREQ FREQ_EFFECT\nPVAL PVALUE\nPROCESS " + home + "/MAGIC_FUSION_Results.txt.gz\n" +
		"DEFAULT 4106\nALLELE AL1 AL2\nFREQ FREQ1\nEFFECT EFFECT\nPROCESS " + home + "/magic_SARDINIA.tbl\n" + after
}

// runScript runs a script and returns the rows of its result by rs number.
func runScript(t *testing.T, text string, flags ...string) (rows map[string]map[string]string, stderr string) {
	t.Helper()
	dir := t.TempDir()
	script, out := filepath.Join(dir, "metal.txt"), filepath.Join(dir, "out.tsv.gz")
	must(t, os.WriteFile(script, []byte(text), 0o600))
	_, stderr, status := runMeta(t, append([]string{"--metal-script", script, "-o", out}, flags...)...)
	if status != console.ExitOK {
		t.Fatalf("status %d: %s\n%s", status, stderr, text)
	}
	rows = map[string]map[string]string{}
	for _, row := range resultRows(t, out) {
		rows[row["rsid"]] = row
	}
	return rows, stderr
}

// asMetal converts a row of our result to METAL's first allele.
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

// fixed reports whether a number equals METAL's output with a fixed number of digits.
func fixed(got float64, text string) bool {
	_, digits, _ := strings.Cut(text, ".")
	return math.Abs(got-readNumber(text)) <= 0.51*math.Pow10(-len(digits))
}

// fourDigits reports whether a P equals METAL's output with four significant digits.
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

// madeFiles are two small files whose columns contradict each other, so that a result shows which
// were read.
var madeFiles = map[string]string{
	"a.txt": "SNP A1 A2 BETA OR SE P MLOG10P N HWE Dir\n" +
		"rs1 a g -9 1.5 0.1 0.01 50 1000 1e-3 +\n" +
		"rs2 A G -9 0.5 0.2 0.3 50 1000 NA -\n" +
		"rs3 C T -9 1.25 0.1 0.30 50 500 0.9 +\n" +
		"rs4 C T -9 2 0.1 NA 50 NA 0.9 -\n" +
		"rs5 C T -9 1 0.1 0.05 50 1000 0.9 +\n" +
		"rs6 C T -9 1.1 NA 0.05 50 1000 0.9 -\n" +
		"rs7 C T -9 1.1 0.1 0 50 1000 0.9 +\n",
	"long.txt": "SNP A1 A2 EFFECT STDERR PVALUE N\n" +
		strings.Repeat(
			"rs9 A G 0.1234 0.1234 0.3173105 100\n",
			100,
		) + "rs1 A G 0.1234 0.1234 0.3173105 100 extra\nrs2 A G 0.1234 0.1234 0.3173105 100 extra cells\nrs3 A G 0.1234 0.1234\n",
}

func madeScript(t *testing.T, lines ...string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range madeFiles {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	must(t, os.WriteFile(filepath.Join(dir, "null.txt"), []byte("RS2\n\n rs3 \nrs99\n"), 0o600))
	return strings.ReplaceAll(strings.Join(lines, "\n"), "DIR", dir)
}

// METAL's results for the files, computed by its documented formulas from the columns of the
// script.
func TestMetalScriptColumnsAndRows(t *testing.T) {
	ratio := "MARKER SNP\nALLELE A1 A2\nSTDERR SE\nEFFECT log(OR)\nPVALUE P\n"
	for name, c := range map[string]struct {
		lines []string
		want  map[string]float64 // z on A1, to 1e-6
	}{
		"log(OR) beside BETA": {[]string{"SCHEME STDERR", ratio, "PROCESS DIR/a.txt"}, map[string]float64{
			"rs1": math.Log(1.5) / 0.1, "rs2": math.Log(0.5) / 0.2, "rs3": math.Log(1.25) / 0.1, "rs4": math.Log(2) / 0.1, "rs5": 0, "rs7": math.Log(1.1) / 0.1}},
		"P beside MLOG10P": {[]string{ratio, "PROCESS DIR/a.txt"}, map[string]float64{
			"rs1": zOf(0.01), "rs2": -zOf(0.3), "rs3": zOf(0.3), "rs5": zOf(0.05), "rs6": zOf(0.05)}},
		"short and small": {[]string{"sch std", "mar snp", "al a1 a2", "stde se", "eff LOG(or)", "PRO DIR/a.txt"}, map[string]float64{
			"rs1": math.Log(1.5) / 0.1, "rs2": math.Log(0.5) / 0.2, "rs3": math.Log(1.25) / 0.1, "rs4": math.Log(2) / 0.1, "rs5": 0, "rs7": math.Log(1.1) / 0.1}},
		"P = 0.3": {[]string{ratio, "ADDFILTER P = 0.3", "PROCESS DIR/a.txt"}, map[string]float64{"rs2": -zOf(0.3), "rs3": zOf(0.3)}},
		"P IN":    {[]string{ratio, "ADDFILTER P IN (0.3,0.01)", "PROCESS DIR/a.txt"}, map[string]float64{"rs1": zOf(0.01), "rs2": -zOf(0.3)}},
		"OR <>":   {[]string{ratio, "ADDFILTER OR <> 1.50", "ADDFILTER OR < 1.25", "PROCESS DIR/a.txt"}, map[string]float64{"rs2": -zOf(0.3), "rs5": zOf(0.05), "rs6": zOf(0.05)}},
		"a column of no meaning": {[]string{ratio, "ADDFILTER HWE > 0.01", "PROCESS DIR/a.txt"}, map[string]float64{
			"rs3": zOf(0.3), "rs5": zOf(0.05), "rs6": zOf(0.05)}},
		"FLIP": {[]string{ratio, "ADDFILTER P = 0.3", "FLIP", "PROCESS DIR/a.txt"}, map[string]float64{"rs2": zOf(0.3), "rs3": -zOf(0.3)}},
		"a direction": {[]string{ratio, "EFFECT Dir", "PROCESS DIR/a.txt"}, map[string]float64{
			"rs1": zOf(0.01), "rs2": -zOf(0.3), "rs3": zOf(0.3), "rs5": zOf(0.05), "rs6": -zOf(0.05)}},
		"MINWEIGHT": {[]string{ratio, "MINWEIGHT 600", "PROCESS DIR/a.txt"}, map[string]float64{
			"rs1": zOf(0.01), "rs2": -zOf(0.3), "rs5": zOf(0.05), "rs6": zOf(0.05)}},
		"a stated λ": {[]string{ratio, "ADDFILTER P = 0.3", "GENOMICCONTROL 4", "PROCESS DIR/a.txt"}, map[string]float64{"rs2": -zOf(0.3) / 2, "rs3": zOf(0.3) / 2}},
		// λ of rs2 and rs3, whose χ² of effect and error are 12.0 and 4.98.
		"λ of a list": {[]string{"SCHEME STDERR", ratio, "GENOMICCONTROL LIST DIR/null.txt", "PROCESS DIR/a.txt"}, func() map[string]float64 {
			two, three := math.Log(0.5)/0.2, math.Log(1.25)/0.1
			root := math.Sqrt((two*two + three*three) / 2 / 0.4549364)
			return map[string]float64{"rs1": math.Log(1.5) / 0.1 / root, "rs2": two / root, "rs3": three / root, "rs4": math.Log(2) / 0.1 / root, "rs5": 0, "rs7": math.Log(1.1) / 0.1 / root}
		}()},
		"STRICT":  {[]string{"MARKER SNP", "ALLELE A1 A2", "PROCESS DIR/long.txt"}, map[string]float64{"rs9": 1}},
		"LENIENT": {[]string{"MARKER SNP", "ALLELE A1 A2", "COLUMNCOUNTING LENIENT", "PROCESS DIR/long.txt"}, map[string]float64{"rs9": 1, "rs1": 1, "rs2": 1}},
		"LENIENT, columns that are used": {[]string{"SCHEME STDERR", "MARKER SNP", "ALLELE A1 A2", "WEIGHT none", "COLUMNC LEN", "PROCESS DIR/long.txt"},
			map[string]float64{"rs9": 1, "rs1": 1, "rs2": 1, "rs3": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			rows, stderr := runScript(t, madeScript(t, append(c.lines, "ANALYZE")...), "--confirm", "duplicates")
			for marker, want := range c.want {
				row := rows[marker]
				if row == nil {
					t.Errorf("no %s: %s", marker, stderr)
					continue
				}
				z := math.Copysign(zOf(readNumber(row["p_value"])), directionOf(row["direction"]))
				if first := map[string]string{"rs1": "A", "rs2": "A", "rs9": "A", "rs3": "C"}[marker]; name != "LENIENT, columns that are used" &&
					first != "" &&
					row["effect_allele"] != first {
					z = -z
				}
				if math.Abs(z-want) > 1e-6*max(1, math.Abs(want)) {
					t.Errorf("%s: z %v, want %v: %v", marker, z, want, row)
				}
			}
			if len(rows) != len(c.want) {
				t.Errorf("%d rows, want %d: %s", len(rows), len(c.want), stderr)
			}
		})
	}
}

func directionOf(direction string) float64 {
	return map[string]float64{"+": 1, "-": -1, "0": 1}[direction]
}

// Rows with another number of cells than the header, and a header one cell shorter than the rows.
func TestMetalScriptRagged(t *testing.T) {
	header, row := "SNP A1 A2 EFFECT STDERR PVALUE N\n", "rs9 A G 0.1 0.1 0.3173105 100"
	for name, c := range map[string]struct{ text, columns, says string }{
		"strict":    {header + strings.Repeat(row+"\n"+row+" x\n"+row+"\n", 9), "", "Or put COLUMNCOUNTING LENIENT before PROCESS"},
		"lenient":   {header + strings.Repeat(row+"\n"+row+" x\n"+row+"\n", 9), "COLUMNCOUNTING LENIENT\n", ""},
		"row names": {header + strings.Repeat("1 "+row+"\n", 9), "COLUMNCOUNTING LENIENT\n", "name every column"},
	} {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte(c.text), 0o600))
		script := filepath.Join(dir, "metal.txt")
		must(t, os.WriteFile(script, []byte(c.columns+"MARKER SNP\nALLELE A1 A2\nPROCESS a.txt\nANALYZE\n"), 0o600))
		_, stderr, status := runMeta(t, "--metal-script", script, "--confirm", "duplicates", "-o", filepath.Join(dir, "out.gz"))
		if (status == console.ExitOK) != (c.says == "") || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: status %d: %s", name, status, stderr)
		}
	}
}

// A run that estimates overlap reports the estimates, and its manifest repeats them, with the rules
// for rows.
func TestMetalScriptOverlap(t *testing.T) {
	dir := t.TempDir()
	script, out, again := filepath.Join(dir, "metal.txt"), filepath.Join(dir, "a.gz"), filepath.Join(dir, "b.gz")
	must(t, os.WriteFile(script, []byte(glucoseText(t, "OVERLAP ON\n", "ADDFILTER SE > 0\n", "ANALYZE\n")), 0o600))
	_, stderr, status := runMeta(t, "--metal-script", script, "-o", out)
	if status != console.ExitOK || !strings.Contains(stderr, "MAGIC_FUSION_Results and the files before it: correlation of z ") {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if _, stderr, status = runMeta(t, "--inputs", out+".inputs.json", "-o", again); status != console.ExitOK {
		t.Fatal(stderr)
	}
	a, err := os.ReadFile(out)
	must(t, err)
	b, err := os.ReadFile(again)
	must(t, err)
	if string(a) != string(b) {
		t.Error("the manifest of a script gives another result")
	}
	inputs, err := os.ReadFile(out + ".inputs.json")
	must(t, err)
	old := strings.Replace(string(inputs), `"column": "SE"`, `"field": "standard_error"`, 1)
	if old == string(inputs) {
		t.Fatal("the manifest names no filter")
	}
	must(t, os.WriteFile(out+".inputs.json", []byte(old), 0o600))
	if _, stderr, status = runMeta(t, "--inputs", out+".inputs.json", "-o", again); status == console.ExitOK || !strings.Contains(stderr, "names no column") {
		t.Errorf("a filter of an older version: status %d: %s", status, stderr)
	}
}
