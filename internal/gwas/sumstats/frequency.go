package sumstats

import (
	"math"

	"cohortium/internal/gwas/variant"
)

// frequency reads the effect allele frequency from whatever tells it. A minor
// allele frequency alone is kept but flagged: it has no orientation.
func (p *rowParser) frequency() {
	pl, row := p.plan, p.row
	row.EAF = math.NaN()
	switch {
	case pl.col[fEAF] >= 0:
		row.EAF = p.share(fEAF)
	case pl.col[fOAF] >= 0:
		if f := p.share(fOAF); !math.IsNaN(f) {
			row.EAF = ComplementFrequency(f)
			p.repaired(rEAFFromOther, nil)
		}
	case pl.col[fCountAA] >= 0 && pl.col[fCountAB] >= 0 && pl.col[fCountBB] >= 0:
		p.fromGenotypes()
	}
	if math.IsNaN(row.EAF) && pl.col[fEAFControls] >= 0 {
		p.fromCaseControl()
	}
	if math.IsNaN(row.EAF) && pl.col[fMAF] >= 0 {
		p.fromMinor()
	}
	if math.IsNaN(row.EAF) && pl.required[fEAF] {
		p.reject(rEAFMissing, fEAF, nil)
	}
}

// share reads a frequency; outside 0–1 the row is left out, unreadable is missing.
func (p *rowParser) share(f fieldID) float64 {
	v, state := p.number(f)
	switch {
	case state == numberMissing:
		return math.NaN()
	case state != numberOK:
		p.repaired(rEAFUnreadable, p.cell(f))
		return math.NaN()
	case v < 0 || v > 1:
		p.invalid(f)
		p.reject(rEAFOutOfRange, f, p.cell(f))
		return math.NaN()
	}
	return v
}

func (p *rowParser) fromGenotypes() {
	aa, ab, bb := p.optional(fCountAA), p.optional(fCountAB), p.optional(fCountBB)
	if total := aa + ab + bb; total > 0 {
		p.row.EAF = (bb + ab/2) / total
		p.repaired(rEAFFromGenotypes, nil)
	}
}

// fromCaseControl weights the two frequencies by the group sizes; without them
// the controls stand for all.
func (p *rowParser) fromCaseControl() {
	controls := p.share(fEAFControls)
	if p.plan.col[fEAFCases] < 0 || math.IsNaN(controls) {
		p.row.EAF = controls
		return
	}
	cases := p.share(fEAFCases)
	nca, nco := p.plan.opt.NCases, p.plan.opt.NControls
	if v := p.peekCount(fNCases); v > 0 {
		nca = v
	}
	if v := p.peekCount(fNControls); v > 0 {
		nco = v
	}
	if !(nca > 0 && nco > 0) || math.IsNaN(cases) {
		p.row.EAF = controls
		return
	}
	p.row.EAF = (cases*nca + controls*nco) / (nca + nco)
	p.repaired(rEAFFromCaseControl, nil)
}

func (p *rowParser) fromMinor() {
	maf := p.share(fMAF)
	if math.IsNaN(maf) {
		return
	}
	p.row.EAF = maf
	if p.plan.col[fMinorAllele] >= 0 {
		minor, ok := p.plan.dict.Parse(p.cell(fMinorAllele))
		if ok && minor != variant.Missing && minor == p.row.EA {
			p.repaired(rEAFFromMinor, nil)
			return
		}
		if ok && minor == p.row.OA {
			p.row.EAF = ComplementFrequency(maf)
			p.repaired(rEAFFromMinor, nil)
			return
		}
	}
	p.row.Flags |= EAFIsMAF
	p.repaired(rEAFIsMAF, nil)
}

// sizes reads the sample sizes, falling back on the totals of the study.
func (p *rowParser) sizes() {
	row, opt := p.row, &p.plan.opt
	row.NCases = p.size(fNCases, opt.NCases)
	row.NControls = p.size(fNControls, opt.NControls)
	row.N = p.size(fN, 0)
	if math.IsNaN(row.N) {
		p.fillN()
	}
	if math.IsNaN(row.NControls) && row.NCases < row.N {
		row.NControls = row.N - row.NCases
	}
	row.NEff = float32(p.size(fNEff, 0))
	if p.plan.col[fNEffHalf] >= 0 && row.NEff != row.NEff {
		if half := p.size(fNEffHalf, 0); half > 0 {
			row.NEff = float32(2 * half)
			p.repaired(rNEffDoubled, nil)
		}
	}
	if math.IsNaN(row.N) && p.plan.required[fN] {
		p.reject(rNMissing, fN, nil)
	}
}

func (p *rowParser) fillN() {
	row, opt := p.row, &p.plan.opt
	fromColumns := p.plan.col[fNCases] >= 0 && p.plan.col[fNControls] >= 0
	switch sum := row.NCases + row.NControls; {
	case fromColumns && sum > 0:
		row.N = sum
		p.repaired(rNFromCaseControl, nil)
	case opt.N > 0:
		row.N = opt.N
		p.repaired(rNFromStudy, nil)
	case sum > 0:
		row.N = sum
		p.repaired(rNFromStudy, nil)
	}
}

// size reads a count of people, or gives the total of the study for a file that
// has no such column or a row that lacks the value; NaN without either.
func (p *rowParser) size(f fieldID, study float64) float64 {
	if p.plan.col[f] >= 0 {
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
	}
	if study > 0 {
		return study
	}
	return math.NaN()
}

// info reads the imputation quality. Some methods exceed 1; beyond 2 it is none.
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
	if math.IsNaN(p.row.Info) && p.plan.required[fInfo] {
		p.reject(rInfoMissing, fInfo, nil)
	}
}
