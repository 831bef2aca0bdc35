package recognise

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// TestOneChromosomeThresholds tries the evidence of one chromosome against all others.
func TestOneChromosomeThresholds(t *testing.T) {
	frequency := plain.With(sumstats.Mapping{sumstats.FieldEAF: "eaf"})
	// turned has n known variants on chromosome 1, some of them with the frequency of the other allele.
	turned := func(t *testing.T, n, other int) bool {
		tells := func(m *marker) bool {
			return m.ref != 0 && complement(m.ref) != m.alt && m.percent[0] > 5 && m.percent[0] < 35
		}
		var rows []sumstats.Row
		for i, v := range known(t, n, func(m *marker) bool { return tells(m) && m.chromosome == 1 }) {
			rows = append(rows, v.asRow(i >= other))
		}
		for _, v := range known(t, 900, func(m *marker) bool { return tells(m) && m.chromosome > 1 && m.chromosome < genome.X }) {
			rows = append(rows, v.asRow(true))
		}
		return says(judged(t, frequency, "", rows).Against, "alleles_change", "On chromosome 1")
	}
	// letters have known variants on chromosome 1 and elsewhere, some of the reference allele.
	letters := func(t *testing.T, n, reference, elsewhere, referenceElsewhere int) bool {
		tells := func(m *marker) bool { return m.ref != 0 && complement(m.ref) != m.alt }
		var rows []sumstats.Row
		add := func(n, reference int, on func(m *marker) bool) {
			for i, v := range known(t, n, func(m *marker) bool { return tells(m) && on(m) }) {
				r := v.asRow(true)
				if r.EAF = math.NaN(); i < reference {
					r.EA, r.OA = r.OA, r.EA
				}
				rows = append(rows, r)
			}
		}
		add(n, reference, func(m *marker) bool { return m.chromosome == 1 })
		add(elsewhere, referenceElsewhere, func(m *marker) bool { return m.chromosome == 2 })
		return says(judged(t, plain, "", rows).Against, codeAllelesChange, "On chromosome 1")
	}
	// odd makes the first of every forty rows, of which n are on chromosome 2, disagree, and some
	// on chromosome 1: it returns 1,600 rows in all.
	odd := func(n, bad, elsewhere int, disagree func(i int, r *sumstats.Row)) []sumstats.Row {
		rows := associated(1600, func(i int) (float64, float64, float64) { return signed(i, 0.6), 0.1, 6 })
		for i := range rows {
			rows[i].EAF, rows[i].N = 0.5, 200
			switch k, at := i/40, i%40; {
			case at == 0 && k < bad, at > 0 && at <= (elsewhere+39-k)/40:
				disagree(i, &rows[i])
			}
		}
		for i := range n {
			rows[40*i].Chromosome = 2
		}
		return rows
	}
	disagrees := func(t *testing.T, n, bad, elsewhere int) bool {
		return says(
			judged(t, plain, "", odd(n, bad, elsewhere, func(_ int, r *sumstats.Row) { r.NegLog10P = disagreeing })).Against,
			"column_changes",
			"On chromosome 2 P follows",
		)
	}
	// scaled has errors of another unit, which P follows.
	scaled := func(t *testing.T, n, bad, elsewhere int, unit float64) bool {
		return says(
			judged(t, plain, "", odd(n, bad, elsewhere, func(_ int, r *sumstats.Row) { r.Beta, r.SE = r.Beta*unit, r.SE*unit })).Against,
			"column_changes",
			"On chromosome 2 the standard errors",
		)
	}
	tryBothSides(t, []bothSides{
		{"known variants on the chromosome", 10, 9, func(t *testing.T, n int) bool { return turned(t, n, n) }},
		{"known variants in a hundred with the frequency of the other allele", 95, 94, func(t *testing.T, n int) bool { return turned(t, 100, n) }},
		{"known variants whose letters are compared", 10, 9, func(t *testing.T, n int) bool { return letters(t, n, n, 200, 0) }},
		{"known variants elsewhere", 100, 99, func(t *testing.T, n int) bool { return letters(t, 10, 10, n, 0) }},
		{"known variants in a hundred that are the reference there", 95, 94, func(t *testing.T, n int) bool { return letters(t, 100, n, 200, 0) }},
		{"known variants in a hundred that are the reference elsewhere", 5, 6, func(t *testing.T, n int) bool { return letters(t, 10, 10, 100, n) }},
		{"known variants in a hundred that are the alternate allele there", 95, 94, func(t *testing.T, n int) bool { return letters(t, 100, 100-n, 200, 200) }},
		{"rows on the chromosome whose P is compared", 20, 19, func(t *testing.T, n int) bool { return disagrees(t, n, n, 60) }},
		{"rows of forty whose P does not follow", 21, 20, func(t *testing.T, n int) bool { return disagrees(t, 40, n, 0) }},
		{"rows of a small chromosome whose P does not follow", 5, 4, func(t *testing.T, n int) bool { return disagrees(t, n, n, 0) }},
		{"rows of nine of a small chromosome whose P does not follow", 5, 4, func(t *testing.T, n int) bool { return disagrees(t, 9, n, 0) }},
		{"rows elsewhere whose P does not follow beside a small chromosome", 47, 48, func(t *testing.T, n int) bool { return disagrees(t, 10, 10, n) }},
		{"rows of a small chromosome with errors of another unit", 5, 4, func(t *testing.T, n int) bool { return scaled(t, n, n, 0, 3) }},
		{"rows of forty with errors of another unit", 21, 20, func(t *testing.T, n int) bool { return scaled(t, 40, n, 0, 3) }},
		{"hundredths of the larger unit", 201, 199, func(t *testing.T, n int) bool { return scaled(t, 40, 40, 0, float64(n)/100) }},
		{"hundredths of the smaller unit", 49, 51, func(t *testing.T, n int) bool { return scaled(t, 40, 40, 0, float64(n)/100) }},
	})
}

