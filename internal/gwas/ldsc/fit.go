package ldsc

import (
	"errors"
	"fmt"
	"math"
)

// Defaults of Options: those of the method's authors.
const (
	Blocks     = 200
	TwoStep    = 30
	reweighted = 2 // times that weights are computed again from the last estimates
)

// Fewest is how many variants an estimate needs at least: one for each block of the
// jack-knife, however few these are.
const Fewest = 200

// ErrSingular reports that all variants have one LD score, so that there is no line.
var ErrSingular = errors.New("the LD scores do not differ")

// FewError reports that too few variants of a study have LD scores.
type FewError struct{ Have int }

func (e *FewError) Error() string {
	return fmt.Sprintf("%d variants have an LD score, %d are needed", e.Have, Fewest)
}

// Variant is one of a study that has LD scores.
type Variant struct {
	Z      float64 // effect over standard error
	N      float64 // people; of a case–control study the effective number
	LD     float64 // ℓ, summed over all variants of the reference
	Weight float64 // ℓ summed over the variants of the regression only: how often a variant is counted by its neighbours
}

// Options change how lines are fitted.
type Options struct {
	// Blocks of the jack-knife; Blocks when 0.
	Blocks int
	// TwoStep is the χ² below which variants decide the intercept; the slope is then
	// fitted to all, through it. TwoStep when 0, no two steps when infinite.
	TwoStep float64
	// Once takes the first weights as they are, where weights are else made again twice.
	Once bool
}

func (o Options) blocks() int {
	if o.Blocks == 0 {
		return Blocks
	}
	return o.Blocks
}

func (o Options) twoStep() float64 {
	if o.TwoStep == 0 {
		return TwoStep
	}
	return o.TwoStep
}

// Estimate is a number and its standard error.
type Estimate struct{ Value, SE float64 }

// Heritability holds the LD score regression estimates of one study.
type Heritability struct {
	Variants  int
	MeanChi2  float64
	H2        Estimate // on the observed scale
	Intercept Estimate // 1 when only polygenic signal inflates χ²
	// Ratio is the part of the inflation that is not polygenic, (intercept − 1)/(mean χ² − 1);
	// NaN where the mean χ² is 1 or less.
	Ratio Estimate

	without []line // of each block of the jack-knife, in units of h²
}

// Fit estimates heritability and intercept from variants in genome order. m is how many
// variants the LD scores were summed over.
func Fit(variants []Variant, m float64, opt Options) (*Heritability, error) {
	r := regression{
		y: make([]float64, len(variants)), ld: make([]float64, len(variants)), n: make([]float64, len(variants)),
		m: m, null: 1, opt: opt,
		decides: func(i int) bool { return variants[i].Z*variants[i].Z < opt.twoStep() },
		weight: func(i int, l line) float64 {
			return weight(variants[i], clamp(l.slope, 0, 1)*variants[i].N/m, l.constant)
		},
	}
	for i, v := range variants {
		r.y[i], r.ld[i], r.n[i] = v.Z*v.Z, v.LD, v.N
	}
	whole, without, err := r.fit()
	if err != nil {
		return nil, err
	}
	h := &Heritability{Variants: len(variants), MeanChi2: mean(r.y), without: without}
	h.H2 = Estimate{whole.slope, standardError(whole.slope, slopes(without))}
	h.Intercept = Estimate{whole.constant, standardError(whole.constant, constants(without))}
	h.Ratio = Estimate{math.NaN(), math.NaN()}
	if inflation := h.MeanChi2 - 1; inflation > 0 {
		h.Ratio = Estimate{(h.Intercept.Value - 1) / inflation, h.Intercept.SE / inflation}
	}
	return h, nil
}

// weight returns the inverse of the variance of a variant's χ², 2·(intercept + perLD·ℓ)², and of
// how often it is counted by those that it is linked to.
func weight(v Variant, perLD, intercept float64) float64 {
	deviation := intercept + perLD*max(v.LD, 1)
	return 1 / (2 * deviation * deviation * max(v.Weight, 1))
}

// regression is of y on N·ℓ/M, with a constant that is null when there is no confounding.
type regression struct {
	y, ld, n []float64
	m, null  float64
	opt      Options
	decides  func(i int) bool            // whether a variant decides the intercept of two steps
	weight   func(i int, l line) float64 // of a variant when the line is l
}

