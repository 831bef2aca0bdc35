package plot

import (
	"fmt"
	"io"
	"math"

	"cohortium/internal/platform/phrase"
)

// scatterTitles are the headings of the kinds that Kind may name.
var scatterTitles = map[string]string{"eaf": "Frequency against panel", "pz": "P against Z"}

// SVG draws the reduction as a separate figure.
func (d *ScatterData) SVG(w io.Writer) error {
	note := phrase.Counted(d.N, "variant", "variants")
	if d.R != nil {
		note = fmt.Sprintf("r = %.4f, %s", *d.R, note)
	}
	title := scatterTitles[d.Kind]
	if title == "" {
		title = d.Kind
	}
	f := newFigure(520, 520, title, note)
	f.x1, f.y1 = d.limit(), d.limit()
	f.yAxis(d.YLabel)
	f.xAxis(d.XLabel)
	d.drawScatterCells(f)
	f.slope(0, inkMuted)
	if d.Band > 0 {
		f.slope(d.Band, inkHit)
		f.slope(-d.Band, inkHit)
	}
	d.drawScatterPoints(f)
	if d.N == 0 {
		f.empty("Nothing to compare.")
	}
	return f.writeTo(w)
}

// limit returns the end of both axes: that of the cells for frequencies, else what the data need.
func (d *ScatterData) limit() float64 {
	if d.Kind == "eaf" {
		return d.Max
	}
	limit := 1.0
	for i := range d.Points.X {
		limit = max(limit, d.Points.X[i], d.Points.Y[i])
	}
	for _, cells := range d.Cells {
		for i := range cells.X {
			limit = max(limit, float64(max(cells.X[i], cells.Y[i])+1)*d.Step)
		}
	}
	return limit * 1.03
}

// drawScatterCells shades each cell by the logarithm of its count, in four
// steps, so that one path per step is enough.
func (d *ScatterData) drawScatterCells(f *figure) {
	const shades = 4
	var top uint32 = 1
	for _, cells := range d.Cells {
		for _, n := range cells.N {
			top = max(top, n)
		}
	}
	size := max(1.4, f.px(f.x0+d.Step)-f.px(f.x0))
	for _, cells := range d.Cells {
		var boxes [shades]path
		for i, n := range cells.N {
			shade := min(shades-1, int(shades*math.Log1p(float64(n))/math.Log1p(float64(top)+1)))
			boxes[shade].box(f.px(float64(cells.X[i])*d.Step), f.py(float64(cells.Y[i]+1)*d.Step), size, size)
		}
		for shade := range boxes {
			f.area(&boxes[shade], d.ink(cells.Class), 0.35+0.65*float64(shade)/(shades-1))
		}
	}
}

// drawScatterPoints draws single points in the colour of their class, those of the ordinary class
// highlighted, and names the classes.
func (d *ScatterData) drawScatterPoints(f *figure) {
	dots := map[string]*path{inkBrand: {}, inkHit: {}}
	for i, class := range d.Points.Class {
		ink := d.ink(class)
		if class == 0 && d.Points.Marked[i] == 1 {
			ink = inkHit
		}
		if dots[ink] == nil {
			dots[ink] = &path{}
		}
		dots[ink].dot(f.px(d.Points.X[i]), f.py(d.Points.Y[i]))
	}
	for _, ink := range scatterInks {
		if dots[ink] != nil {
			f.dots(dots[ink], ink, 2.8, 0.9)
		}
	}
	y := f.top + 14
	for class, name := range d.Classes {
		if len(d.Classes) > 1 && d.has(class) {
			var mark path
			mark.dot(f.left+18, y-4)
			f.dots(&mark, d.ink(class), 7, 1)
			f.text(f.left+28, y, "start", inkMuted, name, `font-size="11"`)
			y += 15
		}
	}
}

func (d *ScatterData) has(class int) bool {
	for _, cells := range d.Cells {
		if cells.Class == class {
			return true
		}
	}
	for _, c := range d.Points.Class {
		if c == class {
			return true
		}
	}
	return false
}

// scatterInks are the colours of the classes, the ordinary one first, and last that of ordinary
// points that are drawn singly.
var scatterInks = [...]string{inkBrand, inkInfo, inkWarn, inkMuted, inkHit}

func (d *ScatterData) ink(class int) string { return scatterInks[class%4] }
