package freeze

import "cohortium/internal/gwas/meta"

// Rates are measured costs.
type Rates struct {
	SecondsPerRow   float64 // read and combined
	BytesPerVariant float64 // of the files of a job
}

// Shares of a plain run, as measured by BenchmarkLeaveOneOut and by the sizes of its files.
const (
	leaveOneOutTime  = 1.2
	leaveOneOutBytes = 1.4
)

// Measured returns the rates of jobs that have run: their seconds, the rows they read, the bytes they
// wrote and the variants of their results. Without any they are other rates.
func Measured(seconds, rows, bytes, variants float64, other Rates) Rates {
	if !(rows > 0 && variants > 0) {
		return other
	}
	return Rates{SecondsPerRow: seconds / rows, BytesPerVariant: bytes / variants}
}

// Reading returns rates from the time that reading the files took: a run combines and writes as well.
func Reading(facts []Fact) Rates {
	var seconds, rows float64
	for i := range facts {
		seconds += facts[i].Seconds
		rows += float64(facts[i].Rows)
	}
	return Measured(1.5*seconds, rows, bytesPerVariant, 1, Rates{SecondsPerRow: 2e-6, BytesPerVariant: bytesPerVariant})
}

// bytesPerVariant is the size of a variant of a result with its index.
const bytesPerVariant = 85

// cost estimates a cell. A result has at least the variants of its longest file.
func (p *planner) cost(c *Cell) {
	if p.facts == nil {
		return
	}
	var rows, longest float64
	for _, i := range c.Studies {
		rows += float64(p.facts[i].Rows)
		longest = max(longest, float64(p.facts[i].Rows))
	}
	for _, j := range c.Jobs {
		time, size, read := 1.0, 1.0, rows
		if j.Options.LeaveOneOut {
			time, size = leaveOneOutTime, leaveOneOutBytes
		}
		if j.Options.Scheme == meta.MetaRegression || j.Options.OutputGenomicControl {
			time *= 2 // the files are read twice
		}
		if len(j.Of) > 0 {
			read = 2 * longest
		}
		c.Seconds += time * read * p.rates.SecondsPerRow
		c.Bytes += size * longest * p.rates.BytesPerVariant
	}
}
