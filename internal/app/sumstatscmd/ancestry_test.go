package sumstatscmd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
)

const populationsFile = "../../../testdata/reference/PAN.hapmap3.hg19.EAF.sample.tsv.gz"

// populationFile writes the frequencies of a population as a study, of which every second row names
// the other allele and every third is on the other strand.
func populationFile(t *testing.T, column string, rows int) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(plainText(t, populationsFile)), "\n")
	header := strings.Split(lines[0], "\t")
	var b strings.Builder
	fmt.Fprintln(&b, "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value")
	other := strings.NewReplacer("A", "T", "T", "A", "C", "G", "G", "C")
	for i, line := range lines[1 : rows+1] {
		cells := strings.Split(line, "\t")
		ea, oa, f := cells[3], cells[4], 0.0
		for k, name := range header {
			if name == column {
				_, err := fmt.Sscan(cells[k], &f)
				must(t, err)
			}
		}
		if i%2 == 1 {
			ea, oa, f = oa, ea, 1-f
		}
		if i%3 == 1 {
			ea, oa = other.Replace(ea), other.Replace(oa)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t0.01\t0.02\t%.4f\t0.617\n", cells[1], cells[2], ea, oa, f)
	}
	path := filepath.Join(t.TempDir(), column+".tsv")
	must(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return path
}

func ancestryOf(t *testing.T, file, declared string) (ancestryOutput, int) {
	t.Helper()
	text, status, err := consoletest.Run(t, &AncestryCmd{File: file, Panel: populationsFile, PanelAFOf: "ref", Declared: declared, JSON: true,
		Populations: []string{"AFR", "AMR", "EAS", "EUR", "SAS"},
		StudyFlags:  StudyFlags{Build: "GRCh37", Yes: true}})
	var out ancestryOutput
	if status != console.ExitUsage {
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	} else if err == nil {
		t.Fatal("no reason")
	}
	return out, status
}

func TestAncestryIsComparedWithTheDeclaredOne(t *testing.T) {
	japanese := populationFile(t, "JPT", 2900)
	out, status := ancestryOf(t, japanese, "EAS")
	if status != console.ExitOK || out.Result != "EAS" || out.Populations[0].Name != "EAS" || out.Populations[0].Share < 0.95 || out.Populations[0].FST > 0.02 {
		t.Errorf("status %d: %+v", status, out)
	}
	out, status = ancestryOf(t, japanese, "EUR")
	if status != console.ExitFindings || !strings.Contains(out.Sentence, "The declared ancestry is EUR") {
		t.Errorf("status %d: %q", status, out.Sentence)
	}
	out, status = ancestryOf(t, populationFile(t, "PUR", 2900), "")
	if status != console.ExitOK || out.Result != "" || !strings.Contains(out.Sentence, "mixed ancestry") {
		t.Errorf("status %d: %+v", status, out)
	}
	if _, status = ancestryOf(t, populationFile(t, "JPT", 1500), ""); status != console.ExitUsage {
		t.Errorf("too few variants: status %d", status)
	}
	if _, status = ancestryOf(t, japanese, "Martian"); status != console.ExitUsage {
		t.Errorf("an unknown population: status %d", status)
	}
}
