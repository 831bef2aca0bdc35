package meta

import (
	"context"
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/phrase"
)

// MaxAxes is the largest number of axes of genetic variation.
const MaxAxes = 4

// Limits for the variants that axes are computed from, as in Mägi et al. 2017: autosomal ones that
// all studies report with a frequency above axesMAF, axesApart bases apart. Palindromic variants
// are left out: aligning them by frequency would hide the differences that make up the axes.
const (
	axesMAF      = 0.05
	axesApart    = 1_000_000
	leastForAxes = 50 // fewer variants do not separate ancestries
)

// Axes are the axes of genetic variation of a meta-regression.
type Axes struct {
	Variants int `json:"n_variants"` // that they are computed from
	// Palindromic is how many A/T and C/G variants qualify but for their strand, and are left out.
	Palindromic int64 `json:"n_palindromic"`
	// Explained is the part of the variation of frequencies among the studies that each axis has.
	Explained []Number    `json:"explained"`
	Studies   []StudyAxes `json:"studies"` // in the order as listed
}

// StudyAxes is the position of a study on each axis.
type StudyAxes struct {
	Name   string   `json:"name"`
	Places []Number `json:"places"`
}

// AxesError explains why the studies have no axes for a meta-regression.
type AxesError struct{ why string }

func (e *AxesError) Error() string { return e.why }

// NormalAxes returns the default number of axes for a number of studies: 2, or 1 for four studies.
// 0 means that there are too few.
func NormalAxes(studies int) int { return max(0, min(2, studies-3)) }

// CompleteAxes makes the number of axes, and the studies that a variant needs for them, explicit.
func (o *Options) CompleteAxes(studies int) error {
	if o.Scheme != MetaRegression {
		return nil
	}
	if o.Axes == 0 {
		o.Axes = NormalAxes(studies)
	}
	if o.Axes == 0 || studies <= o.Axes+2 {
		return fmt.Errorf("meta-regression on %s of genetic variation needs %d studies or more, and there are %d: choose more studies or another scheme",
			phrase.Counted(int64(max(o.Axes, 1)), "axis", "axes"), max(o.Axes, 1)+3, studies)
	}
	o.MinStudies = max(o.MinStudies, o.Axes+3)
	return nil
}

// sharedVariant has the frequencies of one allele of a variant in all studies, by name.
type sharedVariant struct {
	chromosome genome.Chromosome
	position   int32
	eaf        []float64
}

// survey keeps the frequencies of a variant that all studies report, if axes may be computed from
// it.
func (c *combiner) survey(g *group) {
	first := g.entries[0].row
	if len(g.entries) < len(c.order) || first.Chromosome > 22 {
		return
	}
	for i := range g.entries {
		if maf := sumstats.MinorFrequency(g.entries[i].row.EAF); !(maf > axesMAF) {
			return
		}
	}
	if variant.Palindromic(g.lo, g.hi) {
		c.out.palindromic++
		return
	}
	v := sharedVariant{chromosome: first.Chromosome, position: first.Position, eaf: make([]float64, len(g.entries))}
	// One allele for all: matching has put the entries on one strand, which need not be that
	// of the class, so they are compared with each other.
	one := g.entries[0].ea
	for i := range g.entries {
		e := &g.entries[i]
		v.eaf[i] = e.row.EAF
		if e.ea != one {
			v.eaf[i] = 1 - v.eaf[i]
		}
	}
	c.out.shared = append(c.out.shared, v)
}

// distances adds up squared differences of frequencies.
type distances struct {
	n    int
	sum  [][]float64
	last sharedVariant

	palindromic int64 // variants left out
}

func newDistances(studies int) *distances {
	d := &distances{sum: make([][]float64, studies)}
	for i := range d.sum {
		d.sum[i] = make([]float64, studies)
	}
	return d
}

// take adds what a survey found in the next batch.
func (d *distances) take(o *outcome) {
	d.palindromic += o.palindromic
	for _, v := range o.shared {
		d.add(v)
	}
}

// add takes a variant unless it is too near to the last that was taken.
func (d *distances) add(v sharedVariant) {
	if d.n > 0 && v.chromosome == d.last.chromosome && v.position-d.last.position < axesApart {
		return
	}
	d.last = v
	d.n++
	for i := range d.sum {
		for j := range d.sum {
			x := v.eaf[i] - v.eaf[j]
			d.sum[i][j] += x * x
		}
	}
}

// mean returns the mean squared differences of frequencies.
func (d *distances) mean() [][]float64 {
	out := make([][]float64, len(d.sum))
	for i, row := range d.sum {
		out[i] = make([]float64, len(row))
		for j, x := range row {
			out[i][j] = x / float64(d.n)
		}
	}
	return out
}

