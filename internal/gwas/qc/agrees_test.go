package qc

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
)

var writtenMeasure = regexp.MustCompile(`(r|λ) = (-?\d+\.\d+)`)

// agrees checks that a measure is the same number wherever a report has it: as a figure of the
// report, in its step, in sentences and in the cause.
func agrees(t testing.TB, r *Report) {
	t.Helper()
	for _, m := range []struct {
		step, metric string
		of           Number
	}{
		{stepFrequency, "r", r.EAFCorrelation}, {stepPZ, "r", r.PZCorrelation},
		{stepInflation, "lambda_gc", r.LambdaGC}, {stepInflation, "lambda_1000", r.Lambda1000},
	} {
		for _, step := range r.Steps {
			if x, there := step.Metrics[m.metric].(Number); step.Name == m.step && there && !same(x, m.of) {
				t.Errorf("%s of %s is %v in the step and %v in the report", m.metric, m.step, x, m.of)
			}
		}
	}
	sentences := map[string]Number{}
	for _, step := range r.Steps {
		of, measured := map[string]Number{stepFrequency: r.EAFCorrelation, stepPZ: r.PZCorrelation, stepInflation: r.LambdaGC}[step.Name]
		for _, message := range step.Messages {
			if measured {
				sentences[message] = of
			}
		}
	}
	if r.Cause != nil && r.Cause.Code == CauseExchanged {
		sentences[r.Cause.Sentence] = r.EAFCorrelation
	}
	for sentence, of := range sentences {
		written := writtenMeasure.FindStringSubmatch(sentence)
		if written != nil && written[2] != fmt.Sprintf("%.3f", float64(of)) {
			t.Errorf("%q, and the report has %.3f", sentence, float64(of))
		}
	}
}

func same(a, b Number) bool { return a == b || math.IsNaN(float64(a)) && math.IsNaN(float64(b)) }

// TestOneNumberForOneThing: the banner has r of the step, and names the other r by what it is of.
func TestOneNumberForOneThing(t *testing.T) {
	m := soundStudy()
	exchangedHalf(m)
	r := m.report(t) // which checks that they agree
	if r.Cause == nil || r.Cause.Code != CauseExchanged || !strings.Contains(r.Cause.Sentence, "; -1.000 without A/T and C/G variants") {
		t.Fatalf("cause %+v", r.Cause)
	}
	if float64(r.EAFCorrelation) < -0.9 {
		t.Errorf("r of all variants is %v", r.EAFCorrelation)
	}
}
