package recognise

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// bothSides is a threshold: the verdict is there at reached and missing at less.
type bothSides struct {
	name          string
	reached, less int
	seen          func(t *testing.T, n int) bool
}

func tryBothSides(t *testing.T, thresholds []bothSides) {
	t.Helper()
	for _, tt := range thresholds {
		t.Run(tt.name, func(t *testing.T) {
			if !tt.seen(t, tt.reached) {
				t.Errorf("not at %d", tt.reached)
			}
			if tt.seen(t, tt.less) {
				t.Errorf("already at %d", tt.less)
			}
		})
	}
}

// plain is the mapping of the made-up rows.
var plain = sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldRSID: "rsid", sumstats.FieldEffectAllele: "ea",
	sumstats.FieldOtherAllele: "oa", sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p"}

// knownRow is a known variant and its rs number.
type knownRow struct {
	rsid uint64
	*marker
}

// known lists the first n known variants that meet a condition, by rs number.
func known(t *testing.T, n int, meets func(m *marker) bool) []knownRow {
	t.Helper()
	index, err := markers()
	if err != nil {
		t.Fatal(err)
	}
	var all []knownRow
	for rsid, m := range index.byRSID {
		if meets(m) {
			all = append(all, knownRow{rsid, m})
		}
	}
	slices.SortFunc(all, func(a, b knownRow) int { return cmp.Compare(a.rsid, b.rsid) })
	if len(all) < n {
		t.Fatalf("%d known variants, want %d", len(all), n)
	}
	return all[:n]
}

// missingRow returns a row that states nothing.
func missingRow() sumstats.Row {
	nan := math.NaN()
	return sumstats.Row{Beta: nan, SE: nan, EAF: nan, NegLog10P: nan, N: nan, NCases: nan, NControls: nan, Info: nan, NEff: float32(nan)}
}

// rowsOf makes n rows.
func rowsOf(n int, fill func(i int, r *sumstats.Row)) []sumstats.Row {
	rows := make([]sumstats.Row, n)
	for i := range rows {
		rows[i] = missingRow()
		rows[i].Line = uint32(i + 2)
		fill(i, &rows[i])
	}
	return rows
}

// judged judges rows as they are read by a mapping.
func judged(t *testing.T, m sumstats.Mapping, build genome.Build, rows []sumstats.Row) *Judgement {
	t.Helper()
	index, err := markers()
	if err != nil {
		t.Fatal(err)
	}
	r := reading{mapping: m, rows: rows, index: index, build: build}
	return r.judge()
}

func says(findings []sumstats.Finding, code, text string) bool {
	return slices.ContainsFunc(findings, func(f sumstats.Finding) bool { return f.Code == code && strings.Contains(f.Message, text) })
}

// doubtOn finds a doubt by a part of its text or evidence; nil without one.
func doubtOn(questions []Question, text string) *Question {
	for i := range questions {
		if strings.Contains(questions[i].Text+" "+strings.Join(questions[i].Evidence, " "), text) {
			return &questions[i]
		}
	}
	return nil
}

// moved places known variants: by returns how far row i is from its GRCh37 position.
func moved(t *testing.T, n int, by func(i int) int32) []sumstats.Row {
	t.Helper()
	vs := known(t, n, func(m *marker) bool { return m.telling() && m.chromosome < genome.X })
	return rowsOf(n, func(i int, r *sumstats.Row) {
		r.Chromosome, r.RSID, r.Position = vs[i].chromosome, vs[i].rsid, vs[i].pos37+by(i)
	})
}

// firstRows returns one value for the first n rows and another one for the rest.
func firstRows[T any](n int, a, b T) func(int) T {
	return func(i int) T {
		if i < n {
			return a
		}
		return b
	}
}

// placed are rows without rs numbers on chromosome 1.
func placed(positions ...int32) []sumstats.Row {
	return rowsOf(len(positions), func(i int, r *sumstats.Row) { r.Chromosome, r.Position = 1, positions[i] })
}

