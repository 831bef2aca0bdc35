package recognise

import (
	"bytes"
	"math"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// profile describes the sampled values of one column.
type profile struct {
	name, normalised string
	rows, missing    int
	numbers          int // cells that are finite numbers
	integers         int
	commas           int // numbers with commas or blanks, and lists of numbers
	min, max         float64
	inUnit           int // numbers from 0 to 1
	negative         int
	zeros            int
	aboveOne         int
	rs               int // rs identifiers
	chrPos           int // chr:pos and nothing more
	chrPosAlleles    int // chr:pos:a:b
	rsPos            int // an rs number and a position, rs123:456
	rsPosAlleles     int // the same with alleles, rs123:456:A:G
	compound         int // an effect with its interval or error, 1.05 (1.01-1.09)
	intervals        int // both ends of one, 1.01-1.09
	chromosomes      int
	positions        int // whole numbers above 1000
	bases            int // alleles in letters
	numbered         int // 1–4
	threeFour        int // of them 3 or 4
	symbols          int // I, D, R, <DEL> and the like
	several          int // alleles of several alternates, A,T
	pairs            int // two alleles in one cell, A/G or ["A","G"]
	trues            int // TRUE, which a T may have become
	limits           int // a P that is given as a limit, <2.2e-16
	additive         int // names of the additive model
	examples         []string
}

// present returns the number of values that are not missing.
func (c *profile) present() int { return c.rows - c.missing }

// share returns n as a fraction of the values that are present.
func (c *profile) share(n int) float64 {
	if c.present() == 0 {
		return 0
	}
	return float64(n) / float64(c.present())
}

// profileColumns looks at every column of the sample.
func profileColumns(l *sumstats.Layout, s *sample) []profile {
	profiles := make([]profile, len(l.Header))
	for i, name := range l.Header {
		profiles[i] = profileColumn(i, name, s)
	}
	return profiles
}

// profileColumn looks at one column of the sample.
func profileColumn(i int, name string, s *sample) profile {
	c := profile{name: name, normalised: normaliseHeader(name), min: math.NaN(), max: math.NaN()}
	for _, row := range s.rows {
		c.add(row.cell(i))
	}
	return c
}

func (c *profile) add(b []byte) {
	c.rows++
	if sumstats.IsMissing(b) {
		c.missing++
		if sumstats.IsSymbol(b) {
			c.symbols++
		}
		return
	}
	if len(c.examples) < 3 {
		c.addExample(string(b))
	}
	if _, ok := genome.ParseChromosome(b); ok {
		c.chromosomes++
	}
	c.additive += count(sumstats.IsAdditive(b))
	v, number := sumstats.ParseFloat(b)
	switch {
	case number:
		c.addNumber(v)
		if _, ok := variant.Numbered(b); ok {
			c.numbered++
			if b[0] >= '3' {
				c.threeFour++
			}
		}
	case sumstats.FormOf(b) != "":
		c.commas++
		c.intervals += count(isInterval(b))
	default:
		c.addText(b)
	}
}

func (c *profile) addExample(s string) {
	s = sumstats.ExampleText([]byte(strings.ToValidUTF8(s, "?")))
	for _, e := range c.examples {
		if e == s {
			return
		}
	}
	c.examples = append(c.examples, s)
}

func (c *profile) addNumber(v float64) {
	c.numbers++
	if v == math.Trunc(v) {
		c.integers++
		if v > 1000 {
			c.positions++
		}
	}
	switch {
	case v < 0:
		c.negative++
	case v > 1:
		c.aboveOne++
	default:
		c.inUnit++
		c.zeros += count(v == 0)
	}
	if !(v >= c.min) {
		c.min = v
	}
	if !(v <= c.max) {
		c.max = v
	}
}

func (c *profile) addText(b []byte) {
	switch {
	case sumstats.IsTrue(b):
		c.trues++
		return
	case sumstats.IsLimit(b):
		c.limits++
		return
	case sumstats.ParseRSID(b) > 0:
		c.rs++
		c.addPlaced(b)
		return
	case isCompound(b):
		c.compound++
		return
	case isInterval(b):
		c.intervals++
	case isBases(b):
		c.bases++
		return
	case sumstats.IsSymbol(b) || len(b) == 1 && (b[0]|0x20 == 'i' || b[0]|0x20 == 'd'):
		c.symbols++
		return
	}
	if first, last, ok := sumstats.SplitAlleles(b); ok && isBases(first) && isBases(last) {
		c.pairs++
	}
	if i := bytes.IndexByte(b, ','); i > 0 && isBases(b[:i]) {
		c.several++
		return
	}
	chromosome, position, first, _ := sumstats.SplitVariant(b)
	if _, ok := genome.ParseChromosome(chromosome); !ok {
		return
	}
	if _, _, ok := sumstats.ParsePosition(position); !ok {
		return
	}
	if len(first) > 0 {
		c.chrPosAlleles++
	} else {
		c.chrPos++
	}
}

// addPlaced counts an rs number with a position behind it.
func (c *profile) addPlaced(b []byte) {
	_, position, first, _ := sumstats.SplitVariant(b)
	if _, _, ok := sumstats.ParsePosition(position); !ok {
		return
	}
	if len(first) > 0 {
		c.rsPosAlleles++
	} else {
		c.rsPos++
	}
}

// isCompound reports whether a cell is a number followed by another or an interval in brackets.
func isCompound(b []byte) bool {
	i := bytes.IndexAny(b, "([")
	if i <= 0 {
		return false
	}
	_, first := sumstats.ParseFloat(bytes.TrimSpace(b[:i]))
	_, error := sumstats.ParseFloat(bytes.Trim(b[i:], "()[] "))
	return first && (error || isInterval(b[i:]))
}

// isInterval reports whether a cell is two numbers with a sign between them, in brackets or
// without.
func isInterval(b []byte) bool {
	b = bytes.Trim(b, "()[] ")
	for _, between := range []string{" to ", ";", ",", "\u2013", "\u2014", " - ", "-"} {
		from := 0
		for {
			i := bytes.Index(b[from:], []byte(between))
			if i < 0 {
				break
			}
			i += from
			_, low := sumstats.ParseFloat(bytes.TrimSpace(b[:i]))
			_, high := sumstats.ParseFloat(bytes.TrimSpace(b[i+len(between):]))
			if low && high {
				return true
			}
			from = i + len(between)
		}
	}
	return false
}

// isBases reports whether a cell consists of letters of a sequence, and is not D, I or R.
func isBases(b []byte) bool {
	for _, c := range b {
		if bytes.IndexByte([]byte("ACGTacgt"), c) < 0 {
			return false
		}
	}
	return len(b) > 0
}

// parsed returns the share of values that can be read as the field.
func (c *profile) parsed(f sumstats.Field) float64 {
	switch f {
	case sumstats.FieldChromosome:
		return c.share(c.chromosomes)
	case sumstats.FieldPosition:
		return c.share(c.integers - c.negative)
	case sumstats.FieldEffectAllele,
		sumstats.FieldOtherAllele,
		sumstats.FieldReferenceAllele,
		sumstats.FieldAlternateAllele,
		sumstats.FieldMinorAllele,
		sumstats.FieldFrequencyAllele:
		return min(1, c.share(c.bases+c.numbered+c.symbols+c.several+c.trues))
	case sumstats.FieldRSID:
		return c.share(c.rs)
	case sumstats.FieldP:
		return c.share(c.numbers + c.limits)
	case sumstats.FieldAlleles:
		return c.share(c.pairs)
	case sumstats.FieldChrPos:
		return c.share(c.chrPos + c.chrPosAlleles + c.rsPos + c.rsPosAlleles)
	case sumstats.FieldChrPosRefAlt:
		return c.share(c.chrPosAlleles + c.rsPosAlleles)
	}
	if !f.Numeric() {
		return 1
	}
	return c.share(c.numbers)
}

// like describes what the values of a column have in common, as far as that supports the field; ""
// when nothing does.
func (c *profile) like(f sumstats.Field) string {
	all := func(n int, what string) string {
		switch {
		case n == 0:
			return ""
		case n == c.present() && n == 1:
			return "Its one value is " + what + "."
		case n == c.present():
			return "All " + counted(n, "value") + " are " + what + "."
		}
		return of(n, c.present(), "value") + " " + verb(n, "is ", "are ") + what + "."
	}
	switch f {
	case sumstats.FieldChromosome:
		return all(c.chromosomes, "names of chromosomes")
	case sumstats.FieldPosition:
		return all(c.positions, "whole numbers above 1,000")
	case sumstats.FieldEffectAllele, sumstats.FieldOtherAllele, sumstats.FieldReferenceAllele, sumstats.FieldAlternateAllele:
		return all(c.bases, "written in A, C, G and T")
	case sumstats.FieldEAF, sumstats.FieldOAF, sumstats.FieldMAF, sumstats.FieldAlleleFrequency, sumstats.FieldInfo, sumstats.FieldP:
		return all(c.inUnit, "between 0 and 1")
	case sumstats.FieldSE, sumstats.FieldOddsRatio, sumstats.FieldHazardRatio, sumstats.FieldNegLog10P:
		return all(c.numbers-c.negative, "numbers of 0 or more")
	case sumstats.FieldBeta, sumstats.FieldZ:
		if c.negative < c.present() {
			return all(c.negative, "below 0")
		}
	}
	return ""
}
