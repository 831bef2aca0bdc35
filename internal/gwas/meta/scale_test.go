package meta_test

import (
	"errors"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// TestScalesAreNotMixed names the two studies and what to state.
func TestScalesAreNotMixed(t *testing.T) {
	rows := []sumstats.Row{{Chromosome: 1, Position: 5, EA: 4, OA: 5, Beta: 0.1, SE: 0.1, NegLog10P: 0.5, N: 100, EAF: 0.3}}
	for name, tt := range map[string]struct {
		scales []sumstats.EffectScale
		says   string // part of the refusal; "" when they are combined
	}{
		"one scale":             {[]sumstats.EffectScale{sumstats.LogOdds, sumstats.LogOdds}, ""},
		"none is known":         {[]sumstats.EffectScale{"", ""}, ""},
		"two scales":            {[]sumstats.EffectScale{sumstats.LogOdds, sumstats.LinearUnits}, "the effects of a are log odds and those of b the units of the trait"},
		"the third differs":     {[]sumstats.EffectScale{sumstats.LogOdds, sumstats.LogOdds, sumstats.Standardised}, "those of c standard deviations"},
		"one is unknown":        {[]sumstats.EffectScale{sumstats.LogOdds, ""}, "state the scale of b"},
		"the first is unknown":  {[]sumstats.EffectScale{"", sumstats.LogHazard}, "state the scale of a"},
		"linear of a yes or no": {[]sumstats.EffectScale{sumstats.LogOdds, sumstats.LinearBinary}, "with the numbers of cases and controls of b"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.RandomEffects, meta.SampleSize} {
				opt := meta.DefaultOptions()
				opt.Scheme = scheme
				var studies []meta.Study
				for i, scale := range tt.scales {
					s := memoryStudy(string(rune('a'+i)), rows)
					s.Scale = scale
					studies = append(studies, s)
				}
				_, err := meta.Run(t.Context(), testDict, studies, opt, meta.Output{}, nil)
				var mixed *meta.ScaleError
				switch refused := tt.says != "" && scheme != meta.SampleSize; {
				case !refused && err != nil:
					t.Errorf("%s: %v", scheme, err)
				case refused && (!errors.As(err, &mixed) || !strings.Contains(err.Error(), tt.says)):
					t.Errorf("%s: %v", scheme, err)
				}
			}
		})
	}
}
