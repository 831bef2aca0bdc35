package qc

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"

	"github.com/google/go-cmp/cmp"
)

// Every threshold of a panel that fits, with one just on its good side and one just
// on its bad side.
func TestThresholdsOfThePanel(t *testing.T) {
	full := &panelCounts{rows: 1000, withFrequency: 1000}
	for _, c := range []struct {
		name      string
		good, bad PanelFit
		panel     [2]*panelCounts // of good and bad
		want      FitCode
	}{
		{"half of the variants", PanelFit{Sampled: 1000, Found: 500, AllelesAgree: 1}, PanelFit{Sampled: 1000, Found: 499, AllelesAgree: 1}, [2]*panelCounts{full, full}, FitTooLittle},
		{"ten variants tell", PanelFit{Sampled: 9, Found: 1}, PanelFit{Sampled: 10, Found: 4}, [2]*panelCounts{full, full}, FitTooLittle},
		{"five of ten", PanelFit{Sampled: 10, Found: 5}, PanelFit{Sampled: 10, Found: 4}, [2]*panelCounts{full, full}, FitTooLittle},
		{"none tells always", PanelFit{Sampled: 3, Found: 1}, PanelFit{Sampled: 1, Found: 0}, [2]*panelCounts{full, full}, FitTooLittle},
		{"nothing looked up", PanelFit{}, PanelFit{Sampled: 1}, [2]*panelCounts{full, full}, FitTooLittle},
		{"60 % of rs numbers at one place", PanelFit{Sampled: 1000, Found: 990, AllelesAgree: 1, RSIDs: 100, RSIDAgreement: 0.1},
			PanelFit{Sampled: 1000, Found: 30, RSIDs: 10, RSIDAgreement: 0.59}, [2]*panelCounts{full, full}, FitOtherBuild},
		{"5 % with a frequency", PanelFit{Sampled: 100, Found: 100, AllelesAgree: 1}, PanelFit{Sampled: 100, Found: 100, AllelesAgree: 1},
			[2]*panelCounts{{rows: 1000, withFrequency: 50}, {rows: 1000, withFrequency: 49}}, FitNoFrequencies},
		{"60 % of alleles", PanelFit{Sampled: 100, Found: 100, AllelesAgree: 0.6}, PanelFit{Sampled: 100, Found: 100, AllelesAgree: 0.59}, [2]*panelCounts{full, full}, FitAllelesDiffer},
		{"30 alleles tell", PanelFit{Sampled: 30, Found: 29, AllelesAgree: 0.3}, PanelFit{Sampled: 30, Found: 30, AllelesAgree: 0.3}, [2]*panelCounts{full, full}, FitAllelesDiffer},
		{"30 frequencies tell", PanelFit{Sampled: 100, Found: 100, AllelesAgree: 0.4, Frequencies: 30, FrequencyR: 0.99}, PanelFit{Sampled: 100, Found: 100, AllelesAgree: 0.4, Frequencies: 29, FrequencyR: 0.99}, [2]*panelCounts{full, full}, FitAllelesDiffer},
		{"a correlation of 0.3", PanelFit{Sampled: 100, Found: 100, AllelesAgree: 0.4, Frequencies: 40, FrequencyR: 0.3}, PanelFit{Sampled: 100, Found: 100, AllelesAgree: 0.4, Frequencies: 40, FrequencyR: 0.29}, [2]*panelCounts{full, full}, FitUnrelated},
		{"exchanged alleles are the file's fault", PanelFit{Sampled: 100, Found: 100, AllelesAgree: 0.4, Frequencies: 40, FrequencyR: -0.9}, PanelFit{Sampled: 100, Found: 100, AllelesAgree: 0.4, Frequencies: 40, FrequencyR: -0.1}, [2]*panelCounts{full, full}, FitUnrelated},
	} {
		if got := c.good.judge(false, c.panel[0], DefaultLimits().Matched); got != "" {
			t.Errorf("%s: a panel on the good side is %s", c.name, got)
		}
		if got := c.bad.judge(false, c.panel[1], DefaultLimits().Matched); got != c.want {
			t.Errorf("%s: a panel on the bad side is %q, want %s", c.name, got, c.want)
		}
	}
	few := PanelFit{Sampled: 1000, Found: 30, RSIDs: 9, RSIDAgreement: 0}
	if got := few.judge(false, full, DefaultLimits().Matched); got != FitTooLittle {
		t.Errorf("nine rs numbers tell: %s", got)
	}
	agreeing := PanelFit{Sampled: 1000, Found: 30, RSIDs: 100, RSIDAgreement: 0.6}
	if got := agreeing.judge(false, full, DefaultLimits().Matched); got != FitTooLittle {
		t.Errorf("60 %% of the rs numbers at one place tell: %s", got)
	}
}

