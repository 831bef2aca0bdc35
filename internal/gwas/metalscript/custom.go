package metalscript

import (
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// custom is a custom variable: the result sums its column over the studies.
type custom struct {
	name, column string
	field        sumstats.Field
}

// customNames say what a custom variable sums, by its name without punctuation.
var customNames = map[string]sumstats.Field{
	"totalsamplesize": sumstats.FieldN, "samplesize": sumstats.FieldN, "n": sumstats.FieldN, "ntotal": sumstats.FieldN,
	"totaln": sumstats.FieldN, "ntot": sumstats.FieldN, "nsamples": sumstats.FieldN,
	"ncase": sumstats.FieldNCases, "ncases": sumstats.FieldNCases, "cases": sumstats.FieldNCases, "totalcases": sumstats.FieldNCases,
	"ncontrol": sumstats.FieldNControls, "ncontrols": sumstats.FieldNControls, "controls": sumstats.FieldNControls,
	"totalcontrols": sumstats.FieldNControls,
}

// customVariable declares a variable, whose column has its name until LABEL names another.
func (p *parser) customVariable(w []string) {
	if !p.early() || p.custom(w[0]) != nil {
		return // METAL keeps a variable that it has
	}
	plain := strings.Map(func(r rune) rune {
		if r == '_' || r == '.' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(w[0]))
	field, ok := customNames[plain]
	switch {
	case !ok:
		p.block("the result sums the sample size, the cases and the controls only; remove the line and the LABEL of %s", w[0])
	case p.summed(field):
		p.block("another variable sums the same; remove one of them")
	case field != sumstats.FieldN && p.script.Scheme == meta.SampleSize:
		p.block("cases and controls are not summed with SCHEME SAMPLESIZE; remove the line and the LABEL of %s", w[0])
	}
	p.state.customs = append(p.state.customs, custom{name: w[0], column: w[0], field: field})
}

func (p *parser) summed(field sumstats.Field) bool {
	for _, c := range p.state.customs {
		if c.field == field {
			return true
		}
	}
	return false
}

// custom returns the variable of a name, nil when there is none.
func (p *parser) custom(name string) *custom {
	for i := range p.state.customs {
		if strings.EqualFold(p.state.customs[i].name, name) {
			return &p.state.customs[i]
		}
	}
	return nil
}

// label binds a custom variable to a column: LABEL name AS column.
func (p *parser) label(w []string) {
	if len(w) < 3 || !strings.EqualFold(w[1], "AS") {
		p.block("write LABEL variable AS column")
		return
	}
	c := p.custom(w[0])
	if c == nil {
		p.block("METAL has no variable %s to label; put CUSTOMVARIABLE %s before the first PROCESS", w[0], w[0])
		return
	}
	c.column = w[2]
}
