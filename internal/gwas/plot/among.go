package plot

import (
	"fmt"
	"math"

	"cohortium/internal/platform/phrase"
)

// Among compares a file with others of its phenotype, by scale, sample size and inflation.
type Among struct {
	Own    Placed
	Others []Placed
}

// Placed is the position of a file in the figures.
type Placed struct {
	Name     string
	Accepted bool
	Lambda   *float64
	SEN      SENPoint
}

// size returns the size that λ grows with: effective N of cases and controls, else the largest N.
func (p Placed) size() *float64 {
	if p.SEN.NEffective != nil {
		return p.SEN.NEffective
	}
	return p.SEN.NMax
}

// spot is a file in a figure.
type spot struct {
	x, y     float64
	accepted bool
}

// SEN draws the SE–N plot: on the identity where N, effects and their scale fit together.
// It is nil while the file itself has no place; others on another scale are left out.
func (a *Among) SEN() []byte {
	at := func(p Placed) (spot, bool) {
		if p.SEN.X == nil || p.SEN.Y == nil || p.SEN.Scale != a.Own.SEN.Scale {
			return spot{}, false
		}
		return spot{*p.SEN.X, *p.SEN.Y, p.Accepted}, true
	}
	own, placed := at(a.Own)
	if !placed {
		return nil
	}
	others := spots(a.Others, at)
	note := ""
	if ratio := a.Own.SEN.Ratio; ratio != nil {
		note = fmt.Sprintf("ratio %.2f, 1 is expected", *ratio)
	}
	f := newAmong("SE against N", note)
	for _, s := range append(others, own) {
		f.x1 = max(f.x1, s.x*1.15, s.y*1.15)
	}
	f.y1 = f.x1
	f.yAxis("c / median SE")
	if a.Own.SEN.Scale == logOdds {
		f.xAxis("√N eff / 2")
	} else {
		f.xAxis("√N")
	}
	f.slope(0, inkMuted)
	return f.files(own, others)
}

// Lambda draws the inflation of each file against its size. It is nil while the file itself has no
// place or is the only one.
func (a *Among) Lambda() []byte {
	at := func(p Placed) (spot, bool) {
		size := p.size()
		if size == nil || p.Lambda == nil {
			return spot{}, false
		}
		return spot{*size, *p.Lambda, p.Accepted}, true
	}
	own, placed := at(a.Own)
	others := spots(a.Others, at)
	if !placed || len(others) == 0 {
		return nil
	}
	f := newAmong("λ against N", "grows with N for a polygenic trait")
	f.y0, f.y1 = 0.95, 1.1
	for _, s := range append(others, own) {
		f.x1 = max(f.x1, s.x*1.15)
		f.y0, f.y1 = min(f.y0, math.Floor(s.y*20-0.2)/20), max(f.y1, math.Ceil(s.y*20+0.2)/20)
	}
	f.y1 += 0.12 * (f.y1 - f.y0) // for the name of the topmost
	f.yAxis("λ")
	if a.Own.SEN.NEffective != nil {
		f.xAxis("effective N")
	} else {
		f.xAxis("largest N")
	}
	f.line(f.left, f.py(1), f.width-f.right, f.py(1), inkMuted, "3 3")
	return f.files(own, others)
}

// newAmong starts a figure with a line below its frame that explains the colours, where no point
// is.
func newAmong(title, note string) *figure {
	f := newFigure(520, 540, title, note)
	f.bottom += 20
	return f
}

func spots(files []Placed, at func(Placed) (spot, bool)) []spot {
	var out []spot
	for _, file := range files {
		if s, placed := at(file); placed {
			out = append(out, s)
		}
	}
	return out
}

// files draws the others, this file on top of them with its name, and what the colours
// mean.
func (f *figure) files(own spot, others []spot) []byte {
	x, y := f.left+18, f.height-28
	for _, kind := range []struct {
		accepted  bool
		ink, name string
	}{{false, inkSecond, "not accepted"}, {true, inkBrand, "accepted"}} {
		var dots, mark path
		count := int64(0)
		for _, s := range others {
			if s.accepted == kind.accepted {
				dots.dot(f.px(s.x), f.py(s.y))
				count++
			}
		}
		if count == 0 {
			continue
		}
		f.dots(&dots, kind.ink, 7, 1)
		mark.dot(x, y-4)
		f.dots(&mark, kind.ink, 7, 1)
		f.text(x+10, y, "start", inkMuted, phrase.Counted(count, "other file", "other files")+", "+kind.name, `font-size="11"`)
		x += 200
	}
	var this path
	this.dot(f.px(own.x), f.py(own.y))
	f.dots(&this, inkHit, 9, 1)
	f.text(f.px(own.x), f.py(own.y)-9, "middle", inkText, "this file", `font-weight="600"`)
	f.buf.WriteString("</svg>\n")
	return f.buf.Bytes()
}
