package sumstats

import "math"

// callFields are the fields passed to Genotyping.
var callFields = [...]fieldID{fCallRate, fHWE}

// genotyping reads the call fields of the row. Both are between 0 and 1; anything else is missing,
// and not a reason to leave out a row.
func (p *rowParser) genotyping() {
	for i, f := range callFields {
		if p.plan.col[f] < 0 {
			continue
		}
		b := p.cell(f)
		v, state := parseNumber(b)
		switch {
		case p.isMissing(b):
			state = numberMissing
		case state == numberOK && !(v >= 0 && v <= 1):
			state = numberBad
		}
		if p.countState(f, state); state != numberOK {
			v = math.NaN()
		}
		p.called[i] = v
	}
}

// keepCalls keeps the call fields of the row that was just read.
func (p *rowParser) keepCalls(j *job) {
	for i, f := range callFields {
		if p.plan.col[f] >= 0 {
			j.called[i] = append(j.called[i], p.called[i])
		}
	}
}

// tell passes the kept values to the listener.
func (j *job) tell(listener func(Field, []float64)) {
	for i, f := range callFields {
		if listener != nil && len(j.called[i]) > 0 {
			listener(fieldTable[f].field, j.called[i])
		}
	}
}
