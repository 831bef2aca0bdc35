package plot

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files")

// study returns n rows of a null scan with three peaks.
func study(n int) []sumstats.Row {
	random := rand.New(rand.NewPCG(1, 2))
	rows := make([]sumstats.Row, n)
	for i := range rows {
		c := genome.Chromosome(1 + random.IntN(23))
		r := sumstats.Row{
			Chromosome: c, Position: 1 + random.Int32N(c.Length(genome.GRCh37)),
			EA: variant.A, OA: variant.G, RSID: uint64(i + 1),
			Beta: 0.1, SE: 0.05, EAF: random.Float64(), N: 1000,
			NegLog10P: -math.Log10(1 - random.Float64()),
		}
		if i%50 == 0 {
			r.Chromosome, r.Position = genome.Chromosome(1+i%3), 50_000_000+random.Int32N(500_000)
			r.NegLog10P += 20 * random.Float64()
		}
		rows[i] = r
	}
	return rows
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

type drawing interface{ SVG(io.Writer) error }

func figures(rows []sumstats.Row) map[string]drawing {
	m := NewManhattan(ManhattanOptions{Build: genome.GRCh37, Bins: 200, MaxPoints: 20, PerBin: 2, Top: 5})
	q := NewQQ(QQOptions{Strata: []string{"MAF < 5 %", "MAF ≥ 5 %"}, Points: 10})
	s := NewScatter(ScatterOptions{Kind: "eaf", XLabel: "panel", YLabel: "study", Max: 1, Cells: 20,
		Classes: []string{"as is", "swapped"}, MaxPoints: 20, Band: 0.2})
	h := NewHistogram(HistogramName{Key: "info", Name: "Imputation quality", From: "clean"}, 0, 1.2, 12)
	for i := range rows {
		r := &rows[i]
		m.Add(r)
		stratum := 0
		if r.EAF > 0.05 && r.EAF < 0.95 {
			stratum = 1
		}
		q.Add(r.NegLog10P, stratum)
		panel := r.EAF
		if i%40 == 0 {
			panel = 1 - r.EAF
		}
		s.Add(r, panel, r.EAF, i%2, math.Abs(panel-r.EAF) > 0.2)
		h.Add(r.EAF)
	}
	qq := q.Data()
	qq.Correct("GC lambda", 1.1, true)
	return map[string]drawing{"manhattan": m.Data(variant.NewDict()), "qq": qq, "eaf": s.Data(), "histograms": NewHistograms(h)}
}

func TestFiguresEqualGoldens(t *testing.T) {
	for name, figure := range figures(study(600)) {
		t.Run(name, func(t *testing.T) {
			var svg bytes.Buffer
			if err := figure.SVG(&svg); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".svg", svg.Bytes())
			data, err := json.Marshal(figure)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".json", append(data, '\n'))
		})
	}
}

