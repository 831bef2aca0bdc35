package sumstats

import "math"

// Totals are the declared sample sizes of a study; 0 when unknown.
type Totals struct{ N, NCases, NControls float64 }

// Settled derives the one of the three that the other two determine.
func (t Totals) Settled() Totals {
	switch {
	case t.NCases > 0 && t.NControls > 0:
	case t.NCases > 0 && t.NCases < t.N:
		t.NControls = t.N - t.NCases
	case t.NControls > 0 && t.NControls < t.N:
		t.NCases = t.N - t.NControls
	}
	return t
}

// CaseControl reports whether the study is known to compare cases with controls.
func (t Totals) CaseControl() bool { return t.NCases > 0 && t.NControls > 0 }

// Complete fills in the sizes that a row does not state. A row that states its own
// N had some people missing: the cases and controls of the study are scaled to it.
func (t Totals) Complete(r *Row) {
	t = t.Settled()
	n, cases, controls := !math.IsNaN(r.N), !math.IsNaN(r.NCases), !math.IsNaN(r.NControls)
	switch {
	case cases && controls:
		if !n && r.NCases+r.NControls > 0 {
			r.N = r.NCases + r.NControls
		}
	case n && cases:
		if r.NCases < r.N {
			r.NControls = r.N - r.NCases
		}
	case n && controls:
		if r.NControls < r.N {
			r.NCases = r.N - r.NControls
		}
	case n:
		if t.CaseControl() {
			r.NCases = people(t.NCases * r.N / (t.NCases + t.NControls))
			r.NControls = people(t.NControls * r.N / (t.NCases + t.NControls))
		}
	default:
		t.fill(r, t.factor(r))
	}
}

// factor returns the part of the study that a row without N has, by its cases or its controls; all
// of it when the row states neither.
func (t Totals) factor(r *Row) float64 {
	switch {
	case r.NCases > 0 && t.NCases > 0:
		return r.NCases / t.NCases
	case r.NControls > 0 && t.NControls > 0:
		return r.NControls / t.NControls
	case math.IsNaN(r.NCases) && math.IsNaN(r.NControls):
		return 1
	}
	return 0 // the row states one of the groups and the study does not
}

// fill sets the sizes of a row without N to the totals of the study times factor.
func (t Totals) fill(r *Row, factor float64) {
	set := func(at *float64, total float64) {
		if v := people(total * factor); math.IsNaN(*at) && v > 0 {
			*at = v
		}
	}
	set(&r.NCases, t.NCases)
	set(&r.NControls, t.NControls)
	set(&r.N, t.N)
	set(&r.N, t.NCases+t.NControls)
}

// people returns a scaled number of people without the rounding error of the scaling.
func people(n float64) float64 { return math.Round(n*1000) / 1000 }

// sizes reads the sample sizes, falling back on the totals of the study.
func (p *rowParser) sizes() {
	row := p.row
	row.N, row.NCases, row.NControls = p.size(fN), p.size(fNCases), p.size(fNControls)
	row.NEff = float32(p.size(fNEff))
	if p.plan.col[fNEffHalf] >= 0 && row.NEff != row.NEff {
		if half := p.size(fNEffHalf); half > 0 {
			row.NEff = float32(2 * half)
			p.repaired(rNEffDoubled, nil)
		}
	}
	n, cases := row.N, row.NCases
	p.plan.totals.Complete(row)
	switch {
	case n != n && row.N == row.N && p.plan.has(fNCases) && p.plan.has(fNControls):
		p.repaired(rNFromCaseControl, nil)
	case n != n && row.N == row.N:
		p.repaired(rNFromStudy, nil)
	case cases != cases && row.NCases == row.NCases && !p.plan.has(fNControls):
		p.repaired(rCasesFromStudy, nil)
	}
}

// size reads a count of people; NaN when there is none.
func (p *rowParser) size(f fieldID) float64 {
	if p.plan.col[f] < 0 {
		return math.NaN()
	}
	v, state := p.number(f)
	switch {
	case state == numberOK && v >= 1:
		if v != math.Trunc(v) {
			p.tally.invalidBefore[f]++
		}
		return v
	case state == numberOK && v == 0 && f != fN:
		return 0
	case state == numberOK:
		p.invalid(f)
		p.repaired(rNUnreadable, p.cell(f))
	case state != numberMissing:
		p.repaired(rNUnreadable, p.cell(f))
	}
	return math.NaN()
}

// info reads the imputation quality. Some methods exceed 1; beyond 2 it is invalid.
func (p *rowParser) info() {
	p.row.Info = math.NaN()
	if p.plan.col[fInfo] < 0 {
		return
	}
	v, state := p.number(fInfo)
	switch {
	case state == numberOK && v >= 0 && v <= 1:
		p.row.Info = v
	case state == numberOK && v > 1 && v <= 2:
		p.row.Info = v
		p.tally.invalidBefore[fInfo]++
		p.repaired(rInfoAboveOne, p.cell(fInfo))
	case state == numberOK:
		p.invalid(fInfo)
		p.repaired(rInfoUnreadable, p.cell(fInfo))
	case state != numberMissing:
		p.repaired(rInfoUnreadable, p.cell(fInfo))
	}
}