// roundRows has n positions in steps from a million on, the first ones twice.
func roundRows(n, twice int, step int32) (positions []int32) {
	at := int32(1_000_000)
	for i := range n {
		if i == 0 || i > twice {
			at += step
		}
		positions = append(positions, at)
	}
	return positions
}

// TestPositionThresholds tries each threshold of the judgement of positions.
func TestPositionThresholds(t *testing.T) {
	rounded := func(t *testing.T, rows []sumstats.Row) bool {
		return says(judged(t, plain, "", rows).Against, "position", "rounded")
	}
	against := func(t *testing.T, text string, rows []sumstats.Row) bool {
		return says(judged(t, plain, "", rows).Against, "position", text)
	}
	older := func(t *testing.T, rows []sumstats.Row) bool {
		return strings.Contains(judged(t, plain, "", rows).Build.Reason, "older build")
	}
	const far = 10_000_000
	tryBothSides(t, []bothSides{
		{"multiples of 100 in a hundred positions", 90, 89, func(t *testing.T, n int) bool {
			p := roundRows(100, 1, 100)
			for i := n; i < len(p); i++ {
				p[i] += 7
			}
			return rounded(t, placed(p...))
		}},
		{"the number that positions are multiples of", 100, 50, func(t *testing.T, n int) bool { return rounded(t, placed(roundRows(100, 1, int32(n))...)) }},
		{"positions before rounding shows", 30, 29, func(t *testing.T, n int) bool { return rounded(t, placed(roundRows(n, 1, 100)...)) }},
		{
			"rows in two hundred at the position of the row before",
			2,
			1,
			func(t *testing.T, n int) bool { return rounded(t, placed(roundRows(200, n, 100)...)) },
		},
		{"a position that loses no digits", 10_000, 10_001, func(t *testing.T, n int) bool {
			p := roundRows(30, 1, 100)
			p[27], p[28], p[29] = p[27]+7, p[28]+7, p[29]+7
			return rounded(t, placed(append(p, int32(n))...))
		}},
		{"a round position that counts", 10_100, 10_000, func(t *testing.T, n int) bool {
			return rounded(t, placed(append(roundRows(29, 1, 100), int32(n))...))
		}},
		{"known variants in fifty at their position beside rounded ones", 5, 6, func(t *testing.T, n int) bool {
			p := roundRows(100, 0, 100)
			vs := known(t, 50, func(m *marker) bool { return m.chromosome == 1 && m.telling() })
			rows := placed(p...)
			for i, v := range vs {
				if rows[i].RSID = v.rsid; i < n {
					rows[i].Position = v.pos37
				}
			}
			return rounded(t, rows)
		}},
		{"known variants elsewhere beside rounded positions", 5, 4, func(t *testing.T, n int) bool {
			rows := placed(roundRows(100, 0, 100)...)
			for i, v := range known(t, n, func(m *marker) bool { return m.chromosome == 1 && m.telling() }) {
				rows[i].RSID = v.rsid
			}
			return rounded(t, rows)
		}},
		{"known variants in a hundred one base before", 90, 89, func(t *testing.T, n int) bool {
			return against(t, "count from 0", moved(t, 100, firstRows[int32](n, -1, far)))
		}},
		{"known variants in a hundred one base behind", 90, 89, func(t *testing.T, n int) bool {
			return against(t, "one too large", moved(t, 100, firstRows[int32](n, 1, far)))
		}},
		{"known variants in a hundred two bases behind where 1 was added", 90, 89, func(t *testing.T, n int) bool { return twoTooLarge(t, 100, n) }},
		{"known variants two bases behind where 1 was added", 5, 4, func(t *testing.T, n int) bool { return twoTooLarge(t, n, n) }},
		{"known variants one base before", 5, 4, func(t *testing.T, n int) bool {
			return against(t, "count from 0", moved(t, n, func(int) int32 { return -1 }))
		}},
		// Chance hits 30,352 places of 3.1 billion: more than five have to be there.
		{"known places one base before, without rs numbers", 6, 5, func(t *testing.T, n int) bool {
			rows := moved(t, n, func(int) int32 { return -1 })
			for i := range rows {
				rows[i].RSID = 0
			}
			return against(t, "count from 0", rows)
		}},
		{"bases from the position on GRCh37 to that of an older build", 2_500_000, 2_500_001, func(t *testing.T, n int) bool {
			return older(t, moved(t, 100, func(int) int32 { return int32(n) }))
		}},
		{"known variants in a hundred near their position", 90, 89, func(t *testing.T, n int) bool {
			return older(t, moved(t, 100, firstRows[int32](n, 5000, far)))
		}},
		{"known variants in a hundred at their position on a build that they do not contradict", 60, 61, func(t *testing.T, n int) bool {
			return older(t, moved(t, 100, firstRows[int32](n, 0, 5000)))
		}},
		{"known variants at other places", 30, 29, func(t *testing.T, n int) bool {
			return against(t, "contradict each other", moved(t, n, func(int) int32 { return far }))
		}},
		{"known variants in a hundred at their position among misplaced ones", 10, 11, func(t *testing.T, n int) bool {
			return against(t, "contradict each other", moved(t, 100, firstRows[int32](n, 0, far)))
		}},
		{"positions past the end of a chromosome among a thousand", 3, 2, func(t *testing.T, n int) bool { return pastGRCh38(t, 1000, n) }},
		{"rows from which a position past the end may be an error", 999, 1000, func(t *testing.T, n int) bool { return pastGRCh38(t, n, 1) }},
	})
}