func TestFiguresAreWellFormedWithoutRows(t *testing.T) {
	for name, figure := range figures(nil) {
		t.Run(name, func(t *testing.T) {
			var svg bytes.Buffer
			if err := figure.SVG(&svg); err != nil {
				t.Fatal(err)
			}
			decoder := xml.NewDecoder(&svg)
			for {
				if _, err := decoder.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if _, err := json.Marshal(figure); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestFiguresIgnoreTheOrderOfRows(t *testing.T) {
	rows := study(3000)
	want := figures(rows)
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	got := figures(rows)
	for _, name := range []string{"manhattan", "qq", "info"} {
		if diff := cmp.Diff(want[name], got[name], cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s depends on the order of rows:\n%s", name, diff)
		}
	}
}

// TestManhattanCoversEveryRow reports that each variant is either a point or is in a filled cell.
func TestManhattanCoversEveryRow(t *testing.T) {
	rows := study(5000)
	m := NewManhattan(ManhattanOptions{Build: genome.GRCh37, Bins: 300, MaxPoints: 30, PerBin: 2})
	for i := range rows {
		m.Add(&rows[i])
	}
	d := m.Data(variant.NewDict())
	type place struct {
		c int
		p int32
		y float64
	}
	points := map[place]bool{}
	for i := range d.Points.Y {
		points[place{d.Points.Chromosome[i], d.Points.Position[i], d.Points.Y[i]}] = true
	}
	for i := range rows {
		r := &rows[i]
		if points[place{int(r.Chromosome), r.Position, round(r.NegLog10P, 3)}] {
			continue
		}
		if !covered(d, r) {
			t.Fatalf("row %+v is neither a point nor in a cell", *r)
		}
	}
	if got := len(d.Points.Y); got < 30 || got > 30+2*300 {
		t.Errorf("%d points stand alone", got)
	}
}

func covered(d *ManhattanData, r *sumstats.Row) bool {
	for i := range d.Cells.Bin {
		if d.Cells.Chromosome[i] == int(r.Chromosome) && d.Cells.Bin[i] == int(r.Position/d.BinWidth) &&
			float64(d.Cells.From[i])*d.YStep <= r.NegLog10P+1e-9 && r.NegLog10P < float64(d.Cells.To[i]+1)*d.YStep+1e-9 {
			return true
		}
	}
	return false
}

func TestManhattanKeepsTheStrongest(t *testing.T) {
	rows := study(5000)
	m := NewManhattan(ManhattanOptions{Build: genome.GRCh37, MaxPoints: 10, PerBin: 1, Top: 3})
	for i := range rows {
		m.Add(&rows[i])
	}
	d := m.Data(variant.NewDict())
	if len(d.Top.Y) != 3 || d.Top.Y[0] != round(d.MaxY, 4) && math.Abs(d.Top.Y[0]-d.MaxY) > 1e-3 {
		t.Errorf("top %v, maximum %v", d.Top.Y, d.MaxY)
	}
	if d.Top.EffectAllele[0] != "A" || d.Top.RSID[0] == "" {
		t.Errorf("top has no facts: %+v", d.Top)
	}
}

func TestManhattanHasATableWithoutPeaks(t *testing.T) {
	m := NewManhattan(ManhattanOptions{Build: genome.GRCh37, Quiet: 3})
	for i, y := range []float64{0.5, 3.9, 1, 6, 2, 0.1} {
		m.Add(&sumstats.Row{Chromosome: 1, Position: int32(i + 1), NegLog10P: y})
	}
	d := m.Data(variant.NewDict())
	if diff := cmp.Diff([]float64{6, 3.9, 2}, d.Top.Y); diff != "" {
		t.Errorf("top (-want +got):\n%s", diff)
	}
	if len(d.Points.Y) != 1 {
		t.Errorf("%d points stand alone, want the peak only", len(d.Points.Y))
	}
}

func TestManhattanSkipsRowsItCannotPlace(t *testing.T) {
	m := NewManhattan(ManhattanOptions{Build: genome.GRCh38})
	for _, r := range []sumstats.Row{
		{Position: 1, NegLog10P: 1},
		{Chromosome: 1, NegLog10P: 1},
		{Chromosome: 1, Position: 1, NegLog10P: math.NaN()},
		{Chromosome: 1, Position: 1, NegLog10P: math.Inf(1)},
	} {
		m.Add(&r)
	}
	m.Add(&sumstats.Row{Chromosome: genome.MT, Position: 20_000, NegLog10P: 1e7}) // past the end, off the scale
	if d := m.Data(variant.NewDict()); d.N != 1 || len(d.Points.Y) != 1 {
		t.Errorf("took %d rows, %d points", d.N, len(d.Points.Y))
	}
}

func TestQQLambdaEqualsStat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 30), 1, 300).Draw(t, "values")
		q := NewQQ(QQOptions{Strata: []string{"a", "b", "c"}})
		for i, y := range values {
			q.Add(y, i%3)
		}
		var all stat.Lambda
		for _, y := range values {
			z := stat.ZFromNegLog10P(y)
			all.Add(z * z)
		}
		want := all.Value()
		if got := q.Lambda(); math.Abs(got-want) > 1e-12*max(1, want) {
			t.Fatalf("lambda %v, want %v", got, want)
		}
	})
}

