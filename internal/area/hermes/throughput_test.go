package hermes

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestThroughputCountsByMonthWithoutUndoneDecisions(t *testing.T) {
	t.Parallel()
	day := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 12, 0, 0, 0, time.UTC) }
	now := day(11, 20)
	uploads := []*Submission{
		{ID: "a", UploadedAt: day(11, 1)}, {ID: "b", UploadedAt: day(11, 2)}, {ID: "c", UploadedAt: day(9, 30)},
		{ID: "old", UploadedAt: time.Date(2025, 11, 30, 23, 59, 0, 0, time.UTC)}, // a month too early
		{ID: "first", UploadedAt: time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)},
	}
	made := []DecisionMade{
		{UploadID: "c", UploadedAt: day(9, 30), At: day(10, 10), Approved: true}, // 10 days
		{UploadID: "a", UploadedAt: day(11, 1), At: day(11, 3), Approved: true},  // undone
		{UploadID: "a", At: day(11, 4), Undone: true},
		{UploadID: "a", UploadedAt: day(11, 1), At: day(11, 5)},                 // 4 days
		{UploadID: "b", UploadedAt: day(11, 2), At: day(11, 3), Approved: true}, // 1 day
		{UploadID: "never decided", At: day(11, 6), Undone: true},
	}
	months, median := throughput(now, uploads, keptDecisions(made))
	if len(months) != 12 || !months[0].Start.Equal(time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)) {
		t.Fatalf("%d months from %s", len(months), months[0].Start)
	}
	number := func(x float64) *float64 { return &x }
	want := map[int]Month{
		0:  {Submitted: 1},
		9:  {Submitted: 1},
		10: {Accepted: 1, Days: number(10)},
		11: {Submitted: 2, Accepted: 1, Rejected: 1, Days: number(2.5)},
	}
	for i, got := range months {
		got.Start = time.Time{}
		if diff := cmp.Diff(want[i], got); diff != "" {
			t.Errorf("month %d (-want +got):\n%s", i, diff)
		}
	}
	if diff := cmp.Diff(number(4), median); diff != "" {
		t.Errorf("median of 10, 4 and 1 days (-want +got):\n%s", diff)
	}
}

func TestFiguresAreThoseOfTheStepsThatCompareFiles(t *testing.T) {
	t.Parallel()
	const report = `{"lambda_gc": 1.31, "lambda_1000": null, "se_n": {"ratio": 0.62},
		"ld_score_regression": {"intercept": 1.2, "intercept_se": 0.01},
		"steps": [{"name": "inflation", "verdict": "warn", "messages": ["λ is 1.31."]}, {"name": "se_n", "verdict": "fail", "messages": ["scale"]},
			{"name": "ld_score_regression", "verdict": "not measured", "messages": ["no scores"]},
			{"name": "filters", "verdict": "fail", "messages": ["other"]}]}`
	got, err := figuresIn([]byte(report))
	if err != nil {
		t.Fatal(err)
	}
	number := func(x float64) *float64 { return &x }
	want := &Figures{LambdaGC: number(1.31), Intercept: number(1.2), InterceptSE: number(0.01), Ratio: number(0.62), Concerns: []Concern{
		{Step: "inflation", Messages: []string{"λ is 1.31."}}, {Step: "se_n", Messages: []string{"scale"}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
	if _, err := figuresIn([]byte("{")); err == nil {
		t.Error("a report that is cut off has figures")
	}
}

func TestCoverageCountsAcceptedFilesAndTheirEffectiveN(t *testing.T) {
	t.Parallel()
	cases := int64(100)
	all := []*Submission{
		{Phenotype: "HF", Ancestry: "EU", Sex: "both", Cohort: "A", Status: ReviewApproved, NTotal: 400, Cases: &cases}, // 4 / (1/100 + 1/300) = 300
		{Phenotype: "HF", Ancestry: "EU", Sex: "both", Cohort: "A", Status: ReviewApproved, NTotal: 50},                 // cases not known
		{Phenotype: "BMI", Ancestry: "EU", Sex: "both", Cohort: "A", Status: ReviewApproved, NTotal: 50},
		{Phenotype: "HF", Ancestry: "EU", Sex: "both", Cohort: "A", Status: ReadyForReview, NTotal: 50},
		{Phenotype: "HF", Ancestry: "AF", Sex: "male", Cohort: "B", Status: FailedQC, NTotal: 50},
		{Phenotype: "HF", Ancestry: "SA", Sex: "male", Cohort: "B", Status: ReviewRejected, NTotal: 50},
	}
	want := []Covered{
		{Phenotype: "BMI", Ancestry: "EU", Sex: "both", Cohort: "A", Accepted: 1, EffectiveN: 50},
		{Phenotype: "HF", Ancestry: "AF", Sex: "male", Cohort: "B", OnTheWay: 1},
		{Phenotype: "HF", Ancestry: "EU", Sex: "both", Cohort: "A", Accepted: 2, OnTheWay: 1, EffectiveN: 300},
	}
	if diff := cmp.Diff(want, coverage(all, []*Phenotype{{Code: "HF", Dichotomous: true}, {Code: "BMI"}})); diff != "" {
		t.Errorf("coverage (-want +got):\n%s", diff)
	}
}
