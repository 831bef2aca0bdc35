// Package spelling finds the name that was probably meant. It imports the standard library only and
// does not know what the names are names of.
package spelling

import (
	"slices"
	"strings"
	"unicode"
)

// longest is how many bytes of a name are compared letter by letter.
const longest = 60

// Dictionary finds names by misspelt ones. It caches results and is not safe for concurrent use.
type Dictionary struct {
	names   []string
	keys    []string          // the names, folded
	answers map[string]string // results of Nearest, as tables repeat the same names
	rows    [3][]int          // of distance
}

// New returns a dictionary of names.
func New(names ...string) *Dictionary {
	d := &Dictionary{names: names, answers: make(map[string]string)}
	for _, name := range names {
		d.keys = append(d.keys, Fold(name))
	}
	return d
}

// Nearest returns the name that was probably meant, "" when none is close: the same but for case,
// blanks and signs, or at most a third of it mistyped.
func (d *Dictionary) Nearest(name string) string {
	key := Fold(name)
	if answer, ok := d.answers[key]; ok {
		return answer
	}
	best, least := "", max(1, len(key)/3)+1
	if len(key) > 0 && len(key) <= longest {
		for i, known := range d.names {
			if n := d.distance(key, d.keys[i], least); n < least {
				best, least = known, n
			}
		}
	}
	d.answers[key] = best
	return best
}

// Fold leaves letters and digits, without case.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// distance returns the number of letters to insert, delete, replace or swap with their neighbour
// (optimal string alignment), limit when it is not less.
func (d *Dictionary) distance(a, b string, limit int) int {
	if abs(len(a)-len(b)) >= limit || strangers(a, b) >= 2*limit {
		return limit
	}
	for i := range d.rows {
		d.rows[i] = slices.Grow(d.rows[i][:0], len(b)+1)[:len(b)+1]
	}
	before, last, row := d.rows[0], d.rows[1], d.rows[2]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least, leastBefore := i, last[0]
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least, leastBefore = min(least, row[j]), min(leastBefore, last[j])
		}
		if min(least, leastBefore+1) >= limit { // a swap looks back two rows
			return limit
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}

// strangers counts the letters that only one of two texts has, in both directions. Each step of
// distance changes that by two at most.
func strangers(a, b string) (n int) {
	var has [256]int8
	for i := range len(a) {
		has[a[i]]++
	}
	for i := range len(b) {
		has[b[i]]--
	}
	for _, k := range has['0' : 'z'+1] {
		n += abs(int(k))
	}
	return n
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
