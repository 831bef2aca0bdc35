package plot

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"

	"cohortium/internal/platform/phrase"
)

// The light palette of the product, so that a figure looks the same on paper
// and on the page.
const (
	inkSurface = "#ffffff"
	inkLine    = "#e3e6eb"
	inkStrong  = "#cfd5dd"
	inkText    = "#16202c"
	inkMuted   = "#5b6776"
	inkBrand   = "#2f4bd8"
	inkSecond  = "#98a3b8"
	inkHit     = "#d1495b"
	inkWarn    = "#8a5300"
	inkInfo    = "#0b63a5"
)

// figure is an SVG with one pair of axes. Data coordinates run from x0 to x1
// and y0 to y1 inside the frame.
type figure struct {
	buf                      bytes.Buffer
	width, height            float64
	left, right, top, bottom float64
	x0, x1, y0, y1           float64
}

// newFigure starts a figure; title is read to people who cannot see it, note is at the upper right.
func newFigure(width, height float64, title, note string) *figure {
	f := &figure{width: width, height: height, left: 56, right: 18, top: 40, bottom: 48, x1: 1, y1: 1}
	fmt.Fprintf(&f.buf, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]g %[2]g" width="%[1]g" height="%[2]g" `+
		`role="img" font-family="Inter, Helvetica, Arial, sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&f.buf, "<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(&f.buf, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", inkSurface)
	f.text(16, 22, "start", inkText, title, `font-size="15" font-weight="600"`)
	f.text(width-f.right, 22, "end", inkMuted, note, "")
	return f
}

func (f *figure) text(x, y float64, anchor, ink, text, more string) {
	if text == "" {
		return
	}
	fmt.Fprintf(&f.buf, `<text x="%s" y="%s" text-anchor="%s" fill="%s" %s>%s</text>`+"\n",
		coordinate(x), coordinate(y), anchor, ink, more, html.EscapeString(text))
}

// px and py turn data coordinates into the figure's.
func (f *figure) px(x float64) float64 {
	return f.left + (x-f.x0)/(f.x1-f.x0)*(f.width-f.left-f.right)
}

func (f *figure) py(y float64) float64 {
	return f.height - f.bottom - (y-f.y0)/(f.y1-f.y0)*(f.height-f.top-f.bottom)
}

// coordinate writes one decimal, a tenth of a pixel.
func coordinate(x float64) string { return string(appendCoordinate(nil, x)) }

func appendCoordinate(dst []byte, x float64) []byte {
	dst = strconv.AppendFloat(dst, x, 'f', 1, 64)
	return bytes.TrimSuffix(dst, []byte(".0"))
}

// yAxis draws grid lines, their numbers and the title.
func (f *figure) yAxis(label string) {
	for _, tick := range ticks(f.y0, f.y1, 5) {
		y := f.py(tick)
		f.line(f.left, y, f.width-f.right, y, inkLine, "")
		f.text(f.left-8, y+4, "end", inkMuted, number(tick), "")
	}
	middle := (f.top + f.height - f.bottom) / 2
	f.text(0, 0, "middle", inkMuted, label, fmt.Sprintf(`transform="translate(16 %s) rotate(-90)"`, coordinate(middle)))
}

// xAxis draws the numbers below the frame, and the title.
func (f *figure) xAxis(label string) {
	for _, tick := range ticks(f.x0, f.x1, 5) {
		f.text(f.px(tick), f.height-f.bottom+18, "middle", inkMuted, number(tick), "")
	}
	f.xTitle(label)
}

func (f *figure) xTitle(label string) {
	f.line(f.left, f.height-f.bottom, f.width-f.right, f.height-f.bottom, inkStrong, "")
	f.text((f.left+f.width-f.right)/2, f.height-10, "middle", inkMuted, label, "")
}

// line draws between two places of the figure.
func (f *figure) line(x1, y1, x2, y2 float64, ink, dash string) {
	if dash != "" {
		dash = ` stroke-dasharray="` + dash + `"`
	}
	fmt.Fprintf(&f.buf, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s"%s/>`+"\n",
		coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2), ink, dash)
}

