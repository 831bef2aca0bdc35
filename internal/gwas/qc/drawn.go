package qc

import (
	"math"

	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
)

// FiguresFrom names the rows that the figures show.
type FiguresFrom string

// The rows that figures show.
const (
	FromClean FiguresFrom = "clean" // the rows of the clean file
	FromRead  FiguresFrom = "read"  // the readable rows with a place, since too few were kept
)

// drawn returns the reductions for Manhattan, QQ and P–Z. When almost no row was kept, the study is
// walked again, so that its sender sees what the file holds.
func (r *run) drawn(f *findings) (*metrics, error) {
	f.report.FiguresFrom = FromClean
	if !f.few() {
		return f.metrics, nil
	}
	m, read := newMetrics(&r.opt, r.dict, false), int64(0)
	err := eachRow(r.study, func(row *sumstats.Row) {
		read++
		m.draw(row)
	})
	if err != nil || read <= f.metrics.rows {
		return f.metrics, err
	}
	f.report.FiguresFrom = FromRead
	return m, nil
}

// qq returns the QQ plot, with no λ where the report has none, and none of too few rows.
func (r *run) qq(drawn *metrics, report *Report) *plot.QQData {
	d := drawn.qq.Data()
	if math.IsNaN(float64(report.LambdaGC)) {
		d.WithoutLambda()
	}
	for i := range d.Series {
		if d.Series[i].N < enoughForVerdict {
			d.Series[i].Lambda = nil
		}
	}
	if lambda := float64(report.LambdaGC); !math.IsNaN(lambda) {
		d.Correct("GC lambda", lambda, r.opt.Adjustment == AdjustLambda)
	}
	if p := report.Polygenic; p != nil && !math.IsNaN(float64(p.Intercept)) {
		d.Correct("LDSC intercept", float64(p.Intercept), r.opt.Adjustment == AdjustLDSC)
	}
	if lambda := float64(report.Lambda1000); !math.IsNaN(lambda) {
		d.Lambda1000 = &lambda
	}
	return d
}
