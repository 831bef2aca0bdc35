package genome

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Region is a stretch of one chromosome: 1-based, both ends included. A whole
// chromosome has Start 1 and End math.MaxInt32. The assembly is the caller's.
type Region struct {
	Chromosome Chromosome
	Start, End int32
}

// Contains reports whether r contains the 1-based position on c.
func (r Region) Contains(c Chromosome, position int32) bool {
	return c == r.Chromosome && position >= r.Start && position <= r.End
}

// String prints r as chromosome:start-end, or as the bare chromosome when whole.
func (r Region) String() string {
	if r.Start == 1 && r.End == math.MaxInt32 {
		return r.Chromosome.String()
	}
	return fmt.Sprintf("%s:%d-%d", r.Chromosome, r.Start, r.End)
}

// ParseRegion reads a region as people type it; positions are 1-based, may hold
// thousands separators, and may be in kb or Mb:
//
//	chr1              the whole chromosome
//	1:1,000           one base
//	chr1:1000-2000    both ends included; also 1:1000..2000
//	1:1.5-2.25Mb      from base 1,500,000 to 2,250,000; the unit counts for both
//	1:1000+500        500 bases from 1000
//	1:1000/500        500 bases to either side of 1000
//
// The error explains what is wrong with the text.
func ParseRegion(text string) (Region, error) {
	s := strings.TrimSpace(text)
	name, span, hasSpan := strings.Cut(s, ":")
	c, ok := ParseChromosome([]byte(strings.TrimSpace(name)))
	if !ok {
		return Region{}, fmt.Errorf("region %q: unknown chromosome %q; known are 1–22, X, Y and MT", text, name)
	}
	if !hasSpan {
		return Region{Chromosome: c, Start: 1, End: math.MaxInt32}, nil
	}
	start, end, err := parseSpan(strings.TrimSpace(span))
	if err != nil {
		return Region{}, fmt.Errorf("region %q: %w", text, err)
	}
	if start < 1 {
		return Region{}, fmt.Errorf("region %q: positions start at 1", text)
	}
	if end < start {
		return Region{}, fmt.Errorf("region %q: the end is before the start", text)
	}
	return Region{Chromosome: c, Start: int32(start), End: int32(min(end, math.MaxInt32))}, nil
}

func parseSpan(span string) (start, end int64, err error) {
	for _, sep := range []string{"..", "-", "+", "/", "–"} {
		left, right, ok := strings.Cut(span, sep)
		if !ok {
			continue
		}
		b, unit, err := parsePosition(right, 1)
		if err != nil {
			return 0, 0, err
		}
		if sep == "+" || sep == "/" {
			unit = 1
		}
		a, _, err := parsePosition(left, unit)
		if err != nil {
			return 0, 0, err
		}
		switch sep {
		case "+":
			return a, a + b - 1, nil
		case "/":
			return max(1, a-b), a + b, nil
		}
		return a, b, nil
	}
	a, _, err := parsePosition(span, 1)
	return a, a, err
}

// longestPosition bounds the text of a position.
const longestPosition = 20

// parsePosition reads digits with optional separators in groups of three, or a decimal number of kb
// or Mb, and returns its unit in bases. A position without a unit is in the unit given, or in bases
// where that makes no sense, as for the start of 900000-1Mb.
func parsePosition(text string, unit int64) (position, ownUnit int64, err error) {
	s := strings.ToLower(strings.TrimSpace(text))
	bad := fmt.Errorf("%q is not a position", text)
	if len(s) > longestPosition {
		return 0, 0, bad
	}
	ownUnit = 1
	for suffix, bases := range map[string]int64{"kb": 1_000, "mb": 1_000_000} {
		if number, ok := strings.CutSuffix(s, suffix); ok {
			s, unit, ownUnit = strings.TrimSpace(number), bases, bases
		}
	}
	if unit > 1 && !strings.Contains(s, ",") {
		x, err := strconv.ParseFloat(s, 64)
		bases := math.Round(x * float64(unit))
		if err == nil && bases >= 0 && bases <= math.MaxInt32 && !strings.ContainsAny(s, "+-enpx") {
			return int64(bases), ownUnit, nil
		}
		if ownUnit > 1 {
			return 0, 0, bad
		}
	}
	if strings.Contains(s, ",") {
		groups := strings.Split(s, ",")
		for i, g := range groups {
			if len(g) > 3 || len(g) == 0 || i > 0 && len(g) != 3 {
				return 0, 0, bad
			}
		}
		s = strings.Join(groups, "")
	}
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil || ownUnit > 1 {
		return 0, 0, bad
	}
	return int64(n), ownUnit, nil
}
