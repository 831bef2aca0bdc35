package plot

import (
	"io"

	"cohortium/internal/gwas/stat"
)

// SVG draws the reduction as a figure of its own.
func (d *HistogramData) SVG(w io.Writer) error {
	f := newFigure(520, 300, d.Name, stat.Counted(d.N, "value", "values"))
	f.x1 = d.Max
	f.y1 = 1
	for _, n := range d.Counts {
		f.y1 = max(f.y1, float64(n)*1.05)
	}
	f.left = 82 // counts are long
	f.yAxis("variants")
	f.xAxis(d.Name)
	var bars path
	width := f.px(d.Max/float64(len(d.Counts))) - f.px(0)
	for i, n := range d.Counts {
		if n > 0 {
			high := f.py(float64(n))
			bars.box(f.px(float64(i)*d.Max/float64(len(d.Counts)))+0.5, high, max(1, width-1), f.py(0)-high)
		}
	}
	f.area(&bars, inkBrand, 1)
	if d.N == 0 {
		f.empty("No values to draw.")
	}
	return f.writeTo(w)
}
