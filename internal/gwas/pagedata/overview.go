package pagedata

import (
	"encoding/json"
	"io"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Overview is the reduced plots of a table of results, in the shape of result pages.
type Overview struct {
	Manhattan *plot.ManhattanData `json:"manhattan"`
	QQ        *plot.QQData        `json:"qq"`
}

// overview takes in the rows of a table with chromosome, position and P.
type overview struct {
	at        map[Role]int // columns by role
	manhattan *plot.Manhattan
	qq        *plot.QQ
	covered   genome.Covered // by its points
	dict      *variant.Dict
}

// newOverview returns nil for a table without those columns.
func newOverview(columns []Proposed, build genome.Build) *overview {
	at := map[Role]int{}
	for i, c := range columns {
		if c.Role != "" {
			at[c.Role] = i
		}
	}
	_, chromosome := at[Chromosome]
	position, placed := at[Position]
	p, tested := at[P]
	if !tested {
		p, tested = at[NegLog10P]
	}
	if !chromosome || !placed || !tested || columns[position].Type != Number || columns[p].Type != Number {
		return nil
	}
	if build == "" {
		build = genome.GRCh38 // as pages draw their rows
	}
	return &overview{at: at, manhattan: plot.NewManhattan(plot.ManhattanOptions{Build: build}),
		qq: plot.NewQQ(plot.QQOptions{Strata: []string{"all"}}), dict: variant.NewDict()}
}

// add takes a row. One without chromosome, position or P is left out.
func (o *overview) add(cells [][]byte) {
	cell := func(role Role) []byte {
		if i, ok := o.at[role]; ok {
			return cells[i]
		}
		return nil
	}
	number := func(role Role) float64 {
		if x, ok := sumstats.ParseFloat(cell(role)); ok {
			return x
		}
		return math.NaN()
	}
	r := sumstats.Row{
		NegLog10P: number(NegLog10P),
		Beta:      number(Beta),
		SE:        number(SE),
		EAF:       number(EAF),
		N:         math.NaN(),
		NCases:    math.NaN(),
		NControls: math.NaN(),
		Info:      math.NaN(),
	}
	if _, has := o.at[P]; has {
		y, ok := sumstats.ParseNegLog10P(cell(P))
		if !ok {
			return
		}
		r.NegLog10P = y
	}
	if math.IsNaN(r.NegLog10P) || math.IsInf(r.NegLog10P, 0) || r.NegLog10P < 0 {
		return
	}
	var there, placed bool
	r.Chromosome, there = genome.ParseChromosome(cell(Chromosome))
	r.Position, _, placed = sumstats.ParsePosition(cell(Position))
	if !there || !placed || r.Position < 1 {
		return
	}
	r.RSID = sumstats.ParseRSID(cell(RSID))
	if ea, ok := o.dict.Parse(cell(EffectAllele)); ok {
		r.EA = ea
	}
	if oa, ok := o.dict.Parse(cell(OtherAllele)); ok {
		r.OA = oa
	}
	o.covered.Add(r.Chromosome)
	o.manhattan.Add(&r)
	o.qq.Add(r.NegLog10P, 0)
}

// write writes the plots, and reports whether there are any points.
func (o *overview) write(to func() (io.WriteCloser, error)) (bool, error) {
	if o.qq.Len() == 0 {
		return false, nil
	}
	w, err := to()
	if err != nil {
		return false, err
	}
	qq := o.qq.Data()
	if o.covered.Regional() {
		qq.WithoutLambda()
	}
	err = json.NewEncoder(w).Encode(Overview{o.manhattan.Data(o.dict), qq})
	if closed := w.Close(); err == nil {
		err = closed
	}
	return err == nil, err
}
