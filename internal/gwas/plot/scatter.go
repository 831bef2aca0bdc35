package plot

import (
	"cmp"
	"math"
	"slices"

	"cohortium/internal/gwas/sumstats"
)

// ScatterOptions describe a cloud over a square [0, Max] × [0, Max].
type ScatterOptions struct {
	Kind      string // "eaf" or "pz"
	XLabel    string
	YLabel    string
	Max       float64
	Cells     int      // cells along each side, 200
	Classes   []string // what Add's class counts
	MaxPoints int      // points that are drawn singly, 6000
	Band      float64  // distance of the dashed lines from y = x; 0: none
}

// Scatter bins a cloud of points and keeps outliers singly.
type Scatter struct {
	opt    ScatterOptions
	step   float64
	cells  [][]uint32 // by class, row by row from y = 0
	points bounded[scatterPoint]
	marked int64
	n      int64
	sums   Correlation
}

type scatterPoint struct {
	x, y       float64
	class      int
	marked     int // 1 when the caller marked it
	chromosome int
	position   int32
	priority   uint64
}

// NewScatter returns an empty reduction.
func NewScatter(opt ScatterOptions) *Scatter {
	opt.Cells = cmp.Or(opt.Cells, 200)
	opt.MaxPoints = cmp.Or(opt.MaxPoints, 6000)
	if len(opt.Classes) == 0 {
		opt.Classes = []string{"all"}
	}
	s := &Scatter{opt: opt, step: opt.Max / float64(opt.Cells), cells: make([][]uint32, len(opt.Classes))}
	s.points = bounded[scatterPoint]{n: opt.MaxPoints, better: func(a, b *scatterPoint) bool {
		if a.priority != b.priority {
			return a.priority < b.priority
		}
		return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) < 0
	}}
	return s
}

// Add takes the point (x, y) of variant r. Marked points, and
// those beyond the square, are kept singly as far as there is room, the others
// are counted in a cell. The correlation covers all of them.
func (s *Scatter) Add(r *sumstats.Row, x, y float64, class int, marked bool) {
	if math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return
	}
	s.n++
	s.sums.Add(x, y)
	if !marked && x <= s.opt.Max && y <= s.opt.Max && x >= 0 && y >= 0 {
		s.count(x, y, class)
		return
	}
	p := scatterPoint{x: x, y: y, class: class, chromosome: int(r.Chromosome), position: r.Position, priority: priority(r)}
	if marked {
		p.marked = 1
		s.marked++
	}
	out, full := s.points.offer(p)
	if full && out.x <= s.opt.Max && out.y <= s.opt.Max {
		s.count(out.x, out.y, out.class)
	}
}

func (s *Scatter) count(x, y float64, class int) {
	if s.cells[class] == nil {
		s.cells[class] = make([]uint32, s.opt.Cells*s.opt.Cells)
	}
	i := min(int(x/s.step), s.opt.Cells-1)
	j := min(int(y/s.step), s.opt.Cells-1)
	if cell := &s.cells[class][j*s.opt.Cells+i]; *cell < math.MaxUint32 {
		*cell++
	}
}

// R returns the Pearson correlation of all points, NaN when there is none.
func (s *Scatter) R() float64 { return s.sums.R() }

// ScatterData is the reduction. Cell (X[i], Y[i]) covers [X, X+1)·step by
// [Y, Y+1)·step and holds N[i] points.
type ScatterData struct {
	Kind    string         `json:"kind"`
	XLabel  string         `json:"x_label"`
	YLabel  string         `json:"y_label"`
	Max     float64        `json:"max"` // of the cells; points may be beyond
	Step    float64        `json:"step"`
	Band    float64        `json:"band"` // dashed lines at y = x ± band, 0: identity only
	N       int64          `json:"n"`
	R       *float64       `json:"r"`      // Pearson correlation of all points
	Marked  int64          `json:"marked"` // points that were marked as alone, drawn or not
	Classes []string       `json:"classes"`
	Cells   []ScatterCells `json:"cells"`
	Points  ScatterPoints  `json:"points"`
}

// ScatterCells are the occupied cells of one class.
type ScatterCells struct {
	Class int      `json:"class"` // index into classes
	X     []int    `json:"x"`
	Y     []int    `json:"y"`
	N     []uint32 `json:"n"`
}

// ScatterPoints are single variants, lists of equal length in genome order.
type ScatterPoints struct {
	X          []float64 `json:"x"`
	Y          []float64 `json:"y"`
	Class      []int     `json:"class"`
	Marked     []int     `json:"marked"` // 1: marked; 0: only beyond the cells
	Chromosome []int     `json:"chromosome"`
	Position   []int32   `json:"position"`
}

// Data returns the reduction of the points added so far.
func (s *Scatter) Data() *ScatterData {
	d := &ScatterData{
		Kind: s.opt.Kind, XLabel: s.opt.XLabel, YLabel: s.opt.YLabel, Max: s.opt.Max, Step: round(s.step, 6),
		Band: s.opt.Band, N: s.n, R: finite(round(s.sums.R(), 6)), Marked: s.marked,
		Classes: s.opt.Classes, Cells: []ScatterCells{},
	}
	for class, counts := range s.cells {
		cells := ScatterCells{Class: class}
		for at, n := range counts {
			if n > 0 {
				cells.X = append(cells.X, at%s.opt.Cells)
				cells.Y = append(cells.Y, at/s.opt.Cells)
				cells.N = append(cells.N, n)
			}
		}
		if cells.N != nil {
			d.Cells = append(d.Cells, cells)
		}
	}
	points := slices.Clone(s.points.items)
	slices.SortFunc(points, func(a, b scatterPoint) int {
		return cmp.Or(cmp.Compare(a.chromosome, b.chromosome), cmp.Compare(a.position, b.position),
			cmp.Compare(a.priority, b.priority), cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y))
	})
	d.Points = scatterPoints(points)
	return d
}

func scatterPoints(points []scatterPoint) ScatterPoints {
	n := len(points)
	p := ScatterPoints{X: make([]float64, n), Y: make([]float64, n), Class: make([]int, n),
		Marked: make([]int, n), Chromosome: make([]int, n), Position: make([]int32, n)}
	for i := range points {
		p.X[i], p.Y[i] = round(points[i].x, 4), round(points[i].y, 4)
		p.Class[i], p.Marked[i] = points[i].class, points[i].marked
		p.Chromosome[i], p.Position[i] = points[i].chromosome, points[i].position
	}
	return p
}
