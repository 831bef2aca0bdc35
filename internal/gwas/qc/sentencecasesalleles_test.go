package qc

import (
	"strconv"
	"strings"
)

func casesOfAlleles() []sentenceCase {
	letters := func(n int) func(*made) { return all(set(n, "effect_allele", "ACG"), set(n, "other_allele", "TTT")) }
	palindromes := func(f string, rule PalindromeRule) func(*made) {
		return all(set(1, "effect_allele", "A"), set(1, "other_allele", "T"), set(1, "effect_allele_frequency", f), noPanel,
			options(func(o *Options) { o.Palindromes.Rule = rule }))
	}
	symbols := all(set(1, "effect_allele", "I"), set(1, "other_allele", "D"))
	flipped := func(part int) func(*made) { // frequencies of the other allele in every part-th row
		return func(m *made) {
			for i, row := range m.rows {
				if f, _ := strconv.ParseFloat(row["effect_allele_frequency"], 64); i%part == 0 {
					row["effect_allele_frequency"] = strconv.FormatFloat(1-f, 'g', 4, 64)
				}
			}
		}
	}
	elsewhere := func(m *made) { // 340 rows are left out for their size; the others are not those of the panel
		set(340, "n", "10")(m)
		for _, row := range m.rows[340:] {
			row["base_pair_location"] = strings.TrimSuffix(row["base_pair_location"], "3") + "4"
		}
	}
	drifting := func(m *made) { // half of the frequencies are those of another row, none far off
		for i := 0; i < len(m.rows); i += 2 {
			m.rows[i]["effect_allele_frequency"] = strconv.FormatFloat(0.11+0.012*float64(29-i*7%30)/2+0.09, 'g', 4, 64)
		}
	}
	return []sentenceCase{
		{
			"no panel",
			noPanel,
			nil,
			[]string{"No reference panel was given", ", so alleles and strand were not compared", ", so frequencies were not compared"},
			nil,
		},
		{"a panel set aside", eachSite(func(_ int, s *madeSite) { s.chromosome = "X" }), nil, []string{"The reference panel was not used"}, nil},
		{
			"29 rows",
			first(29),
			first(30),
			[]string{
				"too few to judge alleles and strand",
				"too few to compare them; it takes",
				"too few to judge inflation",
				"too few to say what is missing",
				"too few for a lead variant",
				"too few to compare standard errors",
			},
			[]string{"Only 29 rows were compared with the panel, too few to judge alleles and strand; it takes 30."},
		},
		{
			"few frequencies",
			set(madeRows-29, "effect_allele_frequency", "NA"),
			set(madeRows-30, "effect_allele_frequency", "NA"),
			[]string{"a frequency both in the file and in the panel"},
			nil,
		},
		{
			"rows of the panel left out",
			elsewhere,
			set(340, "n", "10"),
			[]string{"at that position, less than %s; run without", "The panel has only"},
			[]string{"The panel has only 0 of 320 variants of the file."},
		},
		{
			"other letters",
			letters(400),
			letters(300),
			[]string{"at positions of the panel", "The panel has other alleles in"},
			[]string{"The panel has other alleles in 400 of the 660 variants that it knows."},
		},
		{
			"7 other letters",
			letters(7),
			letters(6),
			[]string{" other alleles than the panel at the position"},
			[]string{"7 rows have other alleles than the panel at the position (1.06 %); check genome build and allele columns."},
		},
		{"one of other letters", letters(1), nil, []string{"agree with no variant of the panel"}, nil},
		{
			"no strand",
			palindromes("0.45", PalindromesByFrequency),
			palindromes("0.2", PalindromesByFrequency),
			[]string{"whose strand cannot be determined"},
			nil,
		},
		{
			"no palindromes wanted",
			palindromes("0.2", PalindromesDrop),
			palindromes("0.2", PalindromesKeep),
			[]string{"The alleles are A/T or C/G; this run"},
			nil,
		},
		{"symbols without a panel", all(symbols, noPanel), symbols, []string{"The alleles are written I, D or -, and their sequence is not known"}, nil},
		{
			"exchanged frequencies",
			flipped(1),
			flipped(100),
			[]string{"Frequencies run against the panel's", "The frequencies are those of the other allele"},
			nil,
		},
		{"exchanged frequencies, half of A/T variants", exchangedHalf, flipped(1), []string{" without A/T and C/G variants"}, nil},
		{"34 outliers", set(34, "effect_allele_frequency", "0.9"), set(33, "effect_allele_frequency", "0.9"), []string{"); check the ancestry"}, nil},
		{"loose frequencies", drifting, nil, []string{"Frequencies follow the panel's only loosely", "The frequencies follow the panel's only loosely"}, nil},
		{"one frequency", set(madeRows, "effect_allele_frequency", "0.28"), nil, []string{"All frequencies of the file or of the panel are the same"}, nil},
		{
			"an rs number that the panel has not",
			all(without("chromosome"), without("base_pair_location"), set(1, "rsid", "rs5")),
			all(without("chromosome"), without("base_pair_location")),
			[]string{"The rs number does not occur"},
			nil,
		},
		{"two insertions", all(symbols, insertions("AT", "ATT")), all(symbols, insertions("AT")), []string{"several insertions or deletions fit them"}, nil},
	}
}

// exchangedHalf writes the frequencies of the other allele. Half of the variants are A/T, and are taken
// for those of the other strand, so that r of all variants is not that of the others.
func exchangedHalf(m *made) {
	for i, row := range m.rows {
		row["effect_allele_frequency"] = strconv.FormatFloat(1-m.sites[i].af, 'g', 4, 64)
		if i%2 == 0 {
			row["effect_allele"], row["other_allele"] = "A", "T"
			m.sites[i].alt, m.sites[i].ref = "A", "T"
		}
	}
}

// insertions makes the first variant of the panel an insertion, or several.
func insertions(alts ...string) func(*made) {
	return func(m *made) {
		first := m.sites[0]
		m.sites = m.sites[1:]
		for _, alt := range alts {
			first.ref, first.alt = "A", alt
			m.sites = append(m.sites, first)
		}
	}
}

// casesOfPlacing have no positions, and a table of rs numbers that has all of them but one.
func casesOfPlacing() []sentenceCase {
	placed := all(without("chromosome"), without("base_pair_location"), func(m *made) { m.numbers = m.vcf() })
	twice := func(m *made) {
		m.numbers += "7\t77\t" + m.sites[0].rsid + "\t" + m.sites[0].ref + "\t" + m.sites[0].alt + "\t.\t.\t.\n"
	}
	return []sentenceCase{
		{"an rs number that the table has not", all(placed, set(1, "rsid", "rs5")), placed, []string{"The rs number is not in the table of rs numbers"}, nil},
		{"an rs number of two places", all(placed, twice), placed, []string{"The rs number has several places"}, nil},
		{"other alleles than the table's", all(placed, set(1, "other_allele", "AT")), placed, []string{"The alleles agree with none that the table"}, nil},
	}
}
