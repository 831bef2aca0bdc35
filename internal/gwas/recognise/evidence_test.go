package recognise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// published are variants of chromosome 1 as dbSNP has them on GRCh37: rs number,
// position, reference and alternate allele.
var published = []struct {
	rsid, position int
	ref, alt       string
}{
	{3131972, 752721, "A", "G"}, {12562034, 768448, "G", "A"}, {4970383, 838555, "C", "A"}, {4475691, 846808, "C", "T"}, {7537756, 854250, "A", "G"},
}

func TestPublishedAlleles(t *testing.T) {
	index, err := markers()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range published {
		m := index.byRSID[uint64(v.rsid)]
		if m == nil || int(m.pos37) != v.position || m.ref != 0 && string([]byte{m.ref, m.alt}) != v.ref+v.alt {
			t.Errorf("rs%d is %+v, want %+v", v.rsid, m, v)
		}
	}
}

// sided returns a file of markers whose alleles determine the strand, A1 being the alternate one;
// frequency returns that of a row.
func sided(t *testing.T, header string, n int, frequency func(i int, m *marker) float64) *Inspection {
	t.Helper()
	index, err := markers()
	if err != nil {
		t.Fatal(err)
	}
	var used []*marker
	for position := int32(1); position < genome.Chromosome(1).Length(genome.GRCh37) && len(used) < n; position++ {
		m := index.on37[place{1, position}]
		if m == nil || m.ref == 0 || complement(m.ref) == m.alt || m.percent[0] < 15 || m.percent[0] > 85 {
			continue
		}
		if p := int(m.percent[0]); p > 35 && p < 65 {
			continue
		}
		used = append(used, m)
	}
	return inspectTable(t, header, n, func(i int) string {
		m := used[i]
		return fmt.Sprintf("1 %d %c %c %.3f 0.1 0.1 0.3173", m.pos37, m.alt, m.ref, frequency(i, m))
	})
}

func ofA1(_ int, m *marker) float64 { return float64(m.percent[0]) / 100 }

// A frequency is that of A1 where at least ten known variants agree and at most one in twenty
// disagrees. Otherwise its allele is asked about, with the count.
func TestFrequencyOfKnownVariants(t *testing.T) {
	other := func(wrong int) func(int, *marker) float64 {
		return func(i int, m *marker) float64 {
			if i < wrong {
				return 1 - ofA1(i, m)
			}
			return ofA1(i, m)
		}
	}
	for _, tt := range []struct {
		name      string
		n, wrong  int
		column    string // of the allele that it is taken to be of; "" when it is asked
		sentence  string
		frequency string
	}{
		{"ten of ten", 10, 0, "A1", "10 of 10 known variants", "freq"},
		{"nine are too few", 9, 0, "", "9 of 9 known variants", "freq"},
		{"nineteen of twenty", 20, 1, "A1", "19 of 20 known variants", "freq"},
		{"eighteen of twenty", 20, 2, "", "18 of 20 known variants", "freq"},
		{"that of the other one", 20, 20, "A2", "20 of 20 known variants", "freq"},
		{"of a reference and not of the study", 20, 0, "", "20 of 20 known variants", "CEUaf"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := sided(t, "chr pos A1 A2 "+tt.frequency+" beta se p", tt.n, other(tt.wrong))
			m := in.Mapping(false)
			if m[sumstats.FieldFrequencyAllele] != tt.column || (m[sumstats.FieldAlleleFrequency] == tt.frequency) != (tt.column != "") {
				t.Errorf("%v", in.Columns)
			}
			if tt.column == "A1" { // name, reference and frequency agree: the alleles are taken
				effect := guessOf(in, sumstats.FieldEffectAllele)
				if effect.Column != "A1" || effect.Confidence != Likely || !strings.Contains(effect.Reason, tt.sentence) || len(in.Questions()) != 0 {
					t.Errorf("%+v, %d questions", effect, len(in.Questions()))
				}
				return
			}
			q := in.Questions()[0]
			if text := strings.Join(q.Evidence, " "); q.Text != alleleQuestion || !strings.Contains(text, tt.sentence) ||
				!strings.Contains(text, fmt.Sprintf("A2 is the reference allele of %d of %d known variants.", tt.n, tt.n)) {
				t.Errorf("%s: %q", q.Text, q.Evidence)
			}
			if asked := len(in.Questions()); asked != 1 && tt.column != "" || asked != 2 && tt.column == "" {
				t.Errorf("%d questions", asked)
			}
		})
	}
}

