package plot

import (
	"math"
	"slices"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/guard"
)

// QQOptions name the strata. Each value belongs to one stratum.
type QQOptions struct {
	Strata []string // at least one
	Points int      // ranks drawn singly at the strong end, 300
}

// QQ keeps −log10 P values, eight bytes each, by stratum.
type QQ struct {
	opt    QQOptions
	values []chunks
	sorted bool
}

// chunks grows without copying existing values.
type chunks struct {
	full [][]float64
	last []float64
}

const chunkSize = 1 << 16

func (c *chunks) add(x float64) {
	if len(c.last) == cap(c.last) {
		if c.last != nil {
			c.full = append(c.full, c.last)
		}
		c.last = make([]float64, 0, chunkSize)
	}
	c.last = append(c.last, x)
}

// flatten gathers the values, strongest first, in one slice.
func (c *chunks) flatten() {
	if len(c.full) > 0 {
		all := make([]float64, 0, len(c.full)*chunkSize+len(c.last))
		for i, part := range c.full {
			all = append(all, part...)
			c.full[i] = nil
		}
		c.last, c.full = append(all, c.last...), nil
	}
	slices.Sort(c.last)
	slices.Reverse(c.last)
}

// NewQQ returns an empty reduction.
func NewQQ(opt QQOptions) *QQ {
	if len(opt.Strata) == 0 {
		opt.Strata = []string{"all"}
	}
	if opt.Points == 0 {
		opt.Points = 300
	}
	return &QQ{opt: opt, values: make([]chunks, len(opt.Strata))}
}

// Add takes one −log10 P; NaN and infinities are ignored.
func (q *QQ) Add(negLog10P float64, stratum int) {
	if !(negLog10P >= 0) || math.IsInf(negLog10P, 0) {
		return
	}
	q.values[stratum].add(negLog10P)
}

// Len returns the number of values of all strata.
func (q *QQ) Len() int {
	n := 0
	for i := range q.values {
		n += len(q.values[i].full)*chunkSize + len(q.values[i].last)
	}
	return n
}

func (q *QQ) sort() {
	if q.sorted {
		return
	}
	guard.All(len(q.values), func(i int) { q.values[i].flatten() })
	q.sorted = true
}

// Lambda returns the genomic inflation of all values: median χ² over the median
// of χ² with one degree of freedom; NaN when there are none. No value may be
// added afterwards.
func (q *QQ) Lambda() float64 {
	q.sort()
	n := q.Len()
	if n == 0 {
		return math.NaN()
	}
	middle := q.at([]int{(n + 1) / 2, n/2 + 1})
	return stat.LambdaOfMiddle(middle[0], middle[1])
}

// StratumLambda returns the genomic inflation of one stratum.
func (q *QQ) StratumLambda(stratum int) float64 {
	q.sort()
	return lambdaSorted(q.values[stratum].last)
}

// WithoutLambda removes the inflation factors, of variants that do not cover the genome.
func (d *QQData) WithoutLambda() {
	d.Lambda = nil
	for i := range d.Series {
		d.Series[i].Lambda = nil
	}
}

// StratumLen returns the number of values of one stratum.
func (q *QQ) StratumLen(stratum int) int {
	return len(q.values[stratum].full)*chunkSize + len(q.values[stratum].last)
}

func lambdaSorted(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return math.NaN()
	}
	return stat.LambdaOfMiddle(values[(n-1)/2], values[n/2])
}

func chiSquare(negLog10P float64) float64 {
	z := stat.ZFromNegLog10P(negLog10P)
	return z * z
}

// at returns the values of the given ascending ranks (1 is the strongest) over
// all strata by merging them.
func (q *QQ) at(ranks []int) []float64 {
	out := make([]float64, 0, len(ranks))
	next := make([]int, len(q.values))
	for rank := 1; len(out) < len(ranks); rank++ {
		best := -1
		for s := range q.values {
			if next[s] < len(q.values[s].last) &&
				(best < 0 || q.values[s].last[next[s]] > q.values[best].last[next[best]]) {
				best = s
			}
		}
		x := q.values[best].last[next[best]]
		next[best]++
		for len(out) < len(ranks) && ranks[len(out)] == rank {
			out = append(out, x)
		}
	}
	return out
}

