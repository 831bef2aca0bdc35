package qc

import (
	"math"
	"strconv"

	"cohortium/internal/gwas/stat"
)

// sentenceCase is a file of which some sentences are true and one near it of which
// they are false. says holds a part of each template.
type sentenceCase struct {
	name       string
	file, near func(*made) // near nil is the sound study
	says       []string
	exact      []string // whole sentences, with their numbers
}

func sentenceCases() []sentenceCase {
	var cases []sentenceCase
	for _, part := range [][]sentenceCase{casesOfReading(), casesOfBuild(), casesOfFilters(), casesOfAlleles(), casesOfPlacing(), casesOfNumbers(), casesOfPolygenic(), casesOfFit()} {
		cases = append(cases, part...)
	}
	return cases
}

func sound(*made) {}

func casesOfFilters() []sentenceCase {
	keeping := func(change func(*Rules), file func(*made)) func(*made) {
		return all(options(func(o *Options) { change(&o.Rules) }), file)
	}
	cases := func(n, cases, controls string) func(*made) {
		return all(with("n_cases", cases), with("n_controls", controls), set(1, "n", n))
	}
	leaving := func(change func(*Rules), column, out, in, sentence string) sentenceCase {
		return sentenceCase{sentence, keeping(change, set(1, column, out)), keeping(change, set(1, column, in)), []string{sentence}, nil}
	}
	same := func(*Rules) {}
	info := func(value string) func(*made) { return all(with("info", "0.9"), set(1, "info", value)) }
	return []sentenceCase{
		{
			"all too small",
			set(madeRows, "n", "10"),
			set(madeRows-1, "n", "10"),
			[]string{"No row is left for the clean file", "that could be read were left out"},
			[]string{"All 660 rows that could be read were left out, most for this reason: Fewer than 30 people were tested."},
		},
		{
			"an effect of 11",
			set(1, "beta", "11"),
			set(1, "beta", "9.9"),
			[]string{" an effect beyond the limit"},
			[]string{"1 row has an effect beyond the limit of this run; check the scale of the effect column."},
		},
		{
			"errors of 10",
			set(2, "standard_error", "10"),
			set(2, "standard_error", "9.9"),
			[]string{" a standard error beyond"},
			[]string{"2 rows have a standard error beyond the limit of this run, and so next to no information."},
		},
		{
			"monomorphic and kept",
			keeping(func(r *Rules) { r.Monomorphic.Mode, r.MAC.Mode = Warn, Off }, set(1, "effect_allele_frequency", "0")),
			nil,
			[]string{" a frequency of 0 or 1 and stayed"},
			nil,
		},
		{
			"small and kept",
			keeping(func(r *Rules) { r.N.Mode = Warn }, set(1, "n", "29")),
			keeping(func(r *Rules) { r.N.Mode = Warn }, set(1, "n", "30")),
			[]string{" a small sample and stayed"},
			nil,
		},
		{
			"rare and kept",
			keeping(func(r *Rules) { r.MAF.Mode = Warn }, set(1, "effect_allele_frequency", "0.009")),
			set(1, "effect_allele_frequency", "0.009"),
			[]string{" rare and stayed, as this run"},
			nil,
		},
		{
			"seldom and kept",
			keeping(func(r *Rules) { r.MAC.Mode = Warn }, set(1, "effect_allele_frequency", "0.0003")),
			set(1, "effect_allele_frequency", "0.0004"),
			[]string{" a low minor allele count and stayed"},
			nil,
		},
		{
			"badly imputed and kept",
			keeping(func(r *Rules) { r.Info.Mode = Warn }, info("0.39")),
			info("0.4"),
			[]string{" a low imputation quality and stayed"},
			nil,
		},
		{"imputed too well", info("1.06"), info("1.05"), []string{" an imputation quality above {info}"}, nil},
		{
			"seldom called",
			all(with("call_rate", "0.99"), set(2, "call_rate", "0.949")),
			all(with("call_rate", "0.99"), set(2, "call_rate", "0.95")),
			[]string{" a call rate below {calls}"},
			[]string{"2 rows of those read have a call rate below 0.95; variants that are often not called are often called wrongly."},
		},
		{
			"far from equilibrium",
			all(with("hwe_p", "0.5"), set(1, "hwe_p", "9.9e-7")),
			all(with("hwe_p", "0.5"), set(1, "hwe_p", "1.1e-6")),
			[]string{" far from Hardy–Weinberg equilibrium"},
			nil,
		},
		{
			"half of N",
			set(1, "n", "4999"),
			set(1, "n", "5000"),
			[]string{" less than {half} of the largest"},
			[]string{"1 row has less than 50 % of the largest sample size."},
		},
		{"seldom in cases", cases("10000", "89", "9911"), cases("10000", "99", "9901"), []string{" a minor allele count below {mac} among"}, nil},
		{"sizes that do not add up", cases("10102", "1000", "9000"), cases("10100", "1000", "9000"), []string{" cases and controls that do not add up"}, nil},
		{
			"7 of 667 twice",
			repeated(7),
			repeated(6),
			[]string{" allowed; the file may hold", "of the file): it holds several traits"},
			[]string{"7 rows repeat a variant (1.05 %), more than 1 % allowed; the file may hold several traits or models, or the same chromosome twice."},
		},
		{
			"one twice",
			repeated(1),
			nil,
			[]string{" a variant; of each the row with", "The same variant occurs again"},
			[]string{"1 row repeats a variant; of each the row with the largest N was kept, of equals the first."},
		},
		{"one row", first(1), first(2), []string{"Fewer than two rows passed"}, nil},
		{
			"an indel not wanted",
			all(set(1, "effect_allele", "AT"), options(func(o *Options) { o.RemoveIndels = true })),
			set(1, "effect_allele", "AT"),
			[]string{"An allele is longer than one base"},
			nil,
		},
		leaving(func(r *Rules) { r.Beta.Mode = Exclude }, "beta", "11", "9", "The effect size is beyond ±"),
		leaving(func(r *Rules) { r.SE.Mode = Exclude }, "standard_error", "10", "9", "The standard error is at least"),
		leaving(same, "effect_allele_frequency", "0", "0.1", "the variant does not vary"),
		{"29 people", set(1, "n", "29"), set(1, "n", "30"), nil, []string{"Fewer than 30 people were tested."}},
		leaving(func(r *Rules) { r.MAF.Mode = Exclude }, "effect_allele_frequency", "0.009", "0.01", "The minor allele frequency is below"),
		leaving(same, "effect_allele_frequency", "0.0003", "0.0004", "The minor allele was seen at most"),
		{"badly imputed", info("0.39"), info("0.4"), []string{"The imputation quality is below"}, nil},
		leaving(same, "base_pair_location", "999", "1000003", "no variant at this position"),
		leaving(same, "effect_allele_frequency", "0.9", "0.2", "The frequency differs from the panel's by"),
	}
}

