package app_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite generated documents")

// TestAcceptedPage checks that docs/formats/accepted.md matches the tables in the code.
func TestAcceptedPage(t *testing.T) {
	const path = "../../docs/formats/accepted.md"
	want := acceptedPage()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is stale, run go test ./internal/app -run Accepted -update (-want +got):\n%s", path, diff)
	}
}

// TestLociPageNamesEveryColumn compares the page with the header of the table and the fields of a pair of signals.
func TestLociPageNamesEveryColumn(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats/loci.md")
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Split(locusreport.Header, "\t")
	for _, of := range []reflect.Type{reflect.TypeFor[locusreport.Locus](), reflect.TypeFor[locusreport.Comparison](), reflect.TypeFor[locusreport.Pair]()} {
		for i := range of.NumField() {
			if name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); name != "-" {
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/formats/loci.md does not name %s", name)
		}
	}
}

func acceptedPage() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Recognised formats\n\nGenerated from the tables of the reader and of QC.\n\n## Software\n\n%s.\n",
		strings.Join(recognise.Software(), ", "))
	fmt.Fprint(&out, "\n## Headers\n\nUpper and lower case, a leading `#`, and the choice among space, dot, dash and underscore do not matter.\n\n"+
		"| field | needed | headers |\n|---|---|---|\n")
	for _, f := range recognise.Columns() {
		fmt.Fprintf(&out, "| `%s` %s | %s | %s |\n", f.Field, cell(f.Description), cell(f.Required), cell(strings.Join(f.Headers, ", ")))
	}
	fmt.Fprint(&out, "\n## Reasons to leave a row out, while reading\n\n")
	reasons(&out, func(r sumstats.Reason) bool { return !r.Repair() })
	fmt.Fprint(&out, "\n## Repairs\n\nThe row is kept; the report counts it.\n\n")
	reasons(&out, sumstats.Reason.Repair)
	fmt.Fprint(&out, "\n## Reasons to leave a row out, in QC\n\nWith the thresholds that hold unless a run sets others.\n\n| reason | meaning |\n|---|---|\n")
	options := qc.NewOptions(genome.GRCh37)
	for _, r := range qc.Reasons() {
		fmt.Fprintf(&out, "| `%s` | %s |\n", r, cell(options.Sentence(r)))
	}
	return out.Bytes()
}

func reasons(out *bytes.Buffer, wanted func(sumstats.Reason) bool) {
	fmt.Fprint(out, "| reason | meaning |\n|---|---|\n")
	for _, r := range sumstats.Reasons() {
		if r != "" && wanted(r) {
			fmt.Fprintf(out, "| `%s` | %s |\n", r, cell(r.Sentence()))
		}
	}
}

// cell escapes a text for a table cell.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(text)
}
