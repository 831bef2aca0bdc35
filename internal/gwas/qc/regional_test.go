package qc

import (
	"encoding/json"
	"math"
	"testing"
)

// TestNoInflationOfPartOfTheGenome: a file of fewer than 11 autosomes has no λ anywhere: report, strata, step and figure.
func TestNoInflationOfPartOfTheGenome(t *testing.T) {
	for rows, none := range map[int]bool{300: true, 330: false} { // 10 and 11 autosomes
		m := soundStudy()
		first(rows)(m)
		r, out := m.results(t)
		found := map[string]float64{"λ": float64(r.LambdaGC)}
		for _, stratum := range r.LambdaByMAF {
			if stratum.N >= enoughForVerdict {
				found["λ of "+stratum.MAF] = float64(stratum.Lambda)
			}
		}
		found["λ of the step"] = float64(stepNamed(t, r, "inflation").Metrics["lambda_gc"].(Number))
		var qq struct {
			Lambda *float64 `json:"lambda_gc"`
			Series []struct {
				Name   string
				N      int64
				Lambda *float64 `json:"lambda_gc"`
			}
		}
		if err := json.Unmarshal(out.files["qq.json"].Bytes(), &qq); err != nil {
			t.Fatal(err)
		}
		number := func(x *float64) float64 {
			if x == nil {
				return math.NaN()
			}
			return *x
		}
		found["λ of the figure"] = number(qq.Lambda)
		for _, s := range qq.Series {
			if s.N >= enoughForVerdict {
				found["λ of the curve "+s.Name] = number(s.Lambda)
			}
		}
		if len(found) < 6 {
			t.Errorf("%d rows: only %v", rows, found)
		}
		for name, lambda := range found {
			if math.IsNaN(lambda) != none {
				t.Errorf("%d rows: %s is %v", rows, name, lambda)
			}
		}
	}
}