// fit returns the line and the lines without each block.
func (r *regression) fit() (line, []line, error) {
	if len(r.y) < Fewest && r.opt.Blocks == 0 {
		return line{}, nil, &FewError{len(r.y)}
	}
	first := r.weights(r.aggregate())
	if math.IsInf(r.opt.twoStep(), 1) {
		every := func(int) bool { return true }
		whole, without := r.sums(r.reweigh(first, every, sums.line), ends(len(r.y), r.opt.blocks()), every).leaveOut(sums.line)
		return whole, without, finite(whole)
	}
	return r.twoSteps(first)
}

// twoSteps lets the variants of moderate χ² decide the intercept, and all the slope. A
// block's slope is corrected for the intercept that would have been there without it.
func (r *regression) twoSteps(first []float64) (line, []line, error) {
	deciding := 0
	for i := range r.y {
		if r.decides(i) {
			deciding++
		}
	}
	if deciding < Fewest && r.opt.Blocks == 0 {
		return line{}, nil, &FewError{deciding}
	}
	at := r.endsAmongAll(ends(deciding, r.opt.blocks()))
	one, oneWithout := r.sums(r.reweigh(first, r.decides, sums.line), at, r.decides).leaveOut(sums.line)
	every := func(int) bool { return true }
	through := func(s sums) line { return s.through(one.constant) }
	two, twoWithout := r.sums(r.reweigh(first, every, through), at, every).leaveOut(through)
	turn := r.turn(first)
	for i := range twoWithout {
		moved := oneWithout[i].constant - one.constant
		twoWithout[i] = line{twoWithout[i].slope - turn*moved, oneWithout[i].constant}
	}
	return two, twoWithout, finite(two)
}

// turn is by how much the slope falls when the intercept rises by one.
func (r *regression) turn(w []float64) float64 {
	var s sums
	for i := range r.y {
		s.add(w[i], r.x(i), 0)
	}
	return s.x / s.xx
}

// endsAmongAll turns ends among the variants that decide into ends among all.
func (r *regression) endsAmongAll(ends []int) []int {
	out := make([]int, 0, len(ends))
	seen := 0
	for i := range r.y {
		for len(out) < len(ends)-1 && r.decides(i) && seen == ends[len(out)] {
			out = append(out, i)
		}
		if r.decides(i) {
			seen++
		}
	}
	return append(out, len(r.y))
}

// x is N·ℓ/M, so that a slope is a heritability.
func (r *regression) x(i int) float64 { return r.n[i] * r.ld[i] / r.m }

// aggregate returns the line through the means.
func (r *regression) aggregate() line {
	x := 0.0
	for i := range r.y {
		x += r.x(i) / float64(len(r.y))
	}
	return line{(mean(r.y) - r.null) / x, r.null}
}

func (r *regression) weights(l line) []float64 {
	w := make([]float64, len(r.y))
	for i := range w {
		w[i] = r.weight(i, l)
	}
	return w
}

// reweigh makes weights from the line of the last ones, over the variants of in.
func (r *regression) reweigh(w []float64, in func(int) bool, fit func(sums) line) []float64 {
	if r.opt.Once {
		return w
	}
	for range reweighted {
		w = r.weights(fit(r.sums(w, []int{len(r.y)}, in).all))
	}
	return w
}

// sums adds up the variants of in by blocks that end at ends.
func (r *regression) sums(w []float64, ends []int, in func(int) bool) blocked {
	b := blocked{blocks: make([]sums, len(ends))}
	from := 0
	for k, to := range ends {
		for i := from; i < to; i++ {
			if in(i) {
				b.blocks[k].add(w[i], r.x(i), r.y[i])
			}
		}
		b.all = b.all.plus(b.blocks[k])
		from = to
	}
	return b
}

func finite(l line) error {
	if math.IsNaN(l.slope+l.constant) || math.IsInf(l.slope+l.constant, 0) {
		return ErrSingular
	}
	return nil
}

func clamp(v, low, high float64) float64 { return max(low, min(v, high)) }

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

func slopes(lines []line) []float64 {
	out := make([]float64, len(lines))
	for i, l := range lines {
		out[i] = l.slope
	}
	return out
}

func constants(lines []line) []float64 {
	out := make([]float64, len(lines))
	for i, l := range lines {
		out[i] = l.constant
	}
	return out
}