func TestQQBandAndQuantiles(t *testing.T) {
	q := NewQQ(QQOptions{})
	for _, p := range []float64{0.001, 0.02, 0.1, 0.3, 0.45, 0.6, 0.9} {
		q.Add(-math.Log10(p), 0)
	}
	d := q.Data()
	approx := cmpopts.EquateApprox(0, 6e-5)
	negLog := func(x float64) float64 { return -math.Log10(x) }
	if diff := cmp.Diff([]float64{negLog(0.0862068966), negLog(0.2241379310), negLog(0.3620689655), negLog(0.5)},
		d.Series[0].Expected[:4], approx); diff != "" {
		t.Error(diff)
	}
	got := []float64{d.Band.Lower[0], d.Band.Upper[0], *d.Lambda}
	if diff := cmp.Diff([]float64{negLog(0.4096163972), negLog(0.0036102969), 2.3611962381}, got, approx); diff != "" {
		t.Error(diff)
	}
	d.Correct("GC lambda", q.Lambda(), true)
	if diff := cmp.Diff(negLog(0.1300410992), d.Series[1].Observed[1], cmpopts.EquateApprox(0, 1e-4)); diff != "" {
		t.Error(diff)
	}
}

func TestQQThinsLargeScans(t *testing.T) {
	q := NewQQ(QQOptions{})
	const n = 300_000
	for i := 1; i <= n; i++ {
		q.Add(-math.Log10(stat.ExpectedQuantile(i, n)), 0)
	}
	d := q.Data()
	if len(d.Series[0].Expected) > 1200 {
		t.Errorf("%d points", len(d.Series[0].Expected))
	}
	if diff := cmp.Diff(d.Series[0].Expected, d.Series[0].Observed, cmpopts.EquateApprox(0, 1e-3)); diff != "" {
		t.Errorf("a uniform scan leaves the identity:\n%s", diff)
	}
	for i, e := range d.Band.Expected {
		if d.Band.Lower[i] > e+1e-4 || d.Band.Upper[i] < e-1e-4 {
			t.Errorf("band %v–%v misses %v", d.Band.Lower[i], d.Band.Upper[i], e)
		}
	}
}

func TestScatterCountsEveryPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 400).Draw(t, "n")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		s := NewScatter(ScatterOptions{Kind: "pz", Max: 10, Cells: 10, MaxPoints: 25})
		far := int64(0)
		for i := range n {
			x, y := 12*random.Float64(), 12*random.Float64()
			if x > 10 || y > 10 {
				far++
			}
			s.Add(&sumstats.Row{Chromosome: 1, Position: int32(i)}, x, y, 0, random.IntN(5) == 0)
		}
		d := s.Data()
		total := int64(len(d.Points.X))
		for _, cells := range d.Cells {
			for _, c := range cells.N {
				total += int64(c)
			}
		}
		if d.N != int64(n) || total > d.N || total < d.N-far {
			t.Fatalf("%d points added, %d in the data, %d of them far", n, total, far)
		}
	})
}

func TestCorrelation(t *testing.T) {
	var c Correlation
	for _, p := range [][2]float64{{1, 2}, {2, 1}, {3, 4}, {4, 3}, {5, 5}} {
		c.Add(p[0], p[1])
	}
	if got := c.R(); math.Abs(got-0.8) > 1e-12 {
		t.Errorf("r = %v, want 0.8", got)
	}
	var flat Correlation
	flat.Add(1, 1)
	flat.Add(1, 2)
	if !math.IsNaN(flat.R()) {
		t.Errorf("r of a constant = %v", flat.R())
	}
}

func TestSENPoint(t *testing.T) {
	p := NewSENPoint(math.Sqrt(2), math.Sqrt(2)/100, 10_000, math.NaN(), 5)
	if *p.X != 100 || math.Abs(*p.Y-100) > 1e-9 || math.Abs(*p.Ratio-1) > 1e-9 || p.Scale != "linear" {
		t.Errorf("linear: %+v", p)
	}
	if p := NewSENPoint(2, 0.1, 500, 1600, 5); *p.X != 20 || *p.Y != 20 || p.Scale != "log_odds" {
		t.Errorf("log odds: %+v", p)
	}
	if p := NewSENPoint(math.NaN(), math.NaN(), math.NaN(), math.NaN(), 0); p.X != nil || p.Y != nil || p.Ratio != nil {
		t.Errorf("unknown: %+v", p)
	}
}

func TestTicks(t *testing.T) {
	for name, test := range map[string]struct {
		from, to float64
		want     []float64
	}{
		"unit":   {0, 1, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		"eight":  {0, 8, []float64{0, 2, 4, 6, 8}},
		"sixty":  {0, 61, []float64{0, 20, 40, 60}},
		"nought": {1, 1, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, ticks(test.from, test.to, 5), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
