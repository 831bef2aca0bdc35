package recognise

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

// study is a made-up file of known variants: effect and error of association, P of
// them by math.Erfc, and the alternate allele as the effect allele.
type study struct {
	variants []knownRow
	header   string
	cells    func(i int, v knownRow) string
}

const studyHeader = "rsid chr pos effect_allele other_allele eaf beta se p"

// honest returns a study on GRCh37 without a fault.
func honest(t *testing.T, n int) *study {
	t.Helper()
	return &study{header: studyHeader, cells: soundCells, variants: known(t, n, func(m *marker) bool {
		return m.telling() && m.chromosome < genome.X && m.ref != 0 && complement(m.ref) != m.alt
	})}
}

func soundCells(i int, v knownRow) string { return soundAt(i, v, v.pos37) }

func soundAt(i int, v knownRow, position int32) string {
	beta, se, _ := association(i)
	return cellsOf(v, position, float64(v.percent[0])/100, beta, se, math.Erfc(math.Abs(beta/se)/math.Sqrt2))
}

func cellsOf(v knownRow, position int32, eaf, beta, se, p float64) string {
	return fmt.Sprintf("rs%d %s %d %c %c %.3f %.9g %.9g %.9g", v.rsid, v.chromosome, position, v.alt, v.ref, eaf, beta, se, p)
}

func (s *study) file() []byte {
	lines := make([]string, len(s.variants))
	for i, v := range s.variants {
		lines[i] = s.cells(i, v)
	}
	return sumstatstest.Table(s.header, lines...)
}

func (s *study) inspect(t *testing.T) *Inspection {
	t.Helper()
	return inspectBytes(t, "study", s.file())
}

// An answer overrules a doubt, in either sense, and the report notes when the evidence is against
// it.
func TestAnAnswerOverrulesADoubt(t *testing.T) {
	s := honest(t, 300)
	s.cells = func(i int, v knownRow) string { // odds ratios that are called beta
		beta, se, _ := association(i)
		return cellsOf(v, v.pos37, float64(v.percent[0])/100, math.Exp(beta), se, math.Erfc(math.Abs(beta/se)/math.Sqrt2))
	}
	in := s.inspect(t)
	if d := in.Decide(Answers{}); doubtOn(d.Open, "odds ratios and not betas") == nil || d.Refusal(in) == nil || len(d.Overruled) != 0 {
		t.Errorf("not asked: %+v", d.Open)
	}
	for field, column := range map[sumstats.Field]string{sumstats.FieldBeta: "beta", sumstats.FieldOddsRatio: "beta"} {
		d := in.Decide(Answers{Map: sumstats.Mapping{field: column}})
		findings := d.findings(in, MapFlag)
		overruled := says(findings, "overruled", "It is read as you stated.")
		if len(d.Open) != 0 || d.Refusal(in) != nil || d.Mapping[field] != column || overruled != (field == sumstats.FieldBeta) {
			t.Errorf("%s: open %+v, refused with %v, %+v", field, d.Open, d.Refusal(in), findings)
		}
		if told := strings.Contains(strings.Join(d.Sentences(), " "), "It is read as you stated."); told != (field == sumstats.FieldBeta) {
			t.Errorf("%s: told %q", field, d.Sentences())
		}
	}
}

// A contradiction is none of the questions: no answer and no convention overrules it.
func TestNoAnswerOverrulesAContradiction(t *testing.T) {
	shifted := honest(t, 300)
	shifted.cells = func(i int, v knownRow) string { return soundAt(i, v, v.pos37+1) }
	counted := honest(t, 300)
	counted.cells = func(i int, v knownRow) string {
		cells := strings.Fields(soundCells(i, v))
		cells[3], cells[4] = "1", "2"
		return strings.Join(cells, " ")
	}
	for name, s := range map[string]*study{"positions one too large": shifted, "alleles that only count": counted} {
		in := s.inspect(t)
		everything := sumstats.Mapping{}
		for f, column := range in.Mapping(true) {
			everything[f] = column
		}
		for _, a := range []Answers{{}, {Map: everything}, {Map: everything, Whole: true}, {Map: everything, Build: genome.GRCh37}, {Map: everything, Build: genome.GRCh38},
			{Map: everything, Conventions: sumstats.Conventions{ZeroBased: true}}} {
			d := in.Decide(a)
			var fault *textfile.FileError
			if len(d.Against) == 0 || !errors.As(d.Refusal(in), &fault) || fault.Code != CodeContradicted {
				t.Errorf("%s with %+v: %+v, refused with %v", name, a, d.Against, d.Refusal(in))
			}
		}
	}
}

