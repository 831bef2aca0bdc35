package freezecmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"cohortium/internal/app/console"
	"cohortium/internal/app/sumstatscmd"
)

// run parses arguments as the program does and runs the command.
func run(t testing.TB, ctx context.Context, arguments ...string) (stdout, stderr string, status int) {
	t.Helper()
	var cli struct {
		Freeze   FreezeCmd `cmd:""`
		Sumstats struct {
			Meta sumstatscmd.MetaCmd `cmd:""`
		} `cmd:""`
	}
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := parser.Parse(arguments)
	if err != nil {
		t.Fatal(err)
	}
	var out, messages bytes.Buffer
	err = chosen.Run(&console.Env{Ctx: ctx, Stdout: &out, Stderr: &messages})
	var exit *console.ExitError
	if errors.As(err, &exit) {
		return out.String(), messages.String() + err.Error(), exit.Status
	} else if err != nil {
		t.Fatal(err)
	}
	return out.String(), messages.String(), console.ExitOK
}

// cohort writes the file of one cohort: 400 variants with the frequencies of its ancestry, and strong
// effects that all cohorts of a phenotype share.
func cohort(t testing.TB, path string, seed uint64, ancestry, phenotype string) {
	t.Helper()
	cohortOf(t, path, seed, ancestry, phenotype, 400)
}