// ranks picks which of n ranks to draw: the first few singly, then steps of two per cent, which
// look the same as all of them on a screen.
func (q *QQ) ranks(n int) []int {
	var ranks []int
	for i := 1; i <= n; i = max(i+1, i+i/50) {
		if i > q.opt.Points && i+i/50 > n {
			break
		}
		ranks = append(ranks, i)
	}
	if n > 0 && (len(ranks) == 0 || ranks[len(ranks)-1] != n) {
		ranks = append(ranks, n)
	}
	return ranks
}

// QQData is the reduction. Series[0] is all values; the strata follow, those without values left
// out. A correction adds a separate series.
type QQData struct {
	N          int64      `json:"n"`
	Lambda     *float64   `json:"lambda_gc"`
	Lambda1000 *float64   `json:"lambda_1000"` // null without case and control counts
	Adjustment string     `json:"adjustment"`  // name of the series the user chose, "none" for the first
	Series     []QQSeries `json:"series"`
	Band       QQBand     `json:"band"`
}

// QQSeries is one curve: expected and observed −log10 P, strongest first.
type QQSeries struct {
	Name     string    `json:"name"`
	N        int64     `json:"n"`
	Lambda   *float64  `json:"lambda_gc"`
	Expected []float64 `json:"expected"`
	Observed []float64 `json:"observed"`
}

// QQBand is where 95 % of the values of each rank fall when there is no
// association: quantiles 0.025 and 0.975 of Beta(i, N−i+1) as −log10 P.
type QQBand struct {
	Expected []float64 `json:"expected"`
	Lower    []float64 `json:"lower"`
	Upper    []float64 `json:"upper"`
}

// Data returns the reduction. No value may be added afterwards.
func (q *QQ) Data() *QQData {
	q.sort()
	n := q.Len()
	d := &QQData{N: int64(n), Lambda: finite(round(q.Lambda(), 6)), Adjustment: "none", Series: []QQSeries{}}
	d.Band = QQBand{Expected: []float64{}, Lower: []float64{}, Upper: []float64{}}
	if n == 0 {
		return d
	}
	ranks := q.ranks(n)
	d.Series = append(d.Series, qqSeries("all", n, q.Lambda(), ranks, q.at(ranks)))
	if len(q.values) > 1 {
		for s, name := range q.opt.Strata {
			values := q.values[s].last
			if len(values) == 0 {
				continue
			}
			ranks := q.ranks(len(values))
			observed := make([]float64, len(ranks))
			for i, rank := range ranks {
				observed[i] = values[rank-1]
			}
			d.Series = append(d.Series, qqSeries(name, len(values), lambdaSorted(values), ranks, observed))
		}
	}
	d.Band = qqBand(ranks, n)
	return d
}

func qqSeries(name string, n int, lambda float64, ranks []int, observed []float64) QQSeries {
	s := QQSeries{Name: name, N: int64(n), Lambda: finite(round(lambda, 6))}
	for i, rank := range ranks {
		s.Expected = append(s.Expected, round(expected(rank, n), 4))
		s.Observed = append(s.Observed, round(observed[i], 4))
	}
	return s
}

func expected(rank, n int) float64 { return -math.Log10(stat.ExpectedQuantile(rank, n)) }

func qqBand(ranks []int, n int) QQBand {
	var b QQBand
	for i, rank := range ranks {
		if i%3 != 0 && i != len(ranks)-1 && i > 20 {
			continue
		}
		alpha, beta := float64(rank), float64(n-rank+1)
		b.Expected = append(b.Expected, round(expected(rank, n), 4))
		b.Lower = append(b.Lower, round(-math.Log10(stat.BetaQuantile(0.975, alpha, beta)), 4))
		b.Upper = append(b.Upper, round(-math.Log10(stat.BetaQuantile(0.025, alpha, beta)), 4))
	}
	return b
}

// Correct adds a series with every χ² of the first divided by factor (no less
// than 1), under the given name; chosen marks it as the adjustment in use.
func (d *QQData) Correct(name string, factor float64, chosen bool) {
	if len(d.Series) == 0 {
		return
	}
	all, factor := d.Series[0], max(factor, 1)
	s := QQSeries{Name: name, N: all.N, Expected: all.Expected}
	if all.Lambda != nil {
		s.Lambda = finite(round(*all.Lambda/factor, 6))
	}
	for _, y := range all.Observed {
		s.Observed = append(s.Observed, round(stat.NegLog10PFromZ(math.Sqrt(chiSquare(y)/factor)), 4))
	}
	d.Series = append(d.Series, s)
	if chosen {
		d.Adjustment = name
	}
}