// TestOneChromosomeWithAnotherN states another N on one chromosome, whose errors are those
// of the others or follow it: neither is another unit.
func TestOneChromosomeWithAnotherN(t *testing.T) {
	m := plain.With(sumstats.Mapping{sumstats.FieldN: "n"})
	for _, people := range []float64{1, 10, 100} { // the errors imply these, where N is 100 times as large
		rows := associated(1600, func(i int) (float64, float64, float64) { return signed(i, 0.6), 0.1, 6 })
		for i := range rows {
			rows[i].EAF, rows[i].N = 0.5, 200
			if i%40 == 0 {
				rows[i].Chromosome, rows[i].N = 2, 20_000
				rows[i].SE /= math.Sqrt(people)
				rows[i].Beta /= math.Sqrt(people)
			}
		}
		told := says(judged(t, m, "", rows).Against, "column_changes", "On chromosome 2 the standard errors")
		if told != (people == 10) { // which fits neither N
			t.Errorf("errors of %g times as many people: told %v", people, told)
		}
	}
}

// TestStrandThresholds turns alleles of known variants to the reverse strand.
func TestStrandThresholds(t *testing.T) {
	told := func(t *testing.T, n, reverse int) bool {
		var rows []sumstats.Row
		for i, v := range known(t, n, func(m *marker) bool { return m.ref != 0 && complement(m.ref) != m.alt }) {
			r := v.asRow(true)
			if i < reverse {
				r.EA, r.OA = alleleOf(complement(v.alt)), alleleOf(complement(v.ref))
			}
			rows = append(rows, r)
		}
		return says(judged(t, plain, "", rows).Notes, "reverse_strand", fmt.Sprintf("%d of ", reverse))
	}
	tryBothSides(t, []bothSides{
		{"known variants", 10, 9, func(t *testing.T, n int) bool { return told(t, 10, n) }},
		{"known variants in four hundred", 20, 19, func(t *testing.T, n int) bool { return told(t, 400, n) }},
	})
}

// TestLostSignThresholds tries effects of one sign.
func TestLostSignThresholds(t *testing.T) {
	// effects are all positive but for some, of the alternate allele but for some.
	effects := func(t *testing.T, n, negative, reference, sizes int, text string) bool {
		rows := []sumstats.Row{}
		for i, v := range known(t, n, func(m *marker) bool { return m.ref != 0 && complement(m.ref) != m.alt }) {
			r := v.asRow(true)
			r.EAF, r.SE, r.Beta = math.NaN(), 0.1, 0.2+float64(i%sizes)/1000
			if i < reference {
				r.EA, r.OA = r.OA, r.EA
			}
			if i < negative {
				r.Beta = -0.2
			}
			rows = append(rows, r)
		}
		q := doubtOn(judged(t, plain, "", rows).Doubts, "Has beta lost its sign?")
		return q != nil && strings.Contains(q.Evidence[0], text)
	}
	// direction is a sign next to effects that have none.
	direction := func(t *testing.T, n, minus int, beta float64) bool {
		in := inspectTable(t, "chr pos effect_allele other_allele beta se p direction", n, func(i int) string {
			sign := firstRows(minus, "-", "+")(i)
			return fmt.Sprintf("1 %d A G %g 0.02 %g %s", 1000+7*i, firstRows(1, beta, 0.05)(i), pOfNothing(i), sign)
		})
		return says(in.Decide(Answers{}).Against, "sign_lost", "direction is −")
	}
	// z has a sign, and the effect has none.
	z := func(t *testing.T, n int) bool {
		in := inspectTable(t, "chr pos effect_allele other_allele beta se p z", 100, func(i int) string {
			return fmt.Sprintf("1 %d A G 0.05 0.02 %g %g", 1000+7*i, pOfNothing(i), firstRows(n, -2.5, 2.5)(i*37%100))
		})
		return doubtOn(in.Questions(), "beta is never negative") != nil
	}
	tryBothSides(t, []bothSides{
		{"effects", 100, 99, func(t *testing.T, n int) bool { return effects(t, n, 0, 50, 100, "") }},
		{"negative effects", 0, 1, func(t *testing.T, n int) bool { return effects(t, 200, n, 100, 100, "") }},
		{"sizes of a hundred effects", 11, 10, func(t *testing.T, n int) bool { return effects(t, 100, 0, 50, n, "") }},
		{"reference alleles in a hundred", 5, 6, func(t *testing.T, n int) bool { return effects(t, 100, 0, n, 100, "is the alternate allele at") }},
		{
			"reference alleles in a hundred, of the other rule",
			95,
			94,
			func(t *testing.T, n int) bool { return effects(t, 100, 0, n, 100, "is the reference allele at") },
		},
		{"rows with a direction", 30, 29, func(t *testing.T, n int) bool { return direction(t, n, n, 0.05) }},
		{"directions in a hundred that are −", 20, 19, func(t *testing.T, n int) bool { return direction(t, 100, n, 0.05) }},
		{"the first effect, in hundredths", 5, -5, func(t *testing.T, n int) bool { return direction(t, 100, 50, float64(n)/100) }},
		{"opposite Z in a hundred", 20, 19, z},
	})
}