// slope draws y = x + shift inside the frame, dashed.
func (f *figure) slope(shift float64, ink string) {
	from := max(f.x0, f.y0-shift)
	to := min(f.x1, f.y1-shift)
	if from < to {
		f.line(f.px(from), f.py(from+shift), f.px(to), f.py(to+shift), ink, "3 3")
	}
}

// level draws a dashed horizontal line with its name in the right margin.
func (f *figure) level(y float64, ink, name string) {
	if y > f.y1 {
		return
	}
	f.line(f.left, f.py(y), f.width-f.right, f.py(y), ink, "5 4")
	f.text(f.width-f.right+4, f.py(y)+4, "start", ink, name, `font-size="10"`)
}

// path is a growing list of drawing commands of one colour.
type path struct{ d []byte }

func (p *path) command(c byte, numbers ...float64) {
	p.d = append(p.d, c)
	for i, x := range numbers {
		if i > 0 {
			p.d = append(p.d, ' ')
		}
		p.d = appendCoordinate(p.d, x)
	}
}

// dot adds one round point; the path is stroked with round caps.
func (p *path) dot(x, y float64) {
	p.command('M', x, y)
	p.d = append(p.d, "h0"...)
}

// box adds a filled rectangle.
func (p *path) box(x, y, width, height float64) {
	p.command('M', x, y)
	p.command('h', width)
	p.command('v', height)
	p.command('h', -width)
	p.d = append(p.d, 'z')
}

func (f *figure) dots(p *path, ink string, size, opacity float64) {
	if len(p.d) > 0 {
		fmt.Fprintf(&f.buf, `<path d="%s" fill="none" stroke="%s" stroke-width="%g" stroke-linecap="round" stroke-opacity="%g"/>`+"\n",
			p.d, ink, size, opacity)
	}
}

func (f *figure) area(p *path, ink string, opacity float64) {
	if len(p.d) > 0 {
		fmt.Fprintf(&f.buf, `<path d="%s" fill="%s" fill-opacity="%g"/>`+"\n", p.d, ink, opacity)
	}
}

// curve draws a line through data points.
func (f *figure) curve(xs, ys []float64, ink string, width float64) {
	var p path
	for i := range xs {
		if i == 0 {
			p.command('M', f.px(xs[i]), f.py(ys[i]))
		} else {
			p.command('L', f.px(xs[i]), f.py(ys[i]))
		}
	}
	if len(p.d) > 0 {
		fmt.Fprintf(&f.buf, `<path d="%s" fill="none" stroke="%s" stroke-width="%g" stroke-linejoin="round"/>`+"\n", p.d, ink, width)
	}
}

// empty reports that there is nothing to draw.
func (f *figure) empty(sentence string) {
	f.text((f.left+f.width-f.right)/2, (f.top+f.height-f.bottom)/2, "middle", inkMuted, sentence, "")
}

// writeTo ends the figure and writes it.
func (f *figure) writeTo(w io.Writer) error {
	f.buf.WriteString("</svg>\n")
	if _, err := w.Write(f.buf.Bytes()); err != nil {
		return fmt.Errorf("plot: write SVG: %w", err)
	}
	return nil
}

// ticks returns about n round numbers within [from, to].
func ticks(from, to float64, n int) []float64 {
	span := to - from
	if !(span > 0) || math.IsInf(span, 0) {
		return nil
	}
	step := math.Pow(10, math.Floor(math.Log10(span/float64(n))))
	for _, factor := range []float64{1, 2, 5, 10} {
		if span/(step*factor) <= float64(n) {
			step *= factor
			break
		}
	}
	var out []float64
	for k := math.Ceil(from/step - 1e-9); k*step <= to+step*1e-9; k++ {
		out = append(out, k*step+0) // no negative zero
	}
	return out
}

// number writes a tick without binary dust.
func number(x float64) string {
	if math.Abs(x) >= 1000 && x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return phrase.Thousands(int64(x))
	}
	return strconv.FormatFloat(round(x, 6), 'g', -1, 64)
}