// Positions that count from 0 are refused until it is stated, and those that count
// from 1 when it is.
func TestZeroBasedIsJudged(t *testing.T) {
	fromOne, fromZero := honest(t, 300), honest(t, 300)
	fromZero.cells = func(i int, v knownRow) string { return soundAt(i, v, v.pos37-1) }
	for _, tt := range []struct {
		name   string
		s      *study
		stated bool
		want   string // in the contradiction; "" without one
	}{
		{"from 1", fromOne, false, ""}, {"from 1, stated to be from 0", fromOne, true, "count from 1 already"},
		{"from 0", fromZero, false, "count from 0"}, {"from 0, as stated", fromZero, true, ""},
	} {
		in := tt.s.inspect(t)
		d := in.Decide(Answers{Conventions: sumstats.Conventions{ZeroBased: tt.stated}})
		if tt.want == "" && (len(d.Against) != 0 || d.Build.Guess != genome.GRCh37) || tt.want != "" && !says(d.Against, "position", tt.want) {
			t.Errorf("%s: %q, %+v", tt.name, d.Build.Guess, d.Against)
		}
	}
}

// A declared build is rejected when the rows are on the other one.
func TestDeclaredBuildIsJudged(t *testing.T) {
	in := honest(t, 300).inspect(t)
	for build, refused := range map[genome.Build]bool{genome.UnknownBuild: false, genome.GRCh37: false, genome.GRCh38: true, genome.NCBI36: true} {
		if d := in.Decide(Answers{Build: build}); says(d.Against, "build", "looks like GRCh37") != refused || (len(d.Against) > 0) != refused {
			t.Errorf("%q: %+v", build, d.Against)
		}
	}
}

// confirm reads the whole file as its beginning decides, after a check that the
// beginning itself raises nothing.
func confirm(t *testing.T, s *study, a Answers) error {
	t.Helper()
	file := s.file()
	in := inspectBytes(t, "study", file)
	d := in.Decide(a)
	if err := d.Refusal(in); err != nil {
		t.Fatalf("refused by its beginning: %v", err)
	}
	_, _, err := sumstatstest.ReadRows(t, file, d.ReadOptions(sumstats.ReadOptions{Mapping: d.Mapping, Build: a.Build, Conventions: a.Conventions}))
	return err
}

// TestConfirmJudgesLaterRows changes files of 28,000 rows behind the 10,000 that an
// inspection looks at.
func TestConfirmJudgesLaterRows(t *testing.T) {
	const n = 28_000
	index, err := markers()
	if err != nil {
		t.Fatal(err)
	}
	ordered := known(t, len(index.byRSID), func(*marker) bool { return true })
	ordered = slices.DeleteFunc(ordered, func(v knownRow) bool { return v.ref == 0 })[:n]
	// later has rows of chromosome 21 at the end, from row 20,000 or so on.
	later := slices.Clone(ordered)
	slices.SortStableFunc(later, func(a, b knownRow) int { return count(a.chromosome == 21) - count(b.chromosome == 21) })
	with := func(variants []knownRow, from int, beta func(beta float64) float64, position func(v knownRow) int32) *study {
		return &study{variants: variants, header: studyHeader, cells: func(i int, v knownRow) string {
			b, se, _ := association(i)
			p, at, stated := math.Erfc(math.Abs(b/se)/math.Sqrt2), v.pos37, b
			if i >= from {
				at, stated = position(v), beta(b)
			}
			return cellsOf(v, at, float64(v.percent[0])/100, stated, se, p)
		}}
	}
	same, at37 := func(b float64) float64 { return b }, func(v knownRow) int32 { return v.pos37 }
	for _, tt := range []struct {
		name string
		s    *study
		code textfile.ErrorCode // "" for a file that is accepted
		text string
	}{
		{"an honest file", with(ordered, n, same, at37), "", ""},
		{"effects of another trait from row 60 % on", with(ordered, n*6/10, func(b float64) float64 { return 3*b + 0.4 }, at37), CodeContradicted, "change their meaning"},
		{"odds ratios in the second half", with(ordered, n/2, math.Exp, at37), CodeContradicted, "change their meaning"},
		{"one chromosome on the other build after row 20,000", with(later, 20_000, same, func(v knownRow) int32 {
			if v.chromosome == 21 {
				return v.pos38
			}
			return v.pos37
		}), CodeMixedBuilds, "On chromosome 21"},
		{"the other build from row 10,000 on", with(ordered, 10_000, same, func(v knownRow) int32 { return v.pos38 }), CodeMixedBuilds, "mixed in this file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := confirm(t, tt.s, Answers{})
			var fault *textfile.FileError
			if tt.code == "" && err != nil || tt.code != "" && (!errors.As(err, &fault) || fault.Code != tt.code || !strings.Contains(fault.What, tt.text)) {
				t.Errorf("%v, want %q", err, tt.text)
			}
		})
	}
}