// Two columns of alleles are one question, and either answer settles both.
func TestOneQuestionForTwoAlleles(t *testing.T) {
	for _, tt := range []struct{ header, first, second, habit string }{
		{"A1 A2", "A1", "A2", "PLINK"}, {"ALLELE1 ALLELE0", "ALLELE1", "ALLELE0", "REGENIE"}, {"Allele1 Allele2", "Allele1", "Allele2", "SAIGE"},
		{"alleleB alleleA", "alleleB", "alleleA", "SNPTEST"}, {"ALT REF", "ALT", "REF", "FinnGen"},
	} {
		in := inspectTable(t, "chr pos "+tt.header+" beta se p", 30, func(i int) string { return fmt.Sprintf("1 %d A G 0.1 0.1 0.3173", 2000+i) })
		questions := in.Questions()
		if len(questions) != 1 || !strings.Contains(strings.Join(questions[0].Evidence, " "), tt.habit) {
			t.Fatalf("%s: %+v", tt.header, questions)
		}
		want := []sumstats.Mapping{
			{sumstats.FieldEffectAllele: tt.first, sumstats.FieldOtherAllele: tt.second},
			{sumstats.FieldEffectAllele: tt.second, sumstats.FieldOtherAllele: tt.first},
		}
		var got []sumstats.Mapping
		for _, o := range questions[0].Options {
			got = append(got, o.Columns)
			if d := in.Decide(Answers{Map: o.Columns}); len(d.Open) != 0 || d.Mapping[sumstats.FieldEffectAllele] != o.Label {
				t.Errorf("%s answered by %s: %v, open %v", tt.header, o.Label, d.Mapping, d.Open)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.header, diff)
		}
	}
}

// The counts of the build are of rows, and the sentence agrees with its number.
func TestBuildIsCounted(t *testing.T) {
	for _, tt := range []struct {
		n        int
		sentence string
		guess    genome.Build
	}{
		{5, "5 of 5 known variants lie at their GRCh37 (hg19) position, 0 at that of GRCh38 (hg38).", genome.GRCh37},
		{4, "At least 5 are needed to tell the build.", ""},
	} {
		in := inspectTable(t, "rsid chr pos effect_allele other_allele beta se p", tt.n, func(i int) string {
			v := published[i]
			return fmt.Sprintf("rs%d 1 %d %s %s 0.1 0.1 0.3173", v.rsid, v.position, v.alt, v.ref)
		})
		if b := in.Build; b.Known != tt.n || b.At37 != tt.n || b.At38 != 0 || b.Guess != tt.guess || !strings.Contains(b.Reason, tt.sentence) {
			t.Errorf("%+v", b)
		}
	}
}