// A panel that is not used leaves the report of a run without one, but for its message.
func TestAnUnusedPanelChangesNothing(t *testing.T) {
	without := soundStudy()
	without.none = true
	want := without.report(t)
	for name, change := range map[string]func(*made){
		"a few variants":     func(m *made) { m.sites = m.sites[:100] },
		"another assembly":   eachSite(func(i int, s *madeSite) { s.position = strconv.Itoa(900_000_007 - i) }),
		"another region":     eachSite(func(_ int, s *madeSite) { s.chromosome = "X" }),
		"no frequencies":     eachSite(func(_ int, s *madeSite) { s.af = math.NaN() }),
		"damaged":            func(m *made) { m.panel = "\x1f\x8b\x08\x00broken" },
		"empty":              func(m *made) { m.panel = "\n" },
		"no alleles":         func(m *made) { m.panel = "chrom\tpos\taf\n1\t2\t0.3\n" },
		"not to be opened":   func(m *made) { m.broken = &fs.PathError{Op: "open", Path: "/srv/panels/secret", Err: fs.ErrPermission} },
		"invented at places": eachSite(func(i int, s *madeSite) { s.ref, s.alt, s.af = "ACG", "TTT", float64(i*i*11%30)/30 }),
	} {
		t.Run(name, func(t *testing.T) {
			m := soundStudy()
			change(m)
			got := m.report(t)
			if got.Panel == nil || got.Panel.Fit.Used || got.Panel.Fit.Code == "" || strings.Contains(got.Panel.Fit.Sentence, "secret") {
				t.Fatalf("%+v", got.Panel)
			}
			if got.Verdict != Warned || got.Cause != nil {
				t.Errorf("verdict %s, cause %+v; want a warning", got.Verdict, got.Cause)
			}
			if diff := cmp.Diff(want.ExcludedByReason, got.ExcludedByReason); diff != "" || got.RowsClean != want.RowsClean {
				t.Errorf("rows left out (-without +set aside):\n%s", diff)
			}
			if step := stepNamed(t, got, "alleles"); step.Verdict != NotMeasured {
				t.Errorf("%+v", step)
			}
		})
	}
}

// An unsorted panel is as good as a sorted one.
func TestAnUnsortedPanelFits(t *testing.T) {
	m := soundStudy()
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(m.sites), func(i, j int) { m.sites[i], m.sites[j] = m.sites[j], m.sites[i] })
	if r := m.report(t); !r.Panel.Fit.Used || r.Panel.Matched != madeRows || r.ExcludedByReason[ReasonNotInPanel] != 0 {
		t.Errorf("%+v", r.Panel)
	}
}

// 14 variants are all looked up, in a panel whose own sample holds few of them.
func TestASmallFileIsLookedUpAsAWhole(t *testing.T) {
	m := soundStudy()
	m.rows = m.rows[:14]
	for i := range 200_000 {
		m.sites = append(m.sites, madeSite{"X", strconv.Itoa(1000 + i), ".", "A", "G", 0.3})
	}
	fit := m.report(t).Panel.Fit
	if !fit.Used || fit.Sampled != 14 || fit.Found != 14 || fit.RSIDs != 14 || fit.RSIDAgreement != 1 {
		t.Errorf("%+v", fit)
	}
}

// Two samples of many rows have in common what both streams have, however they are
// filled, and hold no more than they may.
func TestSamplesAgreeOnSharedRows(t *testing.T) {
	study, panel := newSamples(), newSamples()
	row := func(i int) *sumstats.Row { return &sumstats.Row{Chromosome: 1, Position: int32(i), RSID: uint64(i)} }
	const rows = 400_000
	for i := range rows {
		panel.add(row(i + 1))
		if i%4 == 0 {
			study.add(row(rows - i))
		}
	}
	looked, found := 0, 0
	study.place.pairs(&panel.place, func(_ *sampled, same []sampled) {
		looked++
		found += len(same)
	})
	if looked != found || looked > comparedRows || looked < comparedRows/4 || len(panel.place.rows) > sampleRows || panel.place.limit == math.MaxUint64 {
		t.Errorf("%d of %d found; the panel's sample holds %d", found, looked, len(panel.place.rows))
	}
	one := newSamples()
	for range 3 * sampleRows { // all at one place: they stay together or go together
		one.add(row(7))
	}
	if n := len(one.place.rows); n > sampleRows {
		t.Errorf("%d rows of one place are kept", n)
	}
}

