package hermes

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// A mail calls a field as the form does.
func TestFieldsAreCalledAsInTheForm(t *testing.T) {
	form, err := os.ReadFile("../../web/src/features/hermes/upload/fields.ts")
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
	for about, want := range map[string]string{"metadata.hwePValue": "Hardy-Weinberg P", "metadata.maf": "minimum MAF", "mapping.standard_error": "column of standard error", "file": "the file"} {
		if got := subjectWords(about); got != want {
			t.Errorf("%s is %q, want %q", about, got, want)
		}
	}
}