// The rows whose P is that of effect and error are counted: z = 1 has P = 0.3173.
func TestAgreementIsCounted(t *testing.T) {
	in := inspectTable(t, "chr pos effect_allele other_allele beta se p", 20, func(i int) string {
		p := "0.3173"
		if i == 0 {
			p = "0.01"
		}
		return fmt.Sprintf("1 %d A G 0.1 0.1 %s", 2000+i, p)
	})
	want := "Recognised by the name p. 19 of 20 rows have P = 2Φ(−|effect / SE|). All 20 values are between 0 and 1."
	if got := guessOf(in, sumstats.FieldP).Reason; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Identifiers of several kinds next to a position do not raise a question.
func TestMixedIdentifiersAreNoQuestion(t *testing.T) {
	in := inspectTable(t, "SNP chr pos effect_allele other_allele beta se p", 20, func(i int) string {
		name := fmt.Sprintf("rs%d", 100+i)
		if i%2 == 1 {
			name = fmt.Sprintf("1:%d_A_G", 2000+i)
		}
		return fmt.Sprintf("%s 1 %d A G 0.1 0.1 0.3173", name, 2000+i)
	})
	if len(in.Questions()) != 0 || guessOf(in, sumstats.FieldRSID).Reason != "10 of 20 values are rs numbers." {
		t.Errorf("%+v", in.Columns)
	}
}

// The likely effect allele is not the one that is the reference throughout, and is the
// one that the frequency of the effect allele belongs to. Where the two kinds of
// evidence contradict each other, and where there is none, no answer is likely.
func TestLikelyAlleles(t *testing.T) {
	reference, alternate := func(v knownRow, _ int) byte { return v.ref }, func(v knownRow, _ int) byte { return v.alt }
	either := func(v knownRow, i int) byte { return []byte{v.ref, v.alt}[i%2] }
	for name, tt := range map[string]struct {
		a1     func(v knownRow, i int) byte
		ofA1   bool // the frequency of the effect allele is that of A1
		stated bool // there is a frequency
		likely string
	}{
		"A1 is the reference":                       {reference, false, false, "A2"},
		"A1 is the alternate allele":                {alternate, false, false, "A1"},
		"A1 is either":                              {either, false, false, ""},
		"A1 is either and has the frequency":        {either, true, true, "A1"},
		"A1 is either and A2 has the frequency":     {either, false, true, "A2"},
		"A1 is the reference and has the frequency": {reference, true, true, ""},
		"A1 is the reference and A2 has it":         {reference, false, true, "A2"},
		"A1 is the alternate allele and A2 has it":  {alternate, false, true, ""},
		"A1 is the alternate allele and has it":     {alternate, true, true, "taken"},
	} {
		s := honest(t, 300)
		s.header = "rsid chr pos A1 A2 x beta se p"
		if tt.stated {
			s.header = "rsid chr pos A1 A2 eaf beta se p"
		}
		s.cells = func(i int, v knownRow) string {
			a1 := tt.a1(v, i)
			f := float64(v.percent[0]) / 100
			if a1 == v.ref == tt.ofA1 {
				f = 1 - f
			}
			cells := strings.Fields(soundCells(i, v))
			cells[3], cells[4], cells[5] = string(a1), string(v.ref^v.alt^a1), fmt.Sprint(f)
			return strings.Join(cells, " ")
		}
		in := s.inspect(t)
		if tt.likely == "taken" {
			if c := guessOf(in, sumstats.FieldEffectAllele); c.Column != "A1" || c.Confidence != Likely {
				t.Errorf("%s: %+v", name, c)
			}
			continue
		}
		q := doubtOn(in.Questions(), alleleQuestion)
		if q == nil {
			t.Errorf("%s: not asked", name)
			continue
		}
		if _, column, _ := q.Likely(); column != tt.likely {
			t.Errorf("%s: %q is likely, want %q (%q)", name, column, tt.likely, q.Evidence)
		}
	}
}

// PLINK 2 names the allele of the effect row by row: it is the likely answer, and
// the other allele is whichever of REF and ALT it is not.
func TestThirdColumnOfAlleles(t *testing.T) {
	s := honest(t, 300)
	s.header = "rsid chr pos ref alt A1 beta se p"
	s.cells = func(i int, v knownRow) string {
		cells := strings.Fields(soundCells(i, v))
		cells[3], cells[4], cells[5] = string(v.ref), string(v.alt), string([]byte{v.ref, v.alt}[i%2])
		return strings.Join(cells, " ")
	}
	in := s.inspect(t)
	q := doubtOn(in.Questions(), alleleQuestion)
	if q == nil {
		t.Fatalf("%+v", in.Columns)
	}
	if _, column, ok := q.Likely(); !ok || column != "A1" || len(q.Options) != 3 {
		t.Errorf("%+v", q.Options)
	}
	d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A1"}})
	rows, _, err := sumstatstest.ReadRows(t, s.file(), d.ReadOptions(sumstats.ReadOptions{Mapping: d.Mapping}))
	if err != nil || len(rows) != len(s.variants) {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, r := range rows {
		ref, alt := alleleOf(s.variants[i].ref), alleleOf(s.variants[i].alt)
		if i%2 == 0 && (r.EA != ref || r.OA != alt) || i%2 == 1 && (r.EA != alt || r.OA != ref) {
			t.Fatalf("row %d: effect allele %v, other %v", i, r.EA, r.OA)
		}
	}
}