// Answered questions are not asked again for the whole file.
func TestConfirmKeepsAnswers(t *testing.T) {
	s := honest(t, 300)
	s.cells = func(i int, v knownRow) string {
		beta, se, _ := association(i)
		return cellsOf(v, v.pos37, 1-float64(v.percent[0])/100, beta, se, math.Erfc(math.Abs(beta/se)/math.Sqrt2))
	}
	if q := doubtOn(s.inspect(t).Questions(), "Whose frequency is eaf?"); q == nil || !q.Options[0].Likely || q.Options[0].field != sumstats.FieldOAF {
		t.Fatalf("%+v", q)
	}
	for _, f := range []sumstats.Field{sumstats.FieldEAF, sumstats.FieldOAF} {
		if err := confirm(t, s, Answers{Map: sumstats.Mapping{f: "eaf"}}); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// A floor of P and P that is missing are read from effect and error.
func TestReadingOfP(t *testing.T) {
	s := honest(t, 300)
	s.cells = func(i int, v knownRow) string {
		beta, se, p := 0.01*float64(i-150), 0.004+0.002*float64(i%2), 0. // Z from −375 to 248
		if p = math.Erfc(math.Abs(beta/se) / math.Sqrt2); p < 2.2e-16 {
			p = 2.2e-16
		}
		cells := cellsOf(v, v.pos37, float64(v.percent[0])/100, beta, se, p)
		if i%50 == 1 {
			cells = cells[:strings.LastIndexByte(cells, ' ')+1] + "NA"
		}
		return cells
	}
	in := s.inspect(t)
	d := in.Decide(Answers{})
	want := -math.Log10(2.2e-16)
	if r := d.Reading(); math.Abs(r.PFloor-want) > 1e-9 || !says(d.Notes, "p_floor", "it is a limit") {
		t.Errorf("%+v, notes %+v", r, d.Notes)
	}
	rows, _, err := sumstatstest.ReadRows(t, s.file(), d.ReadOptions(sumstats.ReadOptions{Mapping: d.Mapping}))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if z := math.Abs(r.Beta / r.SE); z < 35 && z > 9 && math.Abs(r.NegLog10P-zToNegLog10P(z)) > 1e-6 {
			t.Fatalf("z %v has −log10 P %v, want %v", z, r.NegLog10P, zToNegLog10P(z))
		}
	}
	sound := honest(t, 300)
	sound.cells = func(i int, v knownRow) string {
		cells := soundCells(i, v)
		if i%10 == 3 {
			cells = cells[:strings.LastIndexByte(cells, ' ')+1] + "NA"
		}
		return cells
	}
	d = sound.inspect(t).Decide(Answers{})
	rows, _, err = sumstatstest.ReadRows(t, sound.file(), d.ReadOptions(sumstats.ReadOptions{Mapping: d.Mapping}))
	if err != nil || d.Reading() != (sumstats.Reading{DeriveP: true}) || len(rows) != 300 {
		t.Errorf("%+v, %d rows, %v", d.Reading(), len(rows), err)
	}
}

// A doubtful sample size is put aside: the file is read without it until the answer.
func TestDoubtfulSizeIsPutAside(t *testing.T) {
	s := honest(t, 300)
	s.header += " n"
	s.cells = func(i int, v knownRow) string { return soundCells(i, v) + fmt.Sprintf(" %d", 20+i%7) }
	in := s.inspect(t)
	d := in.Decide(Answers{})
	if doubtOn(d.Aside, "Is n the number of people?") == nil || len(d.Open) != 0 || d.Mapping[sumstats.FieldN] != "" || d.Refusal(in) != nil {
		t.Errorf("%v, aside %+v, open %+v", d.Mapping, d.Aside, d.Open)
	}
	if told := strings.Join(d.Sentences(), " "); !strings.Contains(told, "Until this is answered the column is not used.") {
		t.Errorf("told %q", told)
	}
	for field, want := range map[sumstats.Field]string{sumstats.FieldN: "n", sumstats.FieldNStudies: "n"} {
		d := in.Decide(Answers{Map: sumstats.Mapping{field: "n"}})
		if d.Mapping[field] != want || len(d.Aside) != 0 || (field == sumstats.FieldN) != says(d.findings(in, MapFlag), "overruled", "n is 26") {
			t.Errorf("%s: %v, aside %+v, %+v", field, d.Mapping, d.Aside, d.findings(in, MapFlag))
		}
	}
	if d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldN: ""}}); d.Mapping[sumstats.FieldN] != "" || len(d.Aside)+len(d.Open) != 0 {
		t.Errorf("done without: %v, aside %+v", d.Mapping, d.Aside)
	}
}

