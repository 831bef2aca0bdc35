package sumstatscmd

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
)

// Three variants in the FTO gene of GRCh37 (16:53,737,875-54,148,379) and one far from it.
const ftoTable = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\tp_value\n" +
	"16\t53800000\tA\tG\t0.023\t0.02\t0.25\n16\t53803574\tA\tG\t0.023\t0.02\t0.25\n" +
	"16\t53900000\tC\tA\t0.023\t0.02\t0.25\n16\t10000000\tC\tA\t0.122\t0.02\t1e-9\n"

func TestGenesPrintsCombinedPValues(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fto.tsv")
	must(t, os.WriteFile(file, []byte(ftoTable), 0o600))
	flags := StudyFlags{Build: "GRCh37", Yes: true}
	text, status, err := consoletest.Run(t, &GenesCmd{File: file, Window: 10, StudyFlags: flags})
	if status != console.ExitOK {
		t.Fatal(status, err)
	}
	found := false
	for _, line := range strings.Split(text, "\n") {
		if cells := strings.Split(line, "\t"); cells[0] == "FTO" {
			found = true
			p, err := strconv.ParseFloat(cells[6], 64)
			if err != nil || math.Abs(p+math.Log10(0.25)) > 1e-9 || cells[5] != "3" || cells[2] != "16" {
				t.Error(line)
			}
		}
	}
	if !found {
		t.Errorf("FTO is not in:\n%s", text)
	}
	for name, cmd := range map[string]*GenesCmd{
		"window":   {File: file, Window: 5000, StudyFlags: flags},
		"in place": {File: file, Window: 10, Output: file, StudyFlags: flags},
	} {
		if _, status, err := consoletest.Run(t, cmd); status != console.ExitUsage {
			t.Errorf("%s: status %d, %v", name, status, err)
		}
	}
}
