package dataset

import (
	"strings"
	"testing"
)

// TestPZeroNeedsTheSoftware checks that a deposit with P = 0 needs the name and version of its
// software, as the GWAS Catalog requires.
func TestPZeroNeedsTheSoftware(t *testing.T) {
	d := &Dataset{Metadata: Metadata{Name: "Set", GenomeBuild: "hg19", Ancestry: "EU", Sex: "mixed", Technology: "Array"}}
	p := &deposit{
		dataset: d, phenotype: &Phenotype{Code: "HF", SampleSize: 1000}, check: &Check{Build: "hg19"},
		report: &DepositReport{PZero: true, Blocks: []string{}},
	}
	if lacking := p.shown().Lacking; len(lacking) != 1 || !strings.Contains(lacking[0], "version of the analysis software") {
		t.Errorf("without the software: %q", lacking)
	}
	p.report.PZero = false
	if lacking := p.shown().Lacking; len(lacking) != 0 {
		t.Errorf("without P = 0: %q", lacking)
	}
	p.report.PZero, d.Software = true, "REGENIE v3.4"
	if lacking := p.shown().Lacking; len(lacking) != 0 {
		t.Errorf("with the software: %q", lacking)
	}
	if text := string(p.metadata().YAML()); !strings.Contains(text, "analysis_software: \"REGENIE v3.4\"\n") {
		t.Errorf("%s", text)
	}
}
