package plot

import (
	"fmt"
	"io"

	"cohortium/internal/platform/phrase"
)

var stratumInks = []string{inkBrand, inkHit, inkWarn, inkInfo, inkSecond, inkMuted}

// SVG draws the reduction as a separate figure.
func (d *QQData) SVG(w io.Writer) error {
	note := ""
	if d.Lambda != nil {
		note = fmt.Sprintf("λ = %.3f", *d.Lambda)
	}
	if d.Lambda1000 != nil {
		note += fmt.Sprintf(", λ1000 = %.3f", *d.Lambda1000)
	}
	f := newFigure(520, 520, "QQ", note)
	if len(d.Series) == 0 {
		f.yAxis("observed −log10 P")
		f.xAxis("expected −log10 P")
		f.empty("No P values to draw.")
		return f.writeTo(w)
	}
	all := &d.Series[0]
	f.x1 = all.Expected[0] * 1.05
	f.y1 = max(all.Observed[0], d.Band.Upper[0]) * 1.05
	f.yAxis("observed −log10 P")
	f.xAxis("expected −log10 P")
	d.drawBand(f)
	f.slope(0, inkMuted)
	for i := len(d.Series) - 1; i > 0; i-- {
		s := &d.Series[i]
		f.curve(s.Expected, s.Observed, stratumInks[i%len(stratumInks)], 1.4)
	}
	var dots path
	for i := range all.Expected {
		dots.dot(f.px(all.Expected[i]), f.py(all.Observed[i]))
	}
	f.dots(&dots, inkBrand, 3.4, 1)
	d.drawLegend(f)
	return f.writeTo(w)
}

func (d *QQData) drawBand(f *figure) {
	var p path
	b := &d.Band
	for i := range b.Expected {
		command := byte('L')
		if i == 0 {
			command = 'M'
		}
		p.command(command, f.px(b.Expected[i]), f.py(b.Upper[i]))
	}
	for i := len(b.Expected) - 1; i >= 0; i-- {
		p.command('L', f.px(b.Expected[i]), f.py(b.Lower[i]))
	}
	f.area(&p, inkStrong, 0.6)
}

func (d *QQData) drawLegend(f *figure) {
	y := f.top + 14
	for i := range d.Series {
		s := &d.Series[i]
		ink := stratumInks[i%len(stratumInks)]
		f.line(f.left+12, y-4, f.left+26, y-4, ink, "")
		label := fmt.Sprintf("%s, n = %s", s.Name, phrase.Thousands(s.N))
		if s.Lambda != nil {
			label = fmt.Sprintf("%s, λ = %.3f", label, *s.Lambda)
		}
		f.text(f.left+32, y, "start", inkMuted, label, `font-size="11"`)
		y += 15
	}
}
