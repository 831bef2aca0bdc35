package qc

import "math"

func casesOfFit() []sentenceCase {
	covering := func(n int) func(*made) { return func(m *made) { m.sites = m.sites[:n] } }
	silent := func(n int) func(*made) {
		return eachSite(func(i int, s *madeSite) {
			if i >= n {
				s.af = math.NaN()
			}
		})
	}
	letters := func(n int) func(*made) { // alleles that cannot be those of the file
		return eachSite(func(i int, s *madeSite) {
			if i < n {
				s.ref, s.alt = "ACG", "TTT"
			}
		})
	}
	unrelated := eachSite(func(i int, s *madeSite) { s.af = 0.11 + 0.012*float64(i*i*11%30) })
	names := all(without("chromosome"), without("base_pair_location"))
	return []sentenceCase{
		{"a damaged panel", func(m *made) { m.panel = "\x1f\x8b\x08\x00broken" }, nil, []string{"not used, because it is unreadable"}, nil},
		{
			"329 of 660",
			covering(329),
			covering(330),
			[]string{"check the genome build of the file if it should hold them"},
			[]string{
				"Reference panel made not used: of 660 variants of the file that were looked up it has 329; check the genome build of the file if it should hold them.",
			},
		},
		{"32 of 660 frequencies", silent(32), silent(33), []string{"it states no allele frequencies."}, nil},
		{
			"no allele, no frequency",
			all(letters(400), without("effect_allele_frequency")),
			all(letters(264), without("effect_allele_frequency")),
			[]string{"and no frequencies tell which"},
			nil,
		},
		{"invented", all(letters(265), unrelated), all(letters(264), unrelated), []string{"their frequencies have nothing to do with"}, nil},
		{"a panel that fits", sound, noPanel, []string{"of the file that %s looked up, the reference panel"}, nil},
		{"rs numbers that it has not", all(names, covering(329)), all(names, covering(330)), []string{"and without positions a variant is placed"}, nil},
		{"places without frequencies", all(names, silent(32)), all(names, silent(33)), []string{"states no allele frequencies to compare"}, nil},
	}
}