// twoTooLarge reports whether positions of which some are two bases behind are rejected where 1 was
// added to each.
func twoTooLarge(t *testing.T, n, two int) bool {
	t.Helper()
	index, err := markers()
	if err != nil {
		t.Fatal(err)
	}
	r := reading{mapping: plain, rows: moved(t, n, firstRows[int32](two, 2, 10_000_000)), index: index, zeroBased: true}
	return says(r.judge().Against, "position", "do not count from 0")
}

// pastGRCh38 reports whether n rows of which some are past the end of chromosome 1 on GRCh38,
// 248,956,422, and not on GRCh37, 249,250,621, are taken for GRCh37.
func pastGRCh38(t *testing.T, n, past int) bool {
	t.Helper()
	rows := rowsOf(n, func(i int, r *sumstats.Row) {
		if r.Chromosome, r.Position = 1, 11_000_007+1000*int32(i); i < past {
			r.Position = 249_000_007 + int32(i)
		}
	})
	return judged(t, plain, "", rows).Build.Guess == genome.GRCh37
}

// TestOddChromosomeThresholds puts one chromosome on the other build.
func TestOddChromosomeThresholds(t *testing.T) {
	odd := func(t *testing.T, n, on38 int) bool {
		t.Helper()
		rows := rowsOf(0, nil)
		add := func(c genome.Chromosome, n, on38 int) {
			for i, v := range known(t, n, func(m *marker) bool { return m.telling() && m.chromosome == c }) {
				r := missingRow()
				if r.Chromosome, r.RSID, r.Position = c, v.rsid, v.pos37; i < on38 {
					r.Position = v.pos38
				}
				rows = append(rows, r)
			}
		}
		add(1, 1000, 0)
		add(2, n, on38)
		return says(judged(t, plain, "", rows).Against, string(CodeMixedBuilds), "On chromosome 2")
	}
	tryBothSides(t, []bothSides{
		{"known variants on the chromosome", 5, 4, func(t *testing.T, n int) bool { return odd(t, n, n) }},
		{"known variants in twenty on the other build", 19, 18, func(t *testing.T, n int) bool { return odd(t, 20, n) }},
	})
}

// frequent are rows of rare and common known alleles: the first so many of each
// have the frequency of the effect allele, the rest that of the other one.
func frequent(t *testing.T, rare, ownRare, common, ownCommon int) []sumstats.Row {
	t.Helper()
	tells := func(m *marker) bool { return m.ref != 0 && complement(m.ref) != m.alt }
	var rows []sumstats.Row
	for _, kind := range []struct {
		n, own int
		is     func(m *marker) bool
	}{
		{rare, ownRare, func(m *marker) bool { return tells(m) && m.percent[0] > 5 && m.percent[0] < 35 }},
		{common, ownCommon, func(m *marker) bool { return tells(m) && m.percent[0] > 65 && m.percent[0] < 95 }},
	} {
		for i, v := range known(t, kind.n, kind.is) {
			rows = append(rows, v.asRow(i < kind.own))
		}
	}
	return rows
}

