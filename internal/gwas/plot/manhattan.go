package plot

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// ManhattanOptions set how fine the reduction is; zero values mean the
// defaults given.
type ManhattanOptions struct {
	Build     genome.Build
	Bins      int     // columns over the whole genome, 2000
	YStep     float64 // height of a cell in −log10 P, 0.05
	PeakFrom  float64 // points from here on may be drawn singly, 4
	MaxPoints int     // strongest points of the genome that are drawn singly, 12000
	PerBin    int     // further points that are drawn singly in each column, 8
	Top       int     // strongest points that carry facts for hover, 500
	Quiet     int     // points that carry facts even where none reaches PeakFrom, 50
}

func (o ManhattanOptions) withDefaults() ManhattanOptions {
	o.Bins = cmp.Or(o.Bins, 2000)
	o.YStep = cmp.Or(o.YStep, 0.05)
	o.PeakFrom = cmp.Or(o.PeakFrom, 4)
	o.MaxPoints = cmp.Or(o.MaxPoints, 12000)
	o.PerBin = cmp.Or(o.PerBin, 8)
	o.Top = cmp.Or(o.Top, 500)
	o.Quiet = cmp.Or(o.Quiet, 50)
	return o
}

// maxCells bounds the height of a column whatever −log10 P a file claims.
const maxCells = 1 << 17

// Manhattan accumulates the reduction.
type Manhattan struct {
	opt     ManhattanOptions
	axis    ChromosomeAxis
	width   int32 // base pairs of a column
	columns [][]column
	strong  bounded[sumstats.Row]
	quiet   bounded[sumstats.Row] // strongest of those below PeakFrom
	n       int64
	maxY    float64
	seen    [genome.MaxChromosome + 1]bool
}

// column is one bin of the genome: the cells that hold a point, and the
// strongest points that did not make it into the list of the whole genome.
type column struct {
	cells []uint64
	best  bounded[sumstats.Row]
}

// NewManhattan returns an empty reduction.
func NewManhattan(opt ManhattanOptions) *Manhattan {
	opt = opt.withDefaults()
	m := &Manhattan{opt: opt, axis: newChromosomeAxis(opt.Build)}
	m.width = int32((m.axis.Total + int64(opt.Bins) - 1) / int64(opt.Bins))
	m.columns = make([][]column, genome.MaxChromosome+1)
	for i, code := range m.axis.Code {
		m.columns[code] = make([]column, m.axis.Length[i]/m.width+1)
	}
	m.strong = bounded[sumstats.Row]{n: opt.MaxPoints, better: stronger}
	m.quiet = bounded[sumstats.Row]{n: opt.Quiet, better: stronger}
	return m
}

// stronger orders rows by P, then by place and alleles.
func stronger(a, b *sumstats.Row) bool {
	if a.NegLog10P != b.NegLog10P {
		return a.NegLog10P > b.NegLog10P
	}
	if a.Chromosome != b.Chromosome {
		return a.Chromosome < b.Chromosome
	}
	if a.Position != b.Position {
		return a.Position < b.Position
	}
	if a.EA != b.EA {
		return a.EA < b.EA
	}
	return a.OA < b.OA
}

// Add takes one variant; rows without chromosome, position or P are ignored.
func (m *Manhattan) Add(r *sumstats.Row) {
	if r.Chromosome == genome.Unknown || r.Chromosome > genome.MaxChromosome ||
		r.Position <= 0 || !(r.NegLog10P >= 0) || math.IsInf(r.NegLog10P, 0) {
		return
	}
	m.n++
	m.maxY = max(m.maxY, r.NegLog10P)
	m.seen[r.Chromosome] = true
	if r.NegLog10P < m.opt.PeakFrom {
		m.bin(r)
		if m.strong.Len() < m.opt.Quiet {
			m.quiet.offer(*r)
		}
		return
	}
	weak, full := m.strong.offer(*r)
	if !full {
		return
	}
	col := m.column(&weak)
	if col.best.better == nil {
		col.best = bounded[sumstats.Row]{n: m.opt.PerBin, better: stronger}
	}
	if weakest, full := col.best.offer(weak); full {
		m.bin(&weakest)
	}
}

func (m *Manhattan) column(r *sumstats.Row) *column {
	cols := m.columns[r.Chromosome]
	return &cols[min(int(r.Position/m.width), len(cols)-1)]
}

func (m *Manhattan) bin(r *sumstats.Row) {
	col := m.column(r)
	cell := min(int(r.NegLog10P/m.opt.YStep), maxCells-1)
	for len(col.cells) <= cell>>6 {
		col.cells = append(col.cells, 0)
	}
	col.cells[cell>>6] |= 1 << (cell & 63)
}

// ManhattanData is the reduction. All lists of one part have the same length.
type ManhattanData struct {
	Build       string         `json:"build"`
	N           int64          `json:"n"` // variants taken in
	MaxY        float64        `json:"max_y"`
	GenomeWide  float64        `json:"genome_wide"`
	Suggestive  float64        `json:"suggestive"`
	Chromosomes ChromosomeAxis `json:"chromosomes"`
	BinWidth    int32          `json:"bin_width"` // base pairs
	YStep       float64        `json:"y_step"`
	Cells       ManhattanCells `json:"cells"`
	Points      GenomePoints   `json:"points"`
	Top         TopVariants    `json:"top"`
}

