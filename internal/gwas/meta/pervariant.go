package meta

import (
	"math"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// PerVariant summarises the sample sizes of the variants of a result. Cases and controls are null
// where a variant has rows that state none, of all studies together otherwise.
type PerVariant struct {
	N         Spread `json:"n"`
	NCases    Spread `json:"n_cases"`
	NControls Spread `json:"n_controls"`
	NStudies  Spread `json:"n_studies"`
}

// Spread is the range of a number over variants and its middle, null where a variant lacks it.
// Beyond half a million variants the median is within 5 in 10,000.
type Spread struct {
	Min    Number `json:"min"`
	Median Number `json:"median"`
	Max    Number `json:"max"`
}

// spreading gathers a Spread.
type spreading struct {
	median   stat.Median
	min, max float64
	lacking  bool
}

func (s *spreading) add(x float64) {
	if math.IsNaN(x) || s.lacking {
		s.lacking, s.median = true, stat.Median{}
		return
	}
	if s.median.N() == 0 {
		s.min, s.max = x, x
	}
	s.min, s.max = min(s.min, x), max(s.max, x)
	s.median.Add(x)
}

func (s *spreading) spread() Spread {
	if s.lacking || s.median.N() == 0 {
		nan := Number(math.NaN())
		return Spread{nan, nan, nan}
	}
	return Spread{Number(s.min), Number(min(max(s.median.Value(), s.min), s.max)), Number(s.max)}
}

// variantSizes gathers PerVariant.
type variantSizes struct{ n, cases, controls, studies spreading }

func (v *variantSizes) add(row *sumstats.Row, studies int) {
	v.n.add(row.N)
	v.cases.add(row.NCases)
	v.controls.add(row.NControls)
	v.studies.add(float64(studies))
}

func (v *variantSizes) perVariant() PerVariant {
	return PerVariant{N: v.n.spread(), NCases: v.cases.spread(), NControls: v.controls.spread(), NStudies: v.studies.spread()}
}
