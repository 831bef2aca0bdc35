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

// Contains says whether the 1-based position lies in r.
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

// ParseRegion reads a region as people type it; positions are 1-based and may
// hold thousands separators:
//
//	chr1              the whole chromosome
//	1:1,000           one base
//	chr1:1000-2000    both ends included; also 1:1000..2000
//	1:1000+500        500 bases from 1000
//	1:1000/500        500 bases to either side of 1000
//
// The error says what is wrong with the text.
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
		return Region{}, fmt.Errorf("region %q: the end lies before the start", text)
	}
	return Region{Chromosome: c, Start: int32(start), End: int32(min(end, math.MaxInt32))}, nil
}

func parseSpan(span string) (start, end int64, err error) {
	for _, sep := range []string{"..", "-", "+", "/", "–"} {
		left, right, ok := strings.Cut(span, sep)
		if !ok {
			continue
		}
		a, err := parsePosition(left)
		if err != nil {
			return 0, 0, err
		}
		b, err := parsePosition(right)
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
	a, err := parsePosition(span)
	return a, a, err
}

// parsePosition reads digits with optional separators in groups of three.
func parsePosition(text string) (int64, error) {
	s := strings.TrimSpace(text)
	if strings.Contains(s, ",") {
		groups := strings.Split(s, ",")
		for i, g := range groups {
			if len(g) > 3 || len(g) == 0 || i > 0 && len(g) != 3 {
				return 0, fmt.Errorf("%q is not a position", text)
			}
		}
		s = strings.Join(groups, "")
	}
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%q is not a position", text)
	}
	return int64(n), nil
}