// ManhattanCells are vertical runs of cells that hold at least one variant:
// column Bin of Chromosome covers positions [Bin, Bin+1)·bin_width, the run
// covers −log10 P in [From, To+1)·y_step.
type ManhattanCells struct {
	Chromosome []int `json:"chromosome"`
	Bin        []int `json:"bin"`
	From       []int `json:"from"`
	To         []int `json:"to"`
}

// GenomePoints are single variants in genome order.
type GenomePoints struct {
	Chromosome []int     `json:"chromosome"`
	Position   []int32   `json:"position"` // 1-based
	Y          []float64 `json:"y"`
}

// TopVariants are the strongest variants, strongest first, with the facts that
// hover shows. Numbers that are not known are null.
type TopVariants struct {
	Chromosome   []int      `json:"chromosome"`
	Position     []int32    `json:"position"`
	Y            []float64  `json:"y"`
	RSID         []string   `json:"rsid"` // empty when there is none
	EffectAllele []string   `json:"effect_allele"`
	OtherAllele  []string   `json:"other_allele"`
	Beta         []*float64 `json:"beta"`
	SE           []*float64 `json:"standard_error"`
	EAF          []*float64 `json:"effect_allele_frequency"`
	N            []*float64 `json:"n"`
}

// Data returns the reduction of the rows added so far; dict has the text of long alleles. The
// accumulator must not be used afterwards.
func (m *Manhattan) Data(dict *variant.Dict) *ManhattanData {
	d := &ManhattanData{
		Build: string(m.opt.Build), N: m.n, MaxY: round(m.maxY, 3),
		GenomeWide: round(GenomeWide, 5), Suggestive: Suggestive,
		Chromosomes: m.axis.visible(m.seen), BinWidth: m.width, YStep: m.opt.YStep,
	}
	d.Cells = m.runs()
	points := m.strong.items
	for _, cols := range m.columns {
		for i := range cols {
			points = append(points, cols[i].best.items...)
		}
	}
	slices.SortFunc(points, func(a, b sumstats.Row) int {
		return cmp.Or(cmp.Compare(a.Chromosome, b.Chromosome), cmp.Compare(a.Position, b.Position),
			cmp.Compare(a.NegLog10P, b.NegLog10P))
	})
	d.Points = genomePoints(points)
	if missing := m.opt.Quiet - len(points); missing > 0 {
		slices.SortFunc(m.quiet.items, byStrength)
		points = append(points, m.quiet.items[:min(missing, m.quiet.Len())]...)
	}
	slices.SortFunc(points, byStrength)
	d.Top = topVariants(points[:min(m.opt.Top, len(points))], dict)
	return d
}

func byStrength(a, b sumstats.Row) int {
	if stronger(&a, &b) {
		return -1
	}
	return 1
}

func (m *Manhattan) runs() ManhattanCells {
	cells := ManhattanCells{Chromosome: []int{}, Bin: []int{}, From: []int{}, To: []int{}}
	for code, cols := range m.columns {
		for bin := range cols {
			words := cols[bin].cells
			for cell := 0; cell < len(words)*64; cell++ {
				if words[cell>>6]>>(cell&63)&1 == 0 {
					continue
				}
				from := cell
				for cell+1 < len(words)*64 && words[(cell+1)>>6]>>((cell+1)&63)&1 == 1 {
					cell++
				}
				cells.Chromosome = append(cells.Chromosome, code)
				cells.Bin = append(cells.Bin, bin)
				cells.From = append(cells.From, from)
				cells.To = append(cells.To, cell)
			}
		}
	}
	return cells
}

func genomePoints(rows []sumstats.Row) GenomePoints {
	p := GenomePoints{
		Chromosome: make([]int, len(rows)),
		Position:   make([]int32, len(rows)),
		Y:          make([]float64, len(rows)),
	}
	for i := range rows {
		p.Chromosome[i] = int(rows[i].Chromosome)
		p.Position[i] = rows[i].Position
		p.Y[i] = round(rows[i].NegLog10P, 3)
	}
	return p
}

func topVariants(rows []sumstats.Row, dict *variant.Dict) TopVariants {
	n := len(rows)
	t := TopVariants{
		Chromosome: make([]int, n), Position: make([]int32, n), Y: make([]float64, n),
		RSID: make([]string, n), EffectAllele: make([]string, n), OtherAllele: make([]string, n),
		Beta: make([]*float64, n), SE: make([]*float64, n), EAF: make([]*float64, n), N: make([]*float64, n),
	}
	for i := range rows {
		r := &rows[i]
		t.Chromosome[i], t.Position[i], t.Y[i] = int(r.Chromosome), r.Position, round(r.NegLog10P, 4)
		if r.RSID > 0 {
			t.RSID[i] = "rs" + strconv.FormatUint(r.RSID, 10)
		}
		t.EffectAllele[i] = string(dict.Append(nil, r.EA))
		t.OtherAllele[i] = string(dict.Append(nil, r.OA))
		t.Beta[i], t.SE[i] = finite(round(r.Beta, 6)), finite(round(r.SE, 6))
		t.EAF[i], t.N[i] = finite(round(r.EAF, 5)), finite(round(r.N, 1))
	}
	return t
}
