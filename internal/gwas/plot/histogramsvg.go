package plot

import (
	"bytes"
	"fmt"
	"io"

	"cohortium/internal/platform/phrase"
)

const (
	histogramWidth  = 380
	histogramHeight = 230
	histogramsAbove = 3 // next to each other
)

// Histograms are those of one file, as small multiples.
type Histograms struct {
	N     int64            `json:"n"` // values of the one with most
	Items []*HistogramData `json:"items"`
}

// NewHistograms puts together those that hold a value.
func NewHistograms(all ...*Histogram) *Histograms {
	h := &Histograms{Items: []*HistogramData{}}
	for _, one := range all {
		if one.n > 0 {
			h.Items = append(h.Items, one.Data())
			h.N = max(h.N, one.n)
		}
	}
	return h
}

// SVG draws them in one figure.
func (h *Histograms) SVG(w io.Writer) error {
	var buf bytes.Buffer
	lines := (len(h.Items) + histogramsAbove - 1) / histogramsAbove
	width, height := histogramsAbove*histogramWidth, max(1, lines)*histogramHeight
	fmt.Fprintf(&buf, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d" role="img">`+
		"\n<title>Histograms</title>\n", width, height)
	for i, d := range h.Items {
		fmt.Fprintf(&buf, `<g transform="translate(%d %d)">`+"\n", i%histogramsAbove*histogramWidth, i/histogramsAbove*histogramHeight)
		if err := d.SVG(&buf); err != nil {
			return err
		}
		buf.WriteString("</g>\n")
	}
	buf.WriteString("</svg>\n")
	_, err := w.Write(buf.Bytes())
	return err
}

// SVG draws the reduction as a separate figure.
func (d *HistogramData) SVG(w io.Writer) error {
	f := newFigure(histogramWidth, histogramHeight, d.Name, d.description())
	f.x0, f.x1 = d.Min, d.Min+d.Step*float64(len(d.Counts))
	f.y1 = 1
	for _, n := range d.Counts {
		f.y1 = max(f.y1, float64(n)*1.05)
	}
	f.left = 82 // counts are long
	f.yAxis("variants")
	f.xAxis("")
	var bars path
	width := f.px(d.Min+d.Step) - f.px(d.Min)
	for i, n := range d.Counts {
		if n > 0 {
			high := f.py(float64(n))
			bars.box(f.px(d.Min+float64(i)*d.Step)+0.5, high, max(1, width-1), f.py(0)-high)
		}
	}
	f.area(&bars, inkBrand, 1)
	if d.Mark != nil && *d.Mark > f.x0 && *d.Mark < f.x1 {
		f.line(f.px(*d.Mark), f.top, f.px(*d.Mark), f.py(0), inkHit, "5 4")
	}
	return f.writeTo(w)
}

// description returns a sentence with the number of values, and what is beyond the axis.
func (d *HistogramData) description() string {
	text := phrase.Counted(d.N, "value", "values")
	if d.Below+d.Above > 0 {
		text += ", " + phrase.Thousands(d.Below+d.Above) + " beyond"
	}
	return text
}