// TestIntervalThresholds reads intervals of other levels than 95 %: the width is that
// of the level, and P is of effect and true error.
func TestIntervalThresholds(t *testing.T) {
	m := sumstats.Mapping{sumstats.FieldOddsRatio: "or", sumstats.FieldCILower: "lo", sumstats.FieldCIUpper: "hi", sumstats.FieldP: "p"}
	asked := func(t *testing.T, width float64, text string) bool {
		rows := associated(200, func(i int) (float64, float64, float64) {
			z := 0.7 + 0.02*float64(i)
			return signed(i, 0.1*z), 0.1 * width / 1.959964, z
		})
		for i := range rows {
			rows[i].Flags |= sumstats.SEDerived
		}
		return doubtOn(judged(t, m, "", rows).Doubts, text) != nil
	}
	tryBothSides(t, []bothSides{
		{"thousandths of the width of 90 %, above", 1009, 1012, func(t *testing.T, n int) bool { return asked(t, 1.644854*float64(n)/1000, "one of 90 %") }},
		{"thousandths of the width of 99 %, below", 991, 988, func(t *testing.T, n int) bool { return asked(t, 2.575829*float64(n)/1000, "one of 99 %") }},
	})
}

// TestWidePositionsRounded rounds the positions of nine digits only.
func TestWidePositionsRounded(t *testing.T) {
	rounded := func(t *testing.T, n, round int) bool {
		vs := known(t, n, func(m *marker) bool {
			return m.telling() && m.pos37 > 100_000_000 && m.pos38 > 100_000_000 && m.pos37%100 != 0
		})
		rows := rowsOf(n, func(i int, r *sumstats.Row) {
			r.Chromosome, r.RSID, r.Position = vs[i].chromosome, vs[i].rsid, vs[i].pos37
			if i < round {
				r.Position = (r.Position + 500_000) / 1_000_000 * 1_000_000
			}
		})
		rows = append(rows, moved(t, 300, func(int) int32 { return 0 })...)
		return says(judged(t, plain, "", rows).Against, "position", "beyond 99,999,999")
	}
	tryBothSides(t, []bothSides{
		{"positions", 2000, 0, func(t *testing.T, n int) bool { return rounded(t, 2000, n) }},
	})
}

// TestOtherHeaderIsRefused joins two tables whose columns have another order.
func TestOtherHeaderIsRefused(t *testing.T) {
	s := honest(t, 300)
	text := string(s.file())
	fields := strings.Fields(s.header)
	fields[3], fields[4] = fields[4], fields[3]
	for second, refused := range map[string]bool{strings.Join(fields, "\t"): true, strings.Join(strings.Fields(s.header), "\t"): false} {
		lines := strings.SplitAfterN(text, "\n", 200)
		joined := strings.Join(lines[:199], "") + second + "\n" + lines[199]
		r, err := sumstats.Open(strings.NewReader(joined), sumstats.ReadOptions{Mapping: s.inspect(t).Mapping(true)})
		if err != nil {
			t.Fatal(err)
		}
		for batch := make([]sumstats.Row, 64); err == nil; {
			_, err = r.ReadRows(batch)
		}
		if strings.Contains(err.Error(), "A second header") != refused {
			t.Errorf("%q: %v", second, err)
		}
		r.Close()
	}
}
