package recognise

import (
	"math"

	"cohortium/internal/gwas/sumstats"
)

// scales is the agreement of one column under each scale.
type scales struct{ p, negLog, ln, log10 agreement }

func (s scales) of(f sumstats.Field) agreement {
	switch f {
	case sumstats.FieldNegLog10P:
		return s.negLog
	case sumstats.FieldLnP:
		return s.ln
	case sumstats.FieldLog10P:
		return s.log10
	}
	return s.p
}

// scaleAgreement tries each scale on a column.
func scaleAgreement(rows *sample, m map[sumstats.Field]int, col int) (a scales) {
	for _, row := range rows.rows {
		z := sampledZ(row, m, false)
		b := row.cell(col)
		v, ok := sumstats.ParseFloat(b)
		if !ok {
			continue
		}
		if x, ok := sumstats.ParseNegLog10P(b); ok {
			a.p.add(x, z)
		}
		a.negLog.add(v, z)
		a.ln.add(-v*math.Log10E, z)
		a.log10.add(-v, z)
	}
	return a
}

// seAgreement compares the error on the log and on the ratio scale.
func seAgreement(rows *sample, m map[sumstats.Field]int, pField sumstats.Field) (onLog, onRatio agreement) {
	col, ok := m[pField]
	if !ok {
		return
	}
	for _, row := range rows.rows {
		x := math.NaN()
		if pField == sumstats.FieldP {
			x, _ = sumstats.ParseNegLog10P(row.cell(col))
		} else if v, ok := sumstats.ParseFloat(row.cell(col)); ok {
			x = map[sumstats.Field]float64{sumstats.FieldNegLog10P: v, sumstats.FieldLnP: -v * math.Log10E, sumstats.FieldLog10P: -v}[pField]
		}
		onLog.add(x, sampledZ(row, m, false))
		onRatio.add(x, sampledZ(row, m, true))
	}
	return onLog, onRatio
}

// sampledZ is effect over error of a sampled row; onRatio takes the error as that
// of the ratio itself.
func sampledZ(row sampleRow, m map[sumstats.Field]int, onRatio bool) float64 {
	number := func(f sumstats.Field) float64 {
		if col, ok := m[f]; ok {
			if v, ok := sumstats.ParseFloat(row.cell(col)); ok {
				return v
			}
		}
		return math.NaN()
	}
	beta := number(sumstats.FieldBeta)
	for _, ratio := range [...]sumstats.Field{sumstats.FieldOddsRatio, sumstats.FieldHazardRatio} {
		if math.IsNaN(beta) {
			beta = math.Log(number(ratio))
		}
	}
	se := number(sumstats.FieldSE)
	if onRatio {
		se /= math.Exp(beta)
	}
	if se > 0 {
		return beta / se
	}
	return number(sumstats.FieldZ)
}