// Whose the frequency is depends on the alleles: while they are open, only they are
// asked about.
func TestFrequencyWaitsForTheAlleles(t *testing.T) {
	s := honest(t, 300)
	s.header = "rsid chr pos A1 A2 eaf beta se p"
	s.cells = func(i int, v knownRow) string {
		beta, se, _ := association(i)
		eaf := float64(v.percent[0]) / 100
		return cellsOf(v, v.pos37, []float64{eaf, 1 - eaf}[i%2], beta, se, math.Erfc(math.Abs(beta/se)/math.Sqrt2))
	}
	in := s.inspect(t)
	if d := in.Decide(Answers{}); len(d.Open) != 1 || d.Open[0].Text != alleleQuestion {
		t.Errorf("%+v", d.Open)
	}
	d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A1"}})
	if len(d.Open) != 1 || !strings.Contains(d.Open[0].Evidence[0], "eaf agrees with no allele") {
		t.Errorf("%+v", d.Open)
	}
}

// Each other meaning of effect, error or P is asked about by its name, and not of
// a file that is sound.
func TestOtherMeaningsAreAskedAbout(t *testing.T) {
	for name, tt := range map[string]struct {
		ratio bool // by the name of the column
		row   func(beta, se, p float64) (float64, float64, float64)
		ask   string
	}{
		"sound":       {false, func(b, s, p float64) (float64, float64, float64) { return b, s, p }, ""},
		"sound ratio": {true, func(b, s, p float64) (float64, float64, float64) { return math.Exp(b), s, p }, ""},
		"a ratio":     {false, func(b, s, p float64) (float64, float64, float64) { return math.Exp(b), s, p }, "odds ratios and not betas"},
		"a beta":      {true, func(b, s, p float64) (float64, float64, float64) { return b, s, p }, "hold betas"},
		"a variance":  {false, func(b, s, p float64) (float64, float64, float64) { return b, s * s, p }, "hold the variance"},
		"one-sided P": {false, func(b, s, p float64) (float64, float64, float64) {
			return b, s, math.Erfc(b/s/math.Sqrt2) / 2
		}, "a one-sided P value"},
		"an error of the ratio": {true, func(b, s, p float64) (float64, float64, float64) {
			return math.Exp(b), s * math.Exp(b), p
		}, "standard error of the odds ratio and not"},
		"log10 of the ratio": {false, func(b, s, p float64) (float64, float64, float64) { return b * math.Log10E, s, p }, "hold log10 of the odds ratio"},
		"a scale of its own": {false, func(b, s, p float64) (float64, float64, float64) { return 10 * b, s, p }, "on the same scale"},
	} {
		field := "beta"
		if tt.ratio {
			field = "or"
		}
		in := inspectTable(t, "chr pos effect_allele other_allele "+field+" se p", 300, func(i int) string {
			beta, se, _ := association(i)
			beta, se, p := tt.row(beta, se, math.Erfc(math.Abs(beta/se)/math.Sqrt2))
			return fmt.Sprintf("1 %d A G %.9g %.9g %.9g", 2000+i, beta, se, p)
		})
		if got := in.Questions(); tt.ask == "" && len(got) > 0 || tt.ask != "" && doubtOn(got, tt.ask) == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The error of a ratio is asked about also where recognition took it for that of
// the logarithm.
func TestErrorOfTheRatioIsJudged(t *testing.T) {
	rows := associated(100, func(i int) (float64, float64, float64) { return signed(i, 0.5), 0.1 * math.Exp(signed(i, 0.5)), 5 })
	q := doubtOn(judged(t, plain, "", rows).Doubts, "Is se the standard error of the ratio")
	if q == nil || q.Options[0].field != sumstats.FieldSEOfRatio || !q.Options[0].Likely {
		t.Errorf("%+v", q)
	}
}

// Alleles with a 3 or a 4 are coded A, C, G, T = 1–4 and do not only count.
func TestNumberedAllelesOfFourBases(t *testing.T) {
	in := inspectTable(
		t,
		"chr pos effect_allele other_allele beta se p",
		100,
		func(i int) string { return fmt.Sprintf("1 %d %s 0.1 0.1 0.3173", 2000+i, some(99, "1 2", "3 4")(i)) },
	)
	if hasFinding(in, codeNumbered, sumstats.Block) {
		t.Errorf("%+v", in.Findings)
	}
}
