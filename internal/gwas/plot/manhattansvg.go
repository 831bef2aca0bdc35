package plot

import (
	"fmt"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/phrase"
)

// labelled is the number of strongest places that are labelled in the figure.
const labelled = 8

// SVG draws the reduction as a separate figure.
func (d *ManhattanData) SVG(w io.Writer) error {
	f := newFigure(1100, 360, "Manhattan", phrase.Counted(d.N, "variant", "variants"))
	f.right = 34 // room for the name of the threshold
	f.x1 = max(1, float64(d.Chromosomes.Total))
	f.y1 = max(8, d.MaxY*1.06)
	f.yAxis("−log10 P")
	d.drawChromosomes(f)
	f.level(d.GenomeWide, inkHit, "5e-8")
	offset := d.Chromosomes.offsets()
	d.drawCells(f, offset)
	d.drawPoints(f, offset)
	d.drawLabels(f, offset)
	if d.N == 0 {
		f.empty("No variants to draw.")
	}
	return f.writeTo(w)
}

func (d *ManhattanData) drawChromosomes(f *figure) {
	axis := &d.Chromosomes
	last := -100.0
	for i, name := range axis.Name {
		middle := f.px(float64(axis.Offset[i]) + float64(axis.Length[i])/2)
		if middle-last < 16 {
			continue
		}
		f.text(middle, f.height-f.bottom+18, "middle", inkMuted, name, "")
		last = middle
	}
	f.xTitle("Chromosome, " + buildName(d.Build))
}

func buildName(build string) string {
	if build == "" {
		return "genome build unknown"
	}
	return build
}

// chromosomeInk alternates the two colours over the chromosomes.
func chromosomeInk(code int) int { return (code + 1) % 2 }

var chromosomeInks = [2]string{inkBrand, inkSecond}

func (d *ManhattanData) drawCells(f *figure, offset [genome.MaxChromosome + 1]int64) {
	var boxes [2]path
	perBase := f.px(1) - f.px(0)
	width := max(1.2, perBase*float64(d.BinWidth))
	for i, code := range d.Cells.Chromosome {
		if offset[code] < 0 {
			continue
		}
		x := f.px(float64(offset[code] + int64(d.Cells.Bin[i])*int64(d.BinWidth)))
		high := f.py(float64(d.Cells.To[i]+1) * d.YStep)
		low := f.py(float64(d.Cells.From[i]) * d.YStep)
		boxes[chromosomeInk(code)].box(x, high, width, max(1.2, low-high))
	}
	for i := range boxes {
		f.area(&boxes[i], chromosomeInks[i], 1)
	}
}

func (d *ManhattanData) drawPoints(f *figure, offset [genome.MaxChromosome + 1]int64) {
	var dots [2]path
	for i, code := range d.Points.Chromosome {
		if offset[code] >= 0 {
			x := f.px(float64(offset[code] + int64(d.Points.Position[i])))
			dots[chromosomeInk(code)].dot(x, f.py(d.Points.Y[i]))
		}
	}
	for i := range dots {
		f.dots(&dots[i], chromosomeInks[i], 2.6, 1)
	}
}

// drawLabels names the strongest genome-wide significant places that are far
// enough from each other to be read.
func (d *ManhattanData) drawLabels(f *figure, offset [genome.MaxChromosome + 1]int64) {
	var places []float64
	for i, code := range d.Top.Chromosome {
		if d.Top.Y[i] < GenomeWide || len(places) == labelled {
			break
		}
		x := f.px(float64(offset[code] + int64(d.Top.Position[i])))
		if tooClose(places, x, 70) {
			continue
		}
		places = append(places, x)
		name := d.Top.RSID[i]
		if name == "" {
			name = fmt.Sprintf("%s:%s", genome.Chromosome(code), phrase.Thousands(int64(d.Top.Position[i])))
		}
		anchor := "middle"
		if x > f.width-f.right-40 {
			anchor = "end"
		} else if x < f.left+40 {
			anchor = "start"
		}
		f.text(x, f.py(d.Top.Y[i])-6, anchor, inkText, name, `font-size="10.5"`)
	}
}

func tooClose(places []float64, x, distance float64) bool {
	for _, p := range places {
		if p-x < distance && x-p < distance {
			return true
		}
	}
	return false
}