// Scale is classical multidimensional scaling of mean squared differences: places[i][t] is the
// position of i on axis t, and explained the part of the variation on each axis. Of each axis the
// side on which its largest place lies is the positive one.
func Scale(squared [][]float64, axes int) (places [][]float64, explained []float64) {
	k := len(squared)
	rows := make([]float64, k)
	all := 0.0
	for i := range squared {
		for _, x := range squared[i] {
			rows[i] += x / float64(k)
		}
		all += rows[i] / float64(k)
	}
	centred := make([][]float64, k)
	total := 0.0
	for i := range centred {
		centred[i] = make([]float64, k)
		for j := range centred[i] {
			centred[i][j] = -(squared[i][j] - rows[i] - rows[j] + all) / 2
		}
		total += centred[i][i]
	}
	values, vectors := symmetricEigen(centred)
	order := make([]int, k)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case values[a] > values[b]:
			return -1
		case values[a] < values[b]:
			return 1
		}
		return 0
	})
	places = make([][]float64, k)
	for i := range places {
		places[i] = make([]float64, axes)
	}
	explained = make([]float64, axes)
	for t := range axes {
		c := order[t]
		value := max(values[c], 0)
		explained[t] = value / total
		far := 0
		for i := range places {
			if math.Abs(vectors[i][c]) > math.Abs(vectors[far][c])*(1+1e-9) {
				far = i
			}
		}
		side := math.Copysign(math.Sqrt(value), vectors[far][c])
		for i := range places {
			places[i][t] = side * vectors[i][c]
		}
	}
	return places, explained
}

// symmetricEigen returns the eigenvalues of a symmetric matrix, which it uses up, and the columns
// of vectors that go with them, by Jacobi's rotations.
func symmetricEigen(a [][]float64) (values []float64, vectors [][]float64) {
	n := len(a)
	vectors = make([][]float64, n)
	for i := range vectors {
		vectors[i] = make([]float64, n)
		vectors[i][i] = 1
	}
	for range 100 {
		off, diagonal := 0.0, 0.0
		for i := range a {
			diagonal += a[i][i] * a[i][i]
			for j := range i {
				off += a[i][j] * a[i][j]
			}
		}
		if off <= 1e-34*diagonal {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				rotate(a, vectors, p, q)
			}
		}
	}
	values = make([]float64, n)
	for i := range values {
		values[i] = a[i][i]
	}
	return values, vectors
}

// rotate makes a[p][q] 0.
func rotate(a, vectors [][]float64, p, q int) {
	if a[p][q] == 0 {
		return
	}
	theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := math.Copysign(1/(math.Abs(theta)+math.Hypot(theta, 1)), theta)
	cos := 1 / math.Hypot(t, 1)
	sin := t * cos
	for i := range a {
		a[i][p], a[i][q] = cos*a[i][p]-sin*a[i][q], sin*a[i][p]+cos*a[i][q]
	}
	for i := range a {
		a[p][i], a[q][i] = cos*a[p][i]-sin*a[q][i], sin*a[p][i]+cos*a[q][i]
	}
	for i := range vectors {
		vectors[i][p], vectors[i][q] = cos*vectors[i][p]-sin*vectors[i][q], sin*vectors[i][p]+cos*vectors[i][q]
	}
}

// findAxes reads all studies once and places them on the axes.
func (r *run) findAxes(ctx context.Context, studies []Study, progress func(Progress)) error {
	if r.opt.Scheme != MetaRegression {
		return nil
	}
	c := newCollector(r, Output{})
	c.distances = newDistances(len(studies))
	if err := r.combine(ctx, studies, c, StageAxes, progress); err != nil {
		return err
	}
	if n := c.distances.n; n < leastForAxes {
		return &AxesError{
			fmt.Sprintf("%d variants are in all studies with a frequency above %v and a million bases apart; distinguishing ancestries needs %d or more: "+
				"meta-regression needs files of the whole genome that state frequencies", n, axesMAF, leastForAxes),
		}
	}
	var explained []float64
	r.places, explained = Scale(c.distances.mean(), r.opt.Axes)
	if last := explained[len(explained)-1]; !(last > 1e-9) {
		return &AxesError{fmt.Sprintf("the frequencies of the studies do not differ along %s: choose fewer axes, or another scheme",
			phrase.Counted(int64(r.opt.Axes), "axis", "axes"))}
	}
	r.axes = &Axes{Variants: c.distances.n, Palindromic: c.distances.palindromic, Studies: make([]StudyAxes, len(studies))}
	for _, x := range explained {
		r.axes.Explained = append(r.axes.Explained, Number(x))
	}
	for rank, listed := range r.order {
		place := StudyAxes{Name: studies[listed].Name}
		for _, x := range r.places[rank] {
			place.Places = append(place.Places, Number(x))
		}
		r.axes.Studies[listed] = place
	}
	return nil
}
