package ssf

import (
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstatstest"
)

func TestYAML(t *testing.T) {
	m := Metadata{
		Build:            genome.GRCh38,
		TraitDescription: `Crohn's "disease"`,
		SampleSize:       10,
		Cases:            4,
		Controls:         6,
		DataFileName:     "x.tsv",
		DataMD5:          "0f",
		Sorted:           true,
		Sex:              "combined",
		DateLastModified: "2026-11-21",
	}
	sumstatstest.Golden(t, "meta.yaml", m.YAML())
	if got := strings.Join(m.Lacking(), " "); got != "genotyping_technology sample_ancestry_category" {
		t.Errorf("lacking %s", got)
	}
}
