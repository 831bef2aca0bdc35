package pagedata_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"cohortium/internal/gwas/pagedata"
)

var update = flag.Bool("update", false, "write the golden files")

// golden is a table with everything that a file can hold; web/src/lib/parquet.test.ts
// reads the same file as a page does.
const golden = "chr;pos;p;gene;coding;tags;Mean value\n" +
	"1;100;1e-400;Zoë;true;[\"a\",1];-0.5\n" +
	"1;200;5E-8;A;false;;1e+5\n" +
	"1;300;0.5;A;true;[];\n" +
	"X;400;0;<b>;;[null];+3\n" +
	"1;500;NA;A;true;;3\n" +
	"1;600;1;A;true;;3\n" +
	"1;700;0.25;A;true;;3\n" +
	"1;800;0.25;;true;;3\n"

func TestGolden(t *testing.T) {
	t.Parallel()
	m := converted(t, source("golden.csv", golden), pagedata.Layout{Build: "GRCh38"})
	summary, err := json.MarshalIndent(m.Summary, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{"table.parquet": m.data.Bytes(), "table.json": append(summary, '\n'), "overview.json": m.overview.Bytes()} {
		path := "testdata/" + name
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s has changed; with -update it is written anew", name)
		}
	}
}
