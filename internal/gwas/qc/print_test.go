package qc

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
)

func printed(t *testing.T, p *Printed) string {
	t.Helper()
	var out bytes.Buffer
	if err := Print(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A printed report contains everything of the report and its figures, and requests nothing else.
func TestPrintedReport(t *testing.T) {
	p := newPlanted(2)
	p.plant(1)
	report, out := check(t, p.study(), p.vcf(), NewOptions(genome.GRCh37))
	figures := map[string][]byte{}
	for _, name := range PrintedFigures {
		figures[name] = out.files[name+".svg"].Bytes()
	}
	page := printed(t, &Printed{Title: "Study A", Report: report, Figures: figures, Facts: []Fact{{"Cohort", "Planted"}},
		Beside: []PrintedPeer{{"Study B", Together{FrequencyR: 0.991, Genetic: 0.87, GeneticSE: 0.05, Intercept: 0.02, InterceptSE: Number(math.NaN())}}},
		Others: []plot.Placed{{Name: "Study <C>", Accepted: true, Lambda: new(1.0423), SEN: plot.NewSENPoint(1.5, 0.02, 6000, math.NaN(), 100)}}})
	text := func(s string) string {
		return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&#39;", `"`, "&#34;", "+", "&#43;").Replace(s)
	}
	for _, step := range report.Steps {
		for _, message := range step.Messages {
			if !strings.Contains(page, text(message)) {
				t.Errorf("the page lacks of %s: %s", step.Name, message)
			}
		}
	}
	for _, w := range report.Waterfall {
		if !strings.Contains(page, text(w.Sentence)) {
			t.Errorf("the page lacks: %s", w.Sentence)
		}
	}
	for _, threshold := range Thresholds() {
		if !strings.Contains(page, text(threshold.Does)) || !strings.Contains(page, text(threshold.Reason)) {
			t.Errorf("the page lacks the threshold %s", threshold.Key)
		}
	}
	// Those of the run, and SE–N and λ–N among the others.
	if n, wide := strings.Count(page, "<figure"), strings.Count(page, `<figure class="wide"`); n != 7 || wide != 2 {
		t.Errorf("%d figures, %d of them wide", n, wide)
	}
	for _, want := range []string{"<title>SE against N</title>", "<title>λ against N</title>",
		`<td>Study &lt;C&gt;</td><td>accepted</td><td class="number">6,000</td><td class="number">–</td><td class="number">1.042</td><td class="number">0.97</td>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if !strings.Contains(page, ">Study B</td><td class=\"number\">0.991</td><td class=\"number\">0.87 (0.05)</td>") ||
		!strings.Contains(page, "<dd>Planted</dd>") {
		t.Error("the page lacks the other file, or the facts")
	}
	// Verdicts and settings have the words of the pages.
	for _, want := range []string{`class="verdict warn">Passed QC with `, "<td class=\"pass\">passed</td>", "<dt>Insertions and deletions</dt><dd>kept</dd>", "<dt>Adjustment in the figures</dt><dd>none</dd>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for want, r := range map[string]*Report{
		">Passed QC<": {Verdict: Pass},
		">Passed QC, incomplete, 1 of 1 not measured<": {Verdict: Warned, Steps: []Step{{Verdict: NotMeasured}}},
		">Passed QC, 1 of 2 not measured<":             {Verdict: Pass, Steps: []Step{{Verdict: Pass}, {Verdict: NotMeasured}}},
		">Passed QC with 2 warnings<":                  {Verdict: Warned, Steps: []Step{{Verdict: Warned}, {Verdict: Pass}, {Verdict: Warned}}},
	} {
		if !strings.Contains(printed(t, &Printed{Report: r}), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if page := printed(
		t,
		&Printed{Report: &Report{Software: "unknown", File: FileFacts{Name: "a.tsv", SHA256: "12"}}},
	); !strings.Contains(
		page,
		"<dd>a.tsv; SHA-256 12</dd>",
	) {
		t.Error("an unknown layout is named")
	}
	long := &Report{
		LeadVariants: []Lead{
			{P: "7.65420342072e-11", NegLog10P: Number(-math.Log10(7.65420342072e-11))},
			{P: "4e-400", NegLog10P: Number(400 - math.Log10(4))},
		},
	}
	for _, want := range []string{`<td class="number">7.7e-11</td>`, `<td class="number">4.0e-400</td>`} {
		if !strings.Contains(printed(t, &Printed{Report: long}), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if asks := regexp.MustCompile(`(?i)<script|<iframe|<object|<link|@import|\s(src|href|on\w+)\s*=|url\(`).FindString(page); asks != "" {
		t.Errorf("the page holds %q", asks)
	}
	if !strings.Contains(page, `http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"`) {
		t.Error("the page has no policy of its own")
	}
}

// Every text of a report is text on the page, whatever it holds.
func TestPrintedTextsAreEscaped(t *testing.T) {
	stored, err := os.ReadFile("testdata/report.json")
	if err != nil {
		t.Fatal(err)
	}
	const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{.}}&'`
	var any map[string]any
	if err := json.Unmarshal(stored, &any); err != nil {
		t.Fatal(err)
	}
	changed, err := json.Marshal(poison(any, attack))
	if err != nil {
		t.Fatal(err)
	}
	report := new(Report)
	if err := json.Unmarshal(changed, report); err != nil {
		t.Fatal(err)
	}
	page := printed(t, &Printed{Title: attack, Report: report, Facts: []Fact{{attack, attack}}, Beside: []PrintedPeer{{Name: attack}}})
	if strings.Contains(page, "<script") || strings.Contains(page, "<img") || !strings.Contains(page, "&lt;script&gt;") {
		t.Error("a text of the file is markup on the page")
	}
	if bytes.Contains([]byte(page), []byte(`"><`+"script")) {
		t.Error("a text leaves its attribute")
	}
}

// poison puts a text behind every text of a document.
func poison(value any, text string) any {
	switch v := value.(type) {
	case string:
		return v + text
	case []any:
		for i := range v {
			v[i] = poison(v[i], text)
		}
	case map[string]any:
		for key := range v {
			v[key] = poison(v[key], text)
		}
	}
	return value
}

// A report of an early version, without thresholds and figures, is a page too.
func TestAnEarlyReportIsPrinted(t *testing.T) {
	page := printed(t, &Printed{Title: "Early", Report: &Report{Verdict: Pass}})
	if !strings.Contains(page, "None was drawn.") || !strings.Contains(page, "None: no variant has P") || strings.Contains(page, "Thresholds") {
		t.Errorf("the page of an early report:\n%s", page)
	}
}