// Too few rows report nothing: no statistic, no pass, and the figures show what was read.
func TestFewRowsAreNotJudged(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*made)
		from   FiguresFrom
	}{
		"14 rows, all kept":   {first(14), FromClean},
		"29 of 660 kept":      {set(madeRows-29, "n", "10"), FromRead},
		"none of 660 kept":    {set(madeRows, "n", "10"), FromRead},
		"none could be read":  {set(madeRows, "p_value", "x"), FromClean},
		"30 of 660 are a few": {set(madeRows-30, "n", "10"), FromClean},
	} {
		t.Run(name, func(t *testing.T) {
			m := soundStudy()
			c.change(m)
			r := m.report(t)
			if r.FiguresFrom != c.from {
				t.Errorf("figures from %s, want %s", r.FiguresFrom, c.from)
			}
			few := r.RowsClean < 30
			for _, step := range []string{"frequency", "pz", "inflation", "se_n", "completeness", "leads", "alleles"} {
				if got := stepNamed(t, r, step); few && got.Verdict != NotMeasured || len(got.Messages) == 0 && got.Verdict == NotMeasured {
					t.Errorf("%s: %s %q", step, got.Verdict, got.Messages)
				}
			}
			for name, x := range map[string]Number{"λ": r.LambdaGC, "r of frequencies": r.EAFCorrelation, "r of P and Z": r.PZCorrelation, "median SE": r.MedianSE} {
				none := few || name == "λ" && r.RowsClean == 30 // of one chromosome
				if none != math.IsNaN(float64(x)) {
					t.Errorf("%s of %d rows is %v", name, r.RowsClean, x)
				}
			}
			if few && r.Verdict == Pass {
				t.Errorf("%d rows pass", r.RowsClean)
			}
		})
	}
}

// One cause is reported, the first; its consequences are not.
func TestTheFirstCauseIsReported(t *testing.T) {
	exchanged := func(m *made) {
		for _, row := range m.rows {
			f, _ := strconv.ParseFloat(row["effect_allele_frequency"], 64)
			row["effect_allele_frequency"] = strconv.FormatFloat(1-f, 'g', 4, 64)
		}
	}
	// An A/T variant is read on the strand on which its frequency is the panel's.
	strandless := func(m *made) {
		for i := range m.rows[:madeRows*2/3] {
			m.rows[i]["effect_allele"], m.rows[i]["other_allele"] = "A", "T"
			m.sites[i].ref, m.sites[i].alt = "T", "A"
		}
	}
	for name, c := range map[string]struct {
		change func(*made)
		code   CauseCode
		remedy Remedy
		steps  []string
	}{
		"unreadable P":         {set(madeRows, "p_value", "x"), CauseUnreadable, ChangeMapping, []string{"reading"}},
		"beyond the end":       {set(100, "base_pair_location", "260000000"), CauseBuild, DeclareBuild, []string{"reading", "build"}},
		"another assembly":     {famous("GRCh37"), CauseBuild, DeclareBuild, []string{"build"}},
		"neither assembly":     {older, CauseBuild, DeclareBuild, []string{"build"}},
		"exchanged, and P off": {all(exchanged, set(madeRows, "standard_error", "0.5")), CauseExchanged, ChangeMapping, []string{"frequency"}},
		"exchanged, most A/T":  {all(strandless, exchanged), CauseExchanged, ChangeMapping, []string{"frequency"}},
		"P off":                {set(madeRows, "standard_error", "0.5"), CausePZ, ChangeMapping, []string{"pz"}},
		"twice, and P off":     {all(set(madeRows, "standard_error", "0.5"), repeated(60)), CausePZ, ChangeMapping, []string{"pz"}},
		"twice":                {repeated(60), CauseDuplicates, SendFile, []string{"duplicates"}},
		"all small":            {set(madeRows, "n", "10"), CauseNothingLeft, StateSizes, []string{"filters"}},
		"other models":         {with("test", "SEX"), CauseNoRows, SendFile, []string{"reading"}},
	} {
		t.Run(name, func(t *testing.T) {
			m := soundStudy()
			c.change(m)
			r := m.report(t)
			if r.Verdict != Fail || r.Cause == nil || r.Cause.Code != c.code || r.Cause.Remedy != c.remedy || !cmp.Equal(r.Cause.Steps, c.steps) {
				t.Errorf("verdict %s, cause %+v; want %s, %s, %v", r.Verdict, r.Cause, c.code, c.remedy, c.steps)
			}
		})
	}
}

// Frequencies that barely run against the panel's are loose, not exchanged.
func TestThresholdOfExchange(t *testing.T) {
	for r, want := range map[Number]CauseCode{-0.3: CauseExchanged, -0.29: CauseFrequency, 0.89: CauseFrequency} {
		f := judged()
		f.report.EAFCorrelation = r
		if cause := f.cause(f.steps()); cause == nil || cause.Code != want {
			t.Errorf("r = %v: %+v, want %s", r, cause, want)
		}
	}
}
