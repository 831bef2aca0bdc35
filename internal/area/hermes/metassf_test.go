package hermes_test

import (
	"crypto/md5" //nolint:gosec // what the standard asks for
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"cohortium/internal/area/hermes"
)

// A result has GWAS-SSF files: the columns of the standard, the numbers of the full results, and
// metadata of this table.
func TestGWASSSFOfAResult(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		m := b.combined(t, "Both", []string{b.approve(t, "Oslo", 2), b.approve(t, "Turin", 3)})
		full, head := b.linesOf(t, m.ID, "results.tsv.gz")
		rows, header := b.linesOf(t, m.ID, hermes.FileSSF)
		// https://github.com/EBISPOT/gwas-summary-statistics-standard: eight columns in this order, others behind them.
		const want = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\trsid\tvariant_id\tn\n"
		if header != want || len(rows) != len(full) || len(rows) < 1000 {
			t.Fatalf("%d of %d rows below %q", len(rows), len(full), header)
		}
		at := map[string]int{}
		for i, name := range strings.Split(strings.TrimSpace(head), "\t") {
			at[name] = i
		}
		for i, row := range rows {
			for column, name := range strings.Split(strings.TrimSpace(want), "\t") {
				got, said := row[column], full[i][at[name]]
				switch {
				case name == "variant_id" || got == said || got == "#NA" && said == "NA":
				case name == "rsid" || column < 4 || math.Abs(number(t, got)/number(t, said)-1) > 1e-7: // P is converted through −log10 P
					t.Fatalf("%s of row %d is %s, in the full results %s", name, i+1, got, said)
				}
			}
		}
		sum := md5.Sum(b.metaFile(t, m.ID, hermes.FileSSF)) //nolint:gosec // what the standard asks for
		about := string(b.metaFile(t, m.ID, hermes.FileSSFMeta))
		for _, line := range []string{
			`data_file_name: "results-gwas-ssf.tsv.gz"`, `data_file_md5sum: "` + hex.EncodeToString(sum[:]) + `"`, `genome_assembly: "GRCh37"`,
			"sample_size: 20000", `- "European"`, "case_control_study: true", "case_count: 6000", "control_count: 14000", `sex: "combined"`, `- "All heart failure"`,
			"genotyping_technology: null  # required for a deposit",
		} {
			if !strings.Contains(about, line+"\n") {
				t.Errorf("the description lacks %s:\n%s", line, about)
			}
		}
	})
}