// asRow returns a row with the effect of the alternate allele, and its frequency or that of the
// reference allele.
func (v knownRow) asRow(own bool) sumstats.Row {
	r := missingRow()
	r.Chromosome, r.Position, r.RSID = v.chromosome, v.pos37, v.rsid
	r.EA, r.OA = alleleOf(v.alt), alleleOf(v.ref)
	r.EAF = float64(v.percent[0]) / 100
	if !own {
		r.EAF = 1 - r.EAF
	}
	return r
}

func alleleOf(base byte) variant.Allele {
	return variant.A + variant.Allele(strings.IndexByte("ACGT", base))
}

// TestFrequencyThresholds tries each threshold of the judgement of frequencies.
func TestFrequencyThresholds(t *testing.T) {
	m := plain.With(sumstats.Mapping{sumstats.FieldEAF: "eaf"})
	likely := func(t *testing.T, rows []sumstats.Row) sumstats.Field {
		q := doubtOn(judged(t, m, "", rows).Doubts, "Whose frequency is eaf?")
		if q == nil {
			return "none"
		}
		f, _, _ := q.Likely()
		return f
	}
	// as judges the known variants of exactly this frequency in Europe, all mirrored.
	as := func(t *testing.T, percent int) bool {
		var rows []sumstats.Row
		for _, v := range known(t, 10, func(m *marker) bool { return m.ref != 0 && complement(m.ref) != m.alt && int(m.percent[0]) == percent }) {
			rows = append(rows, v.asRow(false))
		}
		return likely(t, rows) == sumstats.FieldOAF
	}
	tryBothSides(t, []bothSides{
		{
			"known variants before a frequency is doubted",
			10,
			9,
			func(t *testing.T, n int) bool { return likely(t, frequent(t, n, 0, 0, 0)) == sumstats.FieldOAF },
		},
		{"known variants in a hundred with the frequency of their own allele", 80, 79, func(t *testing.T, n int) bool {
			return likely(t, frequent(t, 50, n/2, 50, n-n/2)) == "none"
		}},
		{"known variants in a hundred with that of the other allele", 5, 6, func(t *testing.T, n int) bool {
			return likely(t, frequent(t, 50, n, 50, 0)) == sumstats.FieldOAF
		}},
		{"rare alleles in a hundred with their own frequency, of a folded one", 90, 89, func(t *testing.T, n int) bool {
			return likely(t, frequent(t, 100, n, 40, 0)) == sumstats.FieldMAF
		}},
		{"common alleles in a hundred with their own frequency, of a folded one", 10, 11, func(t *testing.T, n int) bool {
			return likely(t, frequent(t, 20, 20, 100, n)) == sumstats.FieldMAF
		}},
		{"common alleles of a folded frequency", 10, 9, func(t *testing.T, n int) bool { return likely(t, frequent(t, 30, 30, n, 0)) == sumstats.FieldMAF }},
		{"per cent from which a common allele counts", 61, 60, as},
		{"per cent up to which a rare allele counts", 39, 40, as},
		{"values in a hundred that are no frequency", 51, 50, func(t *testing.T, n int) bool {
			in := withColumn(t, "eaf", 100, some(n, "1.5", "0.5"))
			j, err := in.look.judge(in.Mapping(true).With(sumstats.Mapping{sumstats.FieldEAF: "eaf"}), &Answers{})
			return err == nil && doubtOn(j.Doubts, "Go on without eaf?") != nil
		}},
		{"alleles that are 1 and 2", 20, 19, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele beta se p", n, func(int) string { return "1 5 1 2 0.1 0.1 0.3173" })
			return hasFinding(in, codeNumbered, sumstats.Block)
		}},
	})
}
