package sketch

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	// Few is the share of variants below which studies count as apart. Two sets of common variants
	// of the genome share more, and so does a targeted array with the study it was chosen from;
	// places on different assemblies agree by chance in less than one in a hundred.
	Few = 0.05
	// least is the smallest number of sampled variants that a share is judged by.
	// Of studies that share one variant in two, fewer than Few of 20 do in one
	// comparison of a million; of such that share one in five, in one of 90.
	least = 20
)

// Group are studies that share few variants with those outside the group.
type Group struct {
	Studies []int // ascending, as they were listed
	// Share of the variants of the group that a study outside it reports, 0–1.
	Share float64
	Exact bool // Share is counted, not estimated
}

// Apart finds the studies that share few variants with the others. Two studies belong together when
// at least Few of the variants of the smaller one are in the larger one, directly or through
// further studies. The largest group (most studies, then most variants, then the first listed) are
// "the others"; every further group that shares few variants with all outside of it is returned. A
// nil sketch is an unknown study. Groups too small to judge are skipped.
func Apart(sketches []*Sketch) []Group {
	groups := together(sketches)
	main := 0
	for i, g := range groups {
		if len(g) > len(groups[main]) || len(g) == len(groups[main]) && variants(sketches, g) > variants(sketches, groups[main]) {
			main = i
		}
	}
	var out []Group
	for i, g := range groups {
		if i == main {
			continue
		}
		if apart, ok := outside(sketches, g); ok {
			out = append(out, apart)
		}
	}
	return out
}

// together parts the studies with sketches into groups that share variants.
func together(sketches []*Sketch) [][]int {
	var groups [][]int
	for i, s := range sketches {
		if s == nil {
			continue
		}
		merged := []int{i}
		rest := groups[:0:0]
		for _, g := range groups {
			if slices.ContainsFunc(g, func(j int) bool { return belong(s, sketches[j]) }) {
				merged = append(g, merged...)
			} else {
				rest = append(rest, g)
			}
		}
		groups = append(rest, merged)
	}
	for _, g := range groups {
		slices.Sort(g)
	}
	slices.SortFunc(groups, slices.Compare)
	return groups
}

// belong reports whether two studies were seen to share variants.
func belong(a, b *Sketch) bool {
	limit := min(a.upTo(), b.upTo())
	few, judged := fewIn(below(a.hashes, limit), below(b.hashes, limit), limit)
	return judged && !few
}

// fewIn reports whether two sets share less than Few of the smaller one, from their variants up to
// limit; judged is false when those are too few.
func fewIn(a, b []uint64, limit uint64) (few, judged bool) {
	smaller := min(len(a), len(b))
	if smaller == 0 || smaller < least && limit != math.MaxUint64 {
		return false, false
	}
	return float64(common(a, b)) < Few*float64(smaller), true
}

// outside compares a group with all studies that are not of it.
func outside(sketches []*Sketch, group []int) (Group, bool) {
	limit := uint64(math.MaxUint64)
	for _, s := range sketches {
		if s != nil {
			limit = min(limit, s.upTo())
		}
	}
	var own, others []uint64
	for i, s := range sketches {
		switch {
		case s == nil:
		case slices.Contains(group, i):
			own = append(own, below(s.hashes, limit)...)
		default:
			others = append(others, below(s.hashes, limit)...)
		}
	}
	own, others = unique(own), unique(others)
	few, judged := fewIn(own, others, limit)
	if !few || !judged {
		return Group{}, false
	}
	return Group{Studies: group, Share: float64(common(own, others)) / float64(len(own)), Exact: limit == math.MaxUint64}, true
}

// upTo returns the hash up to which a sketch holds every variant of its study.
func (s *Sketch) upTo() uint64 {
	s.settle()
	return s.limit
}

func below(hashes []uint64, limit uint64) []uint64 {
	n, found := slices.BinarySearch(hashes, limit)
	if found {
		n++
	}
	return hashes[:n]
}

// common counts what two ascending lists share.
func common(a, b []uint64) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n++
			a, b = a[1:], b[1:]
		}
	}
	return n
}

// variants returns how many variants studies have, estimated where they are sampled.
func variants(sketches []*Sketch, studies []int) (sum float64) {
	for _, i := range studies {
		s := sketches[i]
		sum += float64(s.Len()) * (math.MaxUint64 / float64(s.limit))
	}
	return sum
}

func unique(hashes []uint64) []uint64 {
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// Sentence reports the finding and asks for its cause; names are those of all studies.
func (g Group) Sentence(names []string) string {
	who := make([]string, len(g.Studies))
	for i, study := range g.Studies {
		who[i] = names[study]
	}
	share, its := " shares ", " of its variants"
	if len(who) > 1 {
		share, its = " share ", " of their variants"
	}
	list := who[len(who)-1]
	if rest := who[:len(who)-1]; len(rest) > 0 {
		list = strings.Join(rest, ", ") + " and " + list
	}
	return list + share + g.amount() + its + " with the others."
}

// Why names the causes of such findings.
const Why = "Another build, a targeted array or invented data explain that."

// amount returns the share in words.
func (g Group) amount() string {
	percent := 100 * g.Share
	switch {
	case percent == 0 && g.Exact:
		return "none"
	case percent == 0:
		return "hardly any"
	case percent < 0.1:
		return "less than 0.1 %"
	case g.Exact:
		return strconv.FormatFloat(percent, 'f', 1, 64) + " %"
	}
	return "about " + strconv.FormatFloat(percent, 'f', 1, 64) + " %"
}
