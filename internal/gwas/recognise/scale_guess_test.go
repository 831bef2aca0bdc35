package recognise

import (
	"errors"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

// TestGuessScale asks only where nothing determines the scale.
func TestGuessScale(t *testing.T) {
	const head = "chr pos effect_allele other_allele "
	bolt := "SNP CHR BP GENPOS ALLELE1 ALLELE0 A1FREQ INFO BETA SE P_BOLT_LMM_INF"
	gwa := "CHR SNP POS A1 A2 N AF1 "
	for name, tt := range map[string]struct {
		header, row string
		scale       sumstats.EffectScale
		confidence  Confidence
		withCases   sumstats.EffectScale
	}{
		"odds ratio":             {head + "odds_ratio se p", "1 5 A G 1.1 0.1 0.34", sumstats.LogOdds, Certain, sumstats.LogOdds},
		"hazard ratio":           {head + "hazard_ratio se p", "1 5 A G 1.1 0.1 0.34", sumstats.LogHazard, Certain, sumstats.LogHazard},
		"beta beside odds ratio": {head + "beta odds_ratio se p", "1 5 A G 0.1 1.1 0.1 0.34", sumstats.LogOdds, Certain, sumstats.LogOdds},
		"beta":                   {head + "beta se p", "1 5 A G 0.1 0.1 0.317", sumstats.ScaleUnknown, Ask, sumstats.LogOdds},
		"beta called log odds":   {head + "log_odds se p", "1 5 A G 0.1 0.1 0.317", sumstats.LogOdds, Certain, sumstats.LogOdds},
		"standardised beta":      {head + "stdbeta se p", "1 5 A G 0.1 0.1 0.317", sumstats.Standardised, Certain, sumstats.Standardised},
		"beta with cases":        {head + "beta se p n_cases n_controls", "1 5 A G 0.1 0.1 0.317 10 90", sumstats.LogOdds, Likely, sumstats.LogOdds},
		"BOLT-LMM":               {bolt, "rs1 1 5 0 A G 0.3 1 0.1 0.1 0.317", sumstats.LinearUnits, Ask, sumstats.LinearBinary},
		"fastGWA":                {gwa + "BETA SE P", "1 rs1 5 A G 100 0.3 0.1 0.1 0.317", sumstats.LinearUnits, Ask, sumstats.LinearBinary},
		"fastGWA-GLMM":           {gwa + "T SE_T P_noSPA BETA SE P CONVERGE", "1 rs1 5 A G 100 0.3 1 1 0.3 0.1 0.1 0.317 1", sumstats.LogOdds, Certain, sumstats.LogOdds},
		"Z":                      {head + "z n eaf", "1 5 A G 1 100 0.3", sumstats.Standardised, Likely, sumstats.LogOdds},
		"Z and effective N":      {head + "z n_eff eaf", "1 5 A G 1 100 0.3", sumstats.LogOdds, Likely, sumstats.LogOdds},
		"a column that says it":  {head + "beta se p effect_scale", "1 5 A G 0.1 0.1 0.317 log_hazard", sumstats.LogHazard, Certain, sumstats.LogHazard},
		"a column that does not": {head + "beta se p effect_scale", "1 5 A G 0.1 0.1 0.317 large", sumstats.ScaleUnknown, Ask, sumstats.LogOdds},
	} {
		t.Run(name, func(t *testing.T) {
			in := inspectTable(t, tt.header, 20, func(int) string { return tt.row })
			g := in.Scale
			if g.Scale != tt.scale || g.Confidence != tt.confidence || (g.Question != "") != (tt.confidence == Ask) || g.Reason == "" {
				t.Errorf("%+v", g)
			}
			if got := g.Settle(sumstats.ScaleUnknown, sumstats.Totals{NCases: 10, NControls: 90}); got != tt.withCases {
				t.Errorf("with cases and controls %q", got)
			}
			if got := g.Settle(sumstats.ScaleUnknown, sumstats.Totals{N: 100}); got != tt.scale {
				t.Errorf("with N alone %q", got)
			}
			if got := g.Settle(sumstats.LinearUnits, sumstats.Totals{NCases: 10, NControls: 90}); got != sumstats.LinearUnits {
				t.Errorf("what a person states gives %q", got)
			}
		})
	}
}

// TestScaleOfAReport reports what is known, and what is not.
func TestScaleOfAReport(t *testing.T) {
	file := string(sumstatstest.GoodTable(100))
	for name, tt := range map[string]struct {
		file  string
		opt   CheckOptions
		scale sumstats.EffectScale
		level sumstats.Level
	}{
		"nothing tells":      {file, CheckOptions{}, sumstats.ScaleUnknown, sumstats.Info},
		"stated":             {file, CheckOptions{Conventions: sumstats.Conventions{Scale: sumstats.LinearUnits}}, sumstats.LinearUnits, ""},
		"cases are declared": {file, CheckOptions{Totals: StudyTotals{NCases: 10, NControls: 90}}, sumstats.LogOdds, sumstats.Info},
		"N and cases":        {file, CheckOptions{N: 100, Totals: StudyTotals{NCases: 10}}, sumstats.LogOdds, sumstats.Info},
		"said otherwise": {strings.ReplaceAll(strings.ReplaceAll(file, "\tbeta\t", "\todds_ratio\t"), "\t-", "\t"),
			CheckOptions{Conventions: sumstats.Conventions{Scale: sumstats.LinearUnits}}, sumstats.LinearUnits, sumstats.Warn},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Prepare(opener([]byte(tt.file)), tt.opt)
			var fault *textfile.FileError
			if errors.As(err, &fault) || err != nil {
				t.Fatal(err)
			}
			var level sumstats.Level
			for _, f := range r.Findings {
				if f.Code == "effect_scale" {
					level = f.Level
				}
			}
			if r.Scale != tt.scale || level != tt.level {
				t.Errorf("scale %q, finding %q: %+v", r.Scale, level, r.Findings)
			}
		})
	}
}
