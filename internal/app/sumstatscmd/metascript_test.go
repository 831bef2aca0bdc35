package sumstatscmd

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/app/console"
)

var glucoseScript = filepath.Join("..", "..", "..", "testdata", "real", "metal.txt")

// changedScript returns the script with some of its text replaced, next to its files.
func changedScript(t *testing.T, oldnew ...string) string {
	t.Helper()
	text, err := os.ReadFile(glucoseScript)
	must(t, err)
	home, err := filepath.Abs(filepath.Dir(glucoseScript))
	must(t, err)
	path := filepath.Join(t.TempDir(), "metal.txt")
	changed := strings.NewReplacer(append(oldnew, "PROCESS ", "PROCESS "+home+"/")...).Replace(string(text))
	must(t, os.WriteFile(path, []byte(changed), 0o600))
	return path
}

// plain is one row of a file as this test reads it, without the program's reader.
type plain struct{ ea, oa, place, effect, se, p, n string }

// readPlain reads columns of a file by name; a numeric name is the value itself.
func readPlain(t *testing.T, file, columns string) map[string]plain {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(filepath.Dir(glucoseScript), file))
	must(t, err)
	if strings.HasSuffix(file, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(text))
		must(t, err)
		text, err = io.ReadAll(z)
		must(t, err)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Scan()
	header := strings.Fields(lines.Text())
	rows := map[string]plain{}
	bases := strings.NewReplacer("1", "A", "2", "C", "3", "G", "4", "T")
	for lines.Scan() {
		cells := map[string]string{}
		for i, cell := range strings.Fields(lines.Text()) {
			cells[header[i]] = cell
		}
		var v []string
		for _, name := range strings.Fields(columns) {
			value, ok := cells[name]
			if !ok {
				value = name
			}
			v = append(v, value)
		}
		rows[cells["SNP"]] = plain{bases.Replace(v[0]), bases.Replace(v[1]), cells["CHR"] + ":" + cells["POS"], v[2], v[3], v[4], v[5]}
	}
	return rows
}

func glucosePlain(t *testing.T) []map[string]plain {
	return []map[string]plain{
		readPlain(t, "DGI_three_regions.txt", "EFFECT_ALLELE NON_EFFECT_ALLELE BETA SE P_VAL N"),
		readPlain(t, "MAGIC_FUSION_Results.txt.gz", "EFFECT_ALLELE NON_EFFECT_ALLELE BETA SE PVALUE N"),
		readPlain(t, "magic_SARDINIA.tbl", "AL1 AL2 EFFECT SE PVALUE 4106"),
	}
}