func casesOfNumbers() []sentenceCase {
	scaled := func(by float64) func(*made) {
		return func(m *made) {
			for i, row := range m.rows {
				p, _ := strconv.ParseFloat(row["p_value"], 64)
				m.setZ(i, by*stat.ZFromNegLog10P(-math.Log10(p)))
			}
		}
	}
	errors := func(by float64) func(*made) {
		return func(m *made) {
			for _, row := range m.rows {
				for _, column := range []string{"beta", "standard_error"} {
					x, _ := strconv.ParseFloat(row[column], 64)
					row[column] = strconv.FormatFloat(x*by, 'g', 8, 64)
				}
			}
		}
	}
	written := func(places int) func(*made) {
		return func(m *made) {
			for _, row := range m.rows {
				for _, column := range []string{"beta", "standard_error"} {
					x, _ := strconv.ParseFloat(row[column], 64)
					row[column] = strconv.FormatFloat(x, 'f', places, 64)
				}
			}
		}
	}
	hit := func(neighbour float64) func(*made) {
		return func(m *made) {
			m.none = true
			m.setZ(40, 7)
			m.rows[41]["base_pair_location"] = strconv.Itoa(1_000_003 + 10*600_000 + 5000)
			m.setZ(41, neighbour)
		}
	}
	declared := func(n, cases, controls float64) func(*made) {
		return options(func(o *Options) { o.N, o.Cases, o.Controls = n, cases, controls })
	}
	counted := func(declared float64) func(*made) {
		return all(with("n_cases", "4000"), with("n_controls", "6000"), options(func(o *Options) { o.Cases, o.Controls = declared, 6000 }))
	}
	return []sentenceCase{
		{"no errors", without("standard_error"), nil, []string{"was computed from the other in every row"}, nil},
		{
			"errors of another column",
			set(madeRows, "standard_error", "0.5"),
			nil,
			[]string{"P values do not follow from effect", "P does not follow from effect"},
			nil,
		},
		{
			"errors a million times too small",
			set(madeRows, "standard_error", "1e-8"),
			nil,
			[]string{"too far apart for a correlation", "in almost no row"},
			nil,
		},
		{"two decimals", written(2), written(5), []string{"by what their rounding allows"}, nil},
		{"7 P of another test", set(7, "p_value", "0.0011"), set(6, "p_value", "0.0011"), []string{"P disagrees with effect"}, nil},
		{"chosen for their P", func(m *made) {
			for i := range m.rows {
				m.setZ(i, 1.65+float64(i)/madeRows)
			}
		}, nil, []string{"The largest P value is"}, nil},
		{
			"10 autosomes",
			first(300),
			first(330),
			[]string{"too few for λ to speak of"},
			[]string{"The file holds variants of 10 autosomes, too few for λ to speak of the whole genome; it takes 11."},
		},
		{"P too small", scaled(1.06), scaled(1.04), []string{"smaller than chance allows"}, nil},
		{"P too large", scaled(0.97), scaled(0.98), []string{"larger than chance allows"}, nil},
		{
			"another N declared",
			declared(10_200, 0, 0),
			declared(10_050, 0, 0),
			[]string{"The largest N of the file is"},
			[]string{"The largest N of the file is 10,000, the study declares 10,200; correct the one that is wrong."},
		},
		{
			"other cases declared",
			counted(4100),
			counted(4030),
			[]string{"The largest number of cases"},
			[]string{"The largest number of cases in the file is 4,000, the study declares 4,100; correct the one that is wrong."},
		},
		{
			"declared sizes that differ",
			declared(10_000, 4000, 6200),
			declared(10_000, 4000, 6050),
			[]string{"The declared cases and controls add up"},
			[]string{"The declared cases and controls add up to 10,200, the declared total is 10,000."},
		},
		{"nothing declared", sound, declared(10_000, 0, 0), []string{"Sample sizes were not compared"}, nil},
		{
			"errors too small",
			errors(0.76),
			errors(0.78),
			[]string{"smaller than the sample size allows"},
			[]string{
				"Standard errors are smaller than the sample size allows (ratio 1.32, 1 is expected); the trait is on another scale than the plan's, or N is too small.",
			},
		},
		{
			"errors of a linear model of cases and controls",
			all(declared(0, 4000, 6000), errors(0.38)),
			all(declared(0, 4000, 6000), errors(0.37)),
			[]string{
				"those of a linear model of a yes/no trait",
			},
			[]string{
				"Standard errors are those of a linear model of a yes/no trait, not of log odds (ratio 5.37, 1 is expected; 1.29 on the scale of such a model); state that scale of the effects, and they are converted to log odds.",
			},
		},
		{"errors too large", errors(1.44), errors(1.42), []string{"larger than the sample size lets expect"}, nil},
		{
			"21 autosomes",
			first(630),
			nil,
			[]string{"send the complete genome"},
			[]string{"1 autosome holds no variant (22); send the complete genome unless the study is targeted."},
		},
		{
			"a lonely hit",
			hit(1),
			hit(4.5),
			[]string{"without any neighbour of"},
			[]string{"1 lead variant (P < 5e-8) stands without any neighbour of P ≤ 1e-5; single-variant peaks are often genotyping or imputation errors."},
		},
	}
}