func cohortOf(t testing.TB, path string, seed uint64, ancestry, phenotype string, rows int) {
	t.Helper()
	rng, common := rand.New(rand.NewPCG(seed, 3)), rand.New(rand.NewPCG(uint64(ancestry[1]), 4))
	var b bytes.Buffer
	fmt.Fprintln(&b, "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn")
	each := rows / 20 // of a chromosome
	for i := range rows {
		f := 0.1 + 0.4*common.Float64()
		n := float64(2000 + 500*(seed%4))
		se := 1 / math.Sqrt(2*f*(1-f)*n)
		z := rng.NormFloat64()
		if i%100 == int(phenotype[0])%100 {
			z += 7
		}
		fmt.Fprintf(&b, "%d\t%d\tA\tG\t%.6g\t%.6g\t%.4f\t%.6g\t%.0f\n", 1+i/each, 20_000_000/each*(1+i%each), z*se, se, f, math.Erfc(math.Abs(z)/math.Sqrt2), n)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// entry is a study of a document.
type entry struct{ cohort, phenotype, ancestry, sex string }

func (e entry) file() string {
	return strings.Join([]string{e.cohort, e.phenotype, e.ancestry, e.sex, "tsv"}, ".")
}

// consortium writes the files of 3 cohorts for each of 2 phenotypes, 2 ancestries and 2 sexes.
func consortium(t *testing.T, dir string) (all []entry) {
	t.Helper()
	for _, phenotype := range []string{"AF", "HF"} {
		for _, ancestry := range []string{"EAS", "EUR"} {
			for _, sex := range []string{"female", "male"} {
				for i := range 3 {
					e := entry{fmt.Sprintf("cohort%d", i+1), phenotype, ancestry, sex}
					cohort(t, filepath.Join(dir, e.file()), uint64(len(all)+1), ancestry, phenotype)
					all = append(all, e)
				}
			}
		}
	}
	return all
}

const rules = "name: Test\nversion: \"1\"\nschemes: [ivw, random]\nsex_difference: true\noptions: {leave_one_out: true, build: GRCh37, maf: 0.01}\n"

// document writes a freeze of some studies.
func document(t testing.TB, dir, head string, studies []entry) string {
	t.Helper()
	text := head + "studies:\n"
	for _, e := range studies {
		text += fmt.Sprintf("  - {cohort: %s, file: %s, phenotype: %s, ancestry: %s, sex: %s, cases: 900, controls: 1100}\n",
			e.cohort, e.file(), e.phenotype, e.ancestry, e.sex)
	}
	path := filepath.Join(dir, "freeze.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// tree returns the digests of all results of a folder, without the records of how they were made.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ending) || strings.Contains(path, "surveys") {
			return err
		}
		text, err := os.ReadFile(path)
		sum := sha256.Sum256(text)
		out[strings.TrimPrefix(path, dir+"/")] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// differing returns the names of the files that differ between two trees.
func differing(a, b map[string]string) (names []string) {
	for name := range a {
		if a[name] != b[name] {
			names = append(names, name)
		}
	}
	for name := range b {
		if _, in := a[name]; !in {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func freezeOf(t testing.TB, path, dir string) string {
	t.Helper()
	stdout, stderr, status := run(t, context.Background(), "freeze", "run", path, "-o", dir)
	if status != console.ExitOK {
		t.Fatalf("status %d: %s\n%s", status, stderr, stdout)
	}
	return stderr
}

// Every file of a cell is the one that the single command writes, and inputs.json repeats it.
func TestCellsAreSingleRuns(t *testing.T) {
	dir := t.TempDir()
	studies := consortium(t, dir)
	freezeOf(t, document(t, dir, rules, studies), filepath.Join(dir, "out"))
	made := tree(t, filepath.Join(dir, "out"))
	for i := 0; i < len(studies); i += 3 {
		for _, scheme := range []string{"ivw", "random"} {
			cell := filepath.Join(studies[i].phenotype, studies[i].ancestry, studies[i].sex, scheme+".tsv.gz")
			arguments := []string{"sumstats", "meta"}
			for _, e := range studies[i : i+3] {
				arguments = append(arguments, filepath.Join(dir, e.file()))
			}
			arguments = append(
				arguments,
				"-o",
				filepath.Join(dir, "single", cell),
				"--scheme",
				scheme,
				"--leave-one-out",
				"--maf",
				"0.01",
				"--build",
				"GRCh37",
				"--figures",
			)
			for _, e := range studies[i : i+3] {
				path := filepath.Join(dir, e.file())
				arguments = append(
					arguments,
					"--name",
					path+"="+e.cohort,
					"--ancestry",
					path+"="+e.ancestry,
					"--cases",
					path+"=900",
					"--controls",
					path+"=1100",
				)
			}
			if _, stderr, status := run(t, context.Background(), arguments...); status != console.ExitOK {
				t.Fatal(stderr)
			}
			again := []string{
				"sumstats",
				"meta",
				"--inputs",
				filepath.Join(dir, "out", cell+".inputs.json"),
				"-o",
				filepath.Join(dir, "again", cell),
				"--figures",
			}
			if _, stderr, status := run(t, context.Background(), again...); status != console.ExitOK {
				t.Fatal(stderr)
			}
		}
	}
	checked := 0
	for _, other := range []string{"single", "again"} {
		for name, sum := range tree(t, filepath.Join(dir, other)) {
			if checked++; made[name] != sum {
				t.Errorf("%s differs from the %s run", name, other)
			}
		}
	}
	if checked != 2*16*8 {
		t.Errorf("%d files compared, want 8 for each of 16 results, twice", checked)
	}
	for _, name := range []string{"HF/EUR/sex-difference.tsv.gz", "freeze.json", "cells.tsv", "top_loci.tsv", "sex_differences.tsv", "SHA256SUMS"} {
		if made[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	checkSums(t, filepath.Join(dir, "out"), made)
	checkDifferences(t, filepath.Join(dir, "out"))
}

// checkSums compares SHA256SUMS with the files, and the tables with each other.
func checkSums(t *testing.T, dir string, made map[string]string) {
	t.Helper()
	sums, _ := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if n := strings.Count(string(sums), "\n"); n != len(made)-5 {
		t.Errorf("%d checksums of %d files", n, len(made)-5)
	}
	for line := range strings.Lines(string(sums)) {
		if sum, name, _ := strings.Cut(strings.TrimSpace(line), "  "); made[name] != sum {
			t.Errorf("the checksum of %s is wrong", name)
		}
	}
	cells, _ := os.ReadFile(filepath.Join(dir, "cells.tsv"))
	loci, _ := os.ReadFile(filepath.Join(dir, "top_loci.tsv"))
	var people, listed float64
	for line := range strings.Lines(string(cells)) {
		var x, l float64
		if f := strings.Split(line, "\t"); f[0] != "phenotype" {
			_, _ = fmt.Sscan(f[5], &x)
			_, _ = fmt.Sscan(f[7], &l)
		}
		people, listed = people+x, listed+l
	}
	if people != 24*2000 || listed == 0 || float64(strings.Count(string(loci), "\n")-1) != listed {
		t.Errorf("%v people; %v loci in cells.tsv, %d in top_loci.tsv", people, listed, strings.Count(string(loci), "\n")-1)
	}
}

// checkDifferences computes the table of sex differences again from the effects that it states.
func checkDifferences(t *testing.T, dir string) {
	t.Helper()
	text, _ := os.ReadFile(filepath.Join(dir, "sex_differences.tsv"))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) < 5 {
		t.Fatalf("sex differences: %s", text)
	}
	for _, line := range lines[1:] {
		var x [7]float64
		for i, cell := range strings.Split(line, "\t")[7:14] {
			if _, err := fmt.Sscan(cell, &x[i]); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		d, se := x[0]-x[2], math.Sqrt(x[1]*x[1]+x[3]*x[3])
		if math.Abs(x[4]-d) > 1e-8 || math.Abs(x[5]-se) > 1e-8 || math.Abs(x[6]-math.Erfc(math.Abs(d/se)/math.Sqrt2)) > 1e-6 {
			t.Errorf("%s: difference %v ± %v", line, d, se)
		}
	}
}