func readNumber(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// zOf inverts the complementary error function by bisection.
func zOf(p float64) float64 {
	lo, hi := 0.0, 40.0
	for range 200 {
		if mid := lo + (hi-lo)/2; math.Erfc(mid/math.Sqrt2) > p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// combined returns METAL's result for a variant in all three studies, by its formulas: z of inverse
// variances and of sample sizes, and N; false if alleles differ.
func combined(studies []map[string]plain, rsid, effect string) (byVariance, bySize, n float64, ok bool) {
	var w, wb, z float64
	first := studies[0][rsid]
	for _, s := range studies {
		r, has := s[rsid]
		if !has || r.place != first.place || r.ea+r.oa != first.ea+first.oa && r.oa+r.ea != first.ea+first.oa || r.ea != effect && r.oa != effect {
			return 0, 0, 0, false
		}
		beta, se, size := readNumber(r.effect), readNumber(r.se), readNumber(r.n)
		if r.ea != effect {
			beta = -beta
		}
		w += 1 / (se * se)
		wb += beta / (se * se)
		z += math.Sqrt(size) * math.Copysign(zOf(readNumber(r.p)), beta) // 0 is positive, −0 negative
		n += size
	}
	return wb / math.Sqrt(w), z / math.Sqrt(n), n, !math.IsNaN(wb * z)
}

func resultRows(t *testing.T, path string) []map[string]string {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)
	text, err := io.ReadAll(z)
	must(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	header := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			row[header[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func TestMetalScriptOfGlucose(t *testing.T) {
	studies := glucosePlain(t)
	for scheme, script := range map[string]string{
		"ivw": glucoseScript, "samplesize": changedScript(t, "SCHEME STDERR", "SCHEME SAMPLESIZE"),
	} {
		out := filepath.Join(t.TempDir(), scheme+".tsv.gz")
		_, stderr, status := runMeta(t, "--metal-script", script, "-o", out, "--confirm", "units")
		if status != console.ExitOK {
			t.Fatalf("%s: status %d: %s", scheme, status, stderr)
		}
		if !strings.Contains(stderr, "line 4, SEPARATOR WHITESPACE") {
			t.Errorf("%s does not say what it leaves aside: %s", scheme, stderr)
		}
		compared := 0
		for _, row := range resultRows(t, out) {
			byVariance, bySize, n, ok := combined(studies, row["rsid"], row["effect_allele"])
			if !ok {
				continue
			}
			want := byVariance
			if scheme == "samplesize" {
				want = bySize
			}
			z := readNumber(row["beta"]) / readNumber(row["standard_error"])
			if math.Abs(z-want) > 1e-8*max(1, math.Abs(want)) || readNumber(row["n"]) != n || row["n_studies"] != "3" {
				t.Fatalf("%s, %s: z %v of %s people in %s studies, want %v of %v", scheme, row["rsid"], z, row["n"], row["n_studies"], want, n)
			}
			compared++
		}
		if compared < 2000 {
			t.Errorf("%s: only %d variants could be compared", scheme, compared)
		}
		s := readSummary(t, out)
		if string(s.Settings.Scheme) != scheme || s.Settings.MinStudies != 1 || s.Settings.Palindromic != "keep" || s.Settings.GenomicControl {
			t.Errorf("settings %+v", s.Settings)
		}
	}
}

func TestMetalScriptFiltersAndGenomicControl(t *testing.T) {
	script := changedScript(t, "GENOMICCONTROL OFF", "GENOMICCONTROL ON\nADDFILTER N > 1400",
		"# The second file", "GENOMICCONTROL 1.25\nREMOVEFILTERS\nADDFILTER FREQ_EFFECT >= 0.9\n# The second file",
		"# The third has", "GENOMICCONTROL OFF\nREMOVEFILTERS\nADDFILTER SNP IN (rs560887,rs12619614)\n# The third has")
	dir := t.TempDir()
	out, again := filepath.Join(dir, "a.gz"), filepath.Join(dir, "b.gz")
	if _, stderr, status := runMeta(
		t,
		"--metal-script",
		script,
		"-o",
		out,
		"--name",
		"magic_SARDINIA.tbl=SardiNIA",
		"--confirm",
		"units",
	); status != console.ExitOK {
		t.Fatal(stderr)
	}
	s := readSummary(t, out)
	kept := []int64{}
	for _, study := range s.Studies {
		kept = append(kept, study.RowsUsed)
	}
	want := []int64{0, 0, 2}
	for _, r := range readPlain(t, "DGI_three_regions.txt", "EFFECT_ALLELE NON_EFFECT_ALLELE BETA SE P_VAL N") {
		if readNumber(r.n) > 1400 && readNumber(r.se) > 0 {
			want[0]++
		}
	}
	for _, r := range readPlain(t, "MAGIC_FUSION_Results.txt.gz", "EFFECT_ALLELE NON_EFFECT_ALLELE BETA SE PVALUE FREQ_EFFECT") {
		if readNumber(r.n) >= 0.9 && readNumber(r.se) > 0 {
			want[1]++
		}
	}
	if fmt.Sprint(kept) != fmt.Sprint(want) {
		t.Errorf("rows used %v, want %v", kept, want)
	}
	l := []float64{float64(s.Studies[0].LambdaApplied), float64(s.Studies[1].LambdaApplied), float64(s.Studies[2].LambdaApplied)}
	// λ of three regions is not genome-wide, but METAL still corrects by it.
	if l[0] != float64(s.Studies[0].LambdaGC) || !s.Studies[0].Regional || !(s.Studies[0].LambdaGC > 1) || l[1] != 1.25 || l[2] != 1 ||
		s.Studies[2].Name != "SardiNIA" {
		t.Errorf("χ² divided by %v, %s", l, s.Studies[2].Name)
	}
	// The manifest contains filters and λ: the run can be repeated from it.
	if _, stderr, status := runMeta(t, "--inputs", out+".inputs.json", "-o", again); status != console.ExitOK {
		t.Fatal(stderr)
	}
	a, err := os.ReadFile(out)
	must(t, err)
	b, err := os.ReadFile(again)
	must(t, err)
	if !bytes.Equal(a, b) {
		t.Error("the manifest of a script gives another result")
	}
}

func TestMetalScriptRefusals(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.gz")
	for _, c := range []struct {
		says      string
		arguments []string
	}{
		{"line 3, OVERLAP ON: overlap is estimated with SCHEME SAMPLESIZE only", []string{"--metal-script", changedScript(t, "SCHEME STDERR", "SCHEME STDERR\nOVERLAP ON")}},
		{"line 3, ADDFILTER N>100: METAL ignores a filter", []string{"--metal-script", changedScript(t, "SCHEME STDERR", "SCHEME STDERR\nADDFILTER N>100")}},
		{"DGI_three_regions.txt: the file has no column BETTA, and METAL would leave it out; name the column with EFFECT. Its columns are: CHR, POS", []string{"--metal-script", changedScript(t, "BETA", "BETTA")}},
		{"GENOMICCONTROL LIST: open", []string{"--metal-script", changedScript(t, "GENOMICCONTROL OFF", "GENOMICCONTROL LIST absent.txt")}},
		{"no line says PROCESS", []string{"--metal-script", changedScript(t, "PROCESS ", "# ")}},
		{"absent.txt", []string{"--metal-script", changedScript(t, "DGI_three_regions.txt", "absent.txt")}},
		{"remove the others", []string{"--metal-script", glucoseScript, glucoseFiles()[0]}},
		{"not both", []string{"--metal-script", glucoseScript, "--inputs", glucoseScript}},
		{"scheme", []string{"--metal-script", glucoseScript, "--scheme", "x"}},
	} {
		_, stderr, status := runMeta(t, append(c.arguments, "-o", out)...)
		if status != console.ExitUsage || !strings.Contains(stderr, c.says) {
			t.Errorf("status %d; %q should mention %q", status, stderr, c.says)
		}
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%s: a result was written", c.says)
		}
	}
}

// A file without positions is joined by rs number, like METAL does.
func TestMetalScriptWithoutPositions(t *testing.T) {
	dir := t.TempDir()
	for name, beta := range map[string]string{"a.txt": "0.1", "b.txt": "0.3"} {
		must(
			t,
			os.WriteFile(
				filepath.Join(dir, name),
				[]byte("MARKER ALLELE1 ALLELE2 EFFECT STDERR PVALUE N\nrs1 A G "+beta+" 0.1 0.5 100\nrs2 a c "+beta+" 0.1 0.5 100\n"),
				0o600,
			),
		)
	}
	script := filepath.Join(dir, "metal.txt")
	must(t, os.WriteFile(script, []byte("SCHEME STDERR\nPROCESS a.txt\nPROCESS b.txt\nANALYZE\n"), 0o600))
	out := filepath.Join(dir, "x.gz")
	_, stderr, status := runMeta(t, "--metal-script", script, "-o", out, "--confirm", "units")
	if status != console.ExitOK || !strings.Contains(stderr, "joining by rs number") {
		t.Fatalf("status %d: %s", status, stderr)
	}
	rows := resultRows(t, out)
	if len(rows) != 2 || math.Abs(readNumber(rows[0]["beta"])-0.2) > 1e-12 || rows[0]["n"] != "200" || rows[1]["effect_allele"] != "A" {
		t.Errorf("%v", rows)
	}
}
