package hermes

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/platform/spelling"
)

// matchPhenotypes searches phenotypes: every typed word occurs in the code, description, another
// name or a term, in any order. If none matches, it returns phenotypes with similarly spelled words
// and near is true. Closest first; without words, all in list order.
func matchPhenotypes(list []*Phenotype, typed string) (found []*Phenotype, near bool) {
	words := wordsOf(typed)
	if len(words) == 0 {
		return list, false
	}
	type hit struct {
		p        *Phenotype
		distance int
	}
	var hits []hit
	for _, p := range list {
		if p.hasAll(words) {
			hits = append(hits, hit{p, 0})
		}
	}
	if len(hits) == 0 {
		near = true
		for _, p := range list {
			if d, alike := p.distance(words); alike {
				hits = append(hits, hit{p, d})
			}
		}
	}
	key := NameKey(typed)
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(
			cmp.Compare(a.distance, b.distance),
			cmp.Compare(a.p.unnamed(key), b.p.unnamed(key)),
			cmp.Compare(utf8.RuneCountInString(a.p.Description), utf8.RuneCountInString(b.p.Description)),
			cmp.Compare(a.p.Code, b.p.Code),
		)
	})
	for _, h := range hits {
		found = append(found, h.p)
	}
	return found, near && len(found) > 0
}

// likelyPhenotype returns the probable phenotype for a text that is not a code; nil for none. It
// never suggests retired ones.
func likelyPhenotype(list []*Phenotype, typed string) *Phenotype {
	if NameKey(typed) == "" {
		return nil
	}
	offered := slices.DeleteFunc(slices.Clone(list), func(p *Phenotype) bool { return p.RetiredAt != nil })
	if found, _ := matchPhenotypes(offered, typed); len(found) > 0 {
		return found[0]
	}
	byName := make(map[string]*Phenotype)
	for _, p := range offered {
		for _, name := range p.names() {
			byName[name.Message] = p
		}
	}
	return byName[spelling.New(slices.Sorted(maps.Keys(byName))...).Nearest(typed)]
}

// unnamed returns 0 if one of the phenotype's names has this key, 1 otherwise.
func (p *Phenotype) unnamed(key string) int {
	for _, name := range p.names() {
		if NameKey(name.Message) == key {
			return 0
		}
	}
	return 1
}

// wordsOf splits a text into runs of letters and digits, in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func (p *Phenotype) text() string {
	texts := append([]string{p.Code, p.Description}, p.Synonyms...)
	return strings.ToLower(strings.Join(append(texts, p.Terms...), "\n"))
}

func (p *Phenotype) hasAll(words []string) bool {
	text := p.text()
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// distance returns the sum of edit distances between the typed words and words of the phenotype;
// false if a typed word has no similar one.
func (p *Phenotype) distance(words []string) (sum int, alike bool) {
	text := p.text()
	own := wordsOf(text)
	for _, word := range words {
		if strings.Contains(text, word) {
			continue
		}
		best := slack(word) + 1
		for _, other := range own {
			best = min(best, editDistance([]rune(word), []rune(other)))
		}
		if best > slack(word) {
			return 0, false
		}
		sum += best
	}
	return sum, true
}

// slack returns how many typing errors a word may have: none up to three letters, one up to seven,
// two beyond.
func slack(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n <= 3:
		return 0
	case n <= 7:
		return 1
	}
	return 2
}

// editDistance counts the insertions, deletions, replacements and swaps of neighbours between two
// words (optimal string alignment).
func editDistance(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		now := make([]int, len(b)+1)
		now[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last = last, now
	}
	return last[len(b)]
}
