package check

import (
	"slices"
	"strings"
	"unicode"
)

// Entry is a phenotype that files may name.
type Entry struct {
	Code    string
	Aliases []string // other names under which files know it
	Retired bool
}

// Phenotypes finds phenotypes by the names that files use. It remembers answers
// and serves one goroutine at a time.
type Phenotypes struct {
	byName  map[string]string // code or alias as written → code
	folded  map[string]string // without case, blanks and signs → code
	retired map[string]bool
	codes   []string
	keys    []string          // the codes, folded
	nearest map[string]string // answers of Nearest, which files ask for again and again
	rows    [3][]int          // of distance
}

// NewPhenotypes makes the dictionary of the entries.
func NewPhenotypes(entries []Entry) *Phenotypes {
	p := &Phenotypes{byName: map[string]string{}, folded: map[string]string{}, retired: map[string]bool{}, nearest: map[string]string{}}
	for _, e := range entries {
		p.codes, p.keys = append(p.codes, e.Code), append(p.keys, fold(e.Code))
		p.retired[e.Code] = e.Retired
		for _, name := range append([]string{e.Code}, e.Aliases...) {
			p.byName[name] = e.Code
			p.folded[fold(name)] = e.Code
		}
	}
	return p
}

// Find gives the code of a name exactly as it is written.
func (p *Phenotypes) Find(name string) (code string, ok bool) {
	code, ok = p.byName[name]
	return code, ok
}

// Retired reports whether the consortium no longer asks for a code.
func (p *Phenotypes) Retired(code string) bool { return p.retired[code] }

// Nearest gives the code that somebody probably meant, "" when none is close:
// the same but for case, blanks and signs, or at most a third of it mistyped.
func (p *Phenotypes) Nearest(name string) string {
	key := fold(name)
	if code, ok := p.folded[key]; ok {
		return code
	}
	if code, ok := p.nearest[key]; ok {
		return code
	}
	best, bestDistance := "", max(1, len(key)/3)+1
	if len(key) <= 60 {
		for i, code := range p.codes {
			if d := p.distance(key, p.keys[i], bestDistance); d < bestDistance {
				best, bestDistance = code, d
			}
		}
	}
	p.nearest[key] = best
	return best
}

// fold leaves letters and digits, without case.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour (optimal string alignment), limit when it is not less.
func (p *Phenotypes) distance(a, b string, limit int) int {
	if abs(len(a)-len(b)) >= limit || strangers(a, b) >= 2*limit {
		return limit
	}
	for i := range p.rows {
		p.rows[i] = slices.Grow(p.rows[i][:0], len(b)+1)[:len(b)+1]
	}
	before, last, row := p.rows[0], p.rows[1], p.rows[2]
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

// strangers counts the letters that one text has and the other has not, in
// both directions. Each step of distance changes that by two at most.
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
