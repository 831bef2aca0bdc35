package recognise

import (
	"fmt"
	"math"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// sized are n rows on chromosome 1.
func sized(n int, fill func(i int, r *sumstats.Row)) []sumstats.Row {
	return rowsOf(n, func(i int, r *sumstats.Row) {
		r.Chromosome, r.Position = 1, 11_000_007+1000*int32(i)
		fill(i, r)
	})
}

// TestSizeThresholds tries each threshold of the judgement of sample sizes.
func TestSizeThresholds(t *testing.T) {
	withN := plain.With(sumstats.Mapping{sumstats.FieldN: "n"})
	asks := func(t *testing.T, m sumstats.Mapping, rows []sumstats.Row, text string) bool {
		return doubtOn(judged(t, m, "", rows).Doubts, text) != nil
	}
	few := func(rows int, n float64) []sumstats.Row { return sized(rows, func(_ int, r *sumstats.Row) { r.N = n }) }
	// implies has errors of half a million and one people in some rows: 1/(SE²·2·½·½).
	implies := func(people float64, withError int) []sumstats.Row {
		return sized(40, func(i int, r *sumstats.Row) {
			if r.N, r.EAF = 50, 0.5; i < withError {
				r.SE = math.Sqrt(2 / people)
			}
		})
	}
	// groups are 1,000 cases and 4,000 controls, whose effective size is 3,200: half of it is 1,600.
	groups := func(n int, size func(i int) float64) []sumstats.Row {
		return sized(n, func(i int, r *sumstats.Row) { r.NCases, r.NControls, r.N = 1000, 4000, size(i) })
	}
	withGroups := withN.With(sumstats.Mapping{sumstats.FieldNCases: "cases", sumstats.FieldNControls: "controls"})
	halves := func(t *testing.T, rows []sumstats.Row) bool {
		return asks(t, withGroups, rows, "is half of 4/(1/cases + 1/controls)")
	}
	tryBothSides(t, []bothSides{
		{"thousandths from a half at which N is half of the effective size", 9, 11, func(t *testing.T, n int) bool {
			return halves(t, groups(40, func(int) float64 { return 3200 * (0.5 + float64(n)/1000) }))
		}},
		{"rows in a hundred with half of the effective size", 90, 89, func(t *testing.T, n int) bool {
			return halves(t, groups(100, firstRows(n, 1600.0, 2500)))
		}},
		{"people below whom a column counts studies", 99, 100, func(t *testing.T, n int) bool {
			return asks(t, withN, few(30, float64(n)), "may be the number of studies")
		}},
		{"sizes before they are judged", 30, 29, func(t *testing.T, n int) bool { return asks(t, withN, few(n, 10), "may be the number of studies") }},
		{
			"people that errors imply beside an N of 50",
			501,
			499,
			func(t *testing.T, n int) bool { return asks(t, withN, implies(float64(n), 40), "they imply about") },
		},
		{"errors before they imply a size", 30, 29, func(t *testing.T, n int) bool { return asks(t, withN, implies(5000, n), "they imply about") }},
		{"sizes in a hundred with a point", 90, 89, func(t *testing.T, n int) bool {
			in := withColumn(t, "n", 100, some(n, "20.000", "20000"))
			return hasFinding(in, "thousands_point", sumstats.Block)
		}},
		{"sizes with a point", 30, 29, func(t *testing.T, n int) bool {
			return hasFinding(withColumn(t, "n", n, func(int) string { return "20.000" }), "thousands_point", sumstats.Block)
		}},
	})
}

// Numbers are grouped by points when each group but the first has three digits.
func TestGroupedByPoints(t *testing.T) {
	for text, want := range map[string]bool{
		"20.000": true, "1.234.567": true, "999.999": true, "20000": false, "20.00": false, "20.0000": false, "0.123": false, ".123": false,
		"1234.567": false, "1.23x": false, "1.234.5": false, "": false, "-1.234": false,
	} {
		if groupedByPoints([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// TestEffectiveSizeThresholds has 100 cases and 300 controls: together 400, and
// 4/(1/100 + 1/300) = 300 by the formula for the effective size.
func TestEffectiveSizeThresholds(t *testing.T) {
	const cases, controls, together, effective = 100, 300, 400, 300
	groups := func(n int, fill func(i int, r *sumstats.Row)) []sumstats.Row {
		return sized(n, func(i int, r *sumstats.Row) {
			r.NCases, r.NControls = cases, controls
			fill(i, r)
		})
	}
	m := plain.With(sumstats.Mapping{sumstats.FieldNCases: "cases", sumstats.FieldNControls: "controls"})
	withN := m.With(sumstats.Mapping{sumstats.FieldN: "n"})
	// half reports whether a column of effective sizes is taken for its half.
	half := func(t *testing.T, rows []sumstats.Row) bool {
		j := judged(t, m.With(sumstats.Mapping{sumstats.FieldNEff: "neff"}), "", rows)
		return says(j.Notes, "n_eff_half", "it is doubled") && j.adapt[sumstats.FieldNEffHalf] == "neff"
	}
	// whole reports whether a column that is called half, whose values are doubled, is taken for
	// the whole.
	whole := func(t *testing.T, rows []sumstats.Row) bool {
		return judged(t, m.With(sumstats.Mapping{sumstats.FieldNEffHalf: "neff"}), "", rows).adapt[sumstats.FieldNEff] == "neff"
	}
	neff := func(n int, thousandths func(i int) int) []sumstats.Row {
		return groups(n, func(i int, r *sumstats.Row) { r.NEff = float32(effective * float64(thousandths(i)) / 1000) })
	}
	isEffective := func(t *testing.T, rows []sumstats.Row) bool {
		return doubtOn(judged(t, withN, "", rows).Doubts, "the effective sample size, and not") != nil
	}
	noted := func(t *testing.T, rows []sumstats.Row) bool {
		return says(judged(t, withN, "", rows).Notes, "n_of_groups", "cases and controls together")
	}
	ns := func(n func(i int) float64) []sumstats.Row {
		return groups(100, func(i int, r *sumstats.Row) { r.N = n(i) })
	}
	tryBothSides(t, []bothSides{
		{"thousandths that a half is", 509, 511, func(t *testing.T, n int) bool { return half(t, neff(100, func(int) int { return n })) }},
		{"thousandths that a half is at least", 491, 489, func(t *testing.T, n int) bool { return half(t, neff(100, func(int) int { return n })) }},
		{"halves in a hundred", 90, 89, func(t *testing.T, n int) bool { return half(t, neff(100, firstRows(n, 500, 700))) }},
		{"halves", 10, 9, func(t *testing.T, n int) bool { return half(t, neff(n, func(int) int { return 500 })) }},
		{"thousandths that a whole is", 1019, 1021, func(t *testing.T, n int) bool { return whole(t, neff(100, func(int) int { return 2 * n })) }},
		{"wholes in a hundred", 90, 89, func(t *testing.T, n int) bool { return whole(t, neff(100, firstRows(n, 2000, 1400))) }},
		{"thousandths that an effective N is", 1019, 1021, func(t *testing.T, n int) bool {
			return isEffective(t, ns(func(int) float64 { return effective * float64(n) / 1000 }))
		}},
		{"effective N in a hundred", 90, 89, func(t *testing.T, n int) bool { return isEffective(t, ns(firstRows(n, effective, 600.))) }},
		{"rows with N and groups", 10, 9, func(t *testing.T, n int) bool {
			return isEffective(
				t,
				append(groups(n, func(_ int, r *sumstats.Row) { r.N = effective }), sized(30, func(_ int, r *sumstats.Row) { r.N = effective })...),
			)
		}},
		{"N in a hundred that are those of both groups", 49, 50, func(t *testing.T, n int) bool { return noted(t, ns(firstRows(n, together, 600.))) }},
		{"thousandths that N is more than both groups", 1021, 1019, func(t *testing.T, n int) bool {
			return noted(t, ns(func(int) float64 { return together * float64(n) / 1000 }))
		}},
	})
}

// TestErrorsFollowNThresholds makes ln N and the ln of the N that errors imply
// with a given correlation: x = ±1 and cx ± √(1 − c²), all four of them equally
// often, have correlation c.
func TestErrorsFollowNThresholds(t *testing.T) {
	asks := func(t *testing.T, rows []sumstats.Row) bool {
		return doubtOn(judged(t, plain.With(sumstats.Mapping{sumstats.FieldN: "n"}), "", rows).Doubts, "the standard errors do not follow it") != nil
	}
	correlated := func(c, spread float64, withError int) []sumstats.Row {
		return sized(40, func(i int, r *sumstats.Row) {
			x, u := signed(i, 1), signed(i/2, 1)
			if r.N, r.EAF = 10_000*math.Exp(spread*x), 0.5; i < withError {
				implied := 10_000 * math.Exp(c*x+math.Sqrt(1-c*c)*u)
				r.SE = math.Sqrt(2 / implied)
			}
		})
	}
	tryBothSides(t, []bothSides{
		{"hundredths of correlation", 19, 21, func(t *testing.T, n int) bool { return asks(t, correlated(float64(n)/100, 1, 40)) }},
		{"thousandths of the spread of ln N", 301, 299, func(t *testing.T, n int) bool { return asks(t, correlated(0, float64(n)/1000, 40)) }},
		{"rows with errors", 30, 29, func(t *testing.T, n int) bool { return asks(t, correlated(-0.5, 1, n)) }},
		{"the last chromosome that counts", 22, 23, func(t *testing.T, n int) bool {
			rows := correlated(0, 1, 40)
			for i := range rows {
				rows[i].Chromosome = genome.Chromosome(n)
			}
			return asks(t, rows)
		}},
	})
}

// TestPlaceThresholds tries what a column is whatever it is called.
func TestPlaceThresholds(t *testing.T) {
	paired := func(t *testing.T, n, pairs, reference int) *Inspection {
		vs := known(t, n, func(m *marker) bool { return m.ref != 0 && complement(m.ref) != m.alt })
		return inspectTable(t, "rsid chr pos both beta se p", n, func(i int) string {
			first, last := vs[i].ref, vs[i].alt
			if i >= reference {
				first, last = last, first
			}
			return fmt.Sprintf(
				"rs%d %s %d ",
				vs[i].rsid,
				vs[i].chromosome,
				vs[i].pos37,
			) + some(
				pairs,
				fmt.Sprintf("%c/%c", first, last),
				"x",
			)(
				i,
			) + " 0.1 0.1 0.3173"
		})
	}
	third := func(t *testing.T, n int) *Inspection {
		return inspectTable(
			t,
			"chr pos ref alt A1 beta se p",
			100,
			func(i int) string { return fmt.Sprintf("1 %d A G ", 1000+i) + some(n, "G", "C")(i) + " 0.1 0.1 0.3173" },
		)
	}
	tryBothSides(t, []bothSides{
		{"places in a hundred values", 90, 89, func(t *testing.T, n int) bool {
			in := inspectTable(
				t,
				"foo effect_allele other_allele beta se p",
				100,
				func(i int) string { return some(n, fmt.Sprintf("1:%d", 500+i), "kgp7")(i) + " A G 0.1 0.1 0.3173" },
			)
			return guessOf(in, sumstats.FieldChrPos).Column == "foo"
		}},
		{"pairs of alleles in a hundred values", 90, 89, func(t *testing.T, n int) bool {
			return guessOf(paired(t, 100, n, 100), sumstats.FieldAlleles).Column == "both"
		}},
		{
			"known variants whose first allele is the reference",
			10,
			9,
			func(t *testing.T, n int) bool { return guessOf(paired(t, n, n, n), sumstats.FieldAlleles).Likely },
		},
		{"known variants in a hundred whose first allele is the reference", 95, 94, func(t *testing.T, n int) bool {
			return guessOf(paired(t, 100, 100, n), sumstats.FieldAlleles).Likely
		}},
		{"rows in a hundred in which a third column holds one of the alleles", 95, 94, func(t *testing.T, n int) bool {
			in := third(t, n)
			return guessOf(in, sumstats.FieldEffectAllele).Column == "A1" && guessOf(in, sumstats.FieldReferenceAllele).Column == "ref"
		}},
	})
}
