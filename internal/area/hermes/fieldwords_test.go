package hermes

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// A mail uses the form's labels of fields.
func TestFieldsAreCalledAsInTheForm(t *testing.T) {
	form, err := os.ReadFile("../../../web/src/features/hermes/upload/fields.ts")
	if err != nil {
		t.Fatal(err)
	}
	fields := regexp.MustCompile(`key: "(\w+)",\s*label: "([^"]+)"`).FindAllStringSubmatch(string(form), -1)
	if len(fields) < 40 {
		t.Fatalf("only %d fields in the form", len(fields))
	}
	for _, f := range fields {
		if got := subjectWords("metadata." + f[1]); !strings.EqualFold(got, f[2]) {
			t.Errorf("%s is %q, in the form %q", f[1], got, f[2])
		}
	}
	for about, want := range map[string]string{"metadata.hwePValue": "Hardy-Weinberg P", "metadata.maf": "minimum MAF", "file": "the file",
		"mapping.standard_error": "column of standard error", "mapping.base_pair_location": "column of position", "mapping.n": "column of N", "mapping.n_cases": "column of N cases",
		"mapping.p_value": "column of P value", "mapping.rsid": "column of rsID", "mapping.hwe_p": "column of HWE P", "mapping.neg_log_10_p_value": "column of −log10 P value"} {
		if got := subjectWords(about); got != want {
			t.Errorf("%s is %q, want %q", about, got, want)
		}
	}
}

// A printed report uses the pages' labels of statuses.
func TestAStatusIsNamedAsOnThePages(t *testing.T) {
	pages, err := os.ReadFile("../../../web/src/lib/status.ts")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`"([A-Z ]+)": \{ tone: "\w+", word: "([^"]+)" \}`).FindAllStringSubmatch(string(pages), -1)
	if len(said) != 9 || len(statusWords) != 9 {
		t.Fatalf("%d words on the pages, %d in the report", len(said), len(statusWords))
	}
	for _, s := range said {
		if got := statusWords[UploadStatus(s[1])]; got != s[2] {
			t.Errorf("%s is %q, on the pages %q", s[1], got, s[2])
		}
	}
}
