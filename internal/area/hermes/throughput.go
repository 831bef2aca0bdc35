package hermes

import (
	"slices"
	"time"
)

// Month counts uploads and decisions of a calendar month (UTC).
type Month struct {
	Start     time.Time `json:"start"`
	Submitted int       `json:"submitted"`
	Accepted  int       `json:"accepted"`
	Rejected  int       `json:"rejected"`
	Days      *float64  `json:"days_to_decision,omitempty"` // median from upload to decision; nil without decisions
}

// DecisionMade is a reviewer's decision about a submission, or its reversal.
type DecisionMade struct {
	UploadID   string
	UploadedAt time.Time
	At         time.Time
	Approved   bool
	Undone     bool // the previous decision was reversed
}

const monthsShown = 12

// firstMonth returns the start of the first month shown.
func firstMonth(now time.Time) time.Time {
	return time.Date(now.Year(), now.Month()-(monthsShown-1), 1, 0, 0, 0, 0, time.UTC)
}

// keptDecisions removes decisions that were reversed.
func keptDecisions(made []DecisionMade) []DecisionMade {
	var kept []DecisionMade
	for _, d := range made {
		if !d.Undone {
			kept = append(kept, d)
			continue
		}
		for i, before := range slices.Backward(kept) {
			if before.UploadID == d.UploadID {
				kept = slices.Delete(kept, i, i+1)
				break
			}
		}
	}
	return kept
}

func throughput(now time.Time, uploads []*Submission, decisions []DecisionMade) (months []Month, median *float64) {
	first := firstMonth(now)
	months = make([]Month, monthsShown)
	days, all := make([][]float64, monthsShown), []float64(nil)
	for i := range months {
		months[i].Start = first.AddDate(0, i, 0)
	}
	for _, u := range uploads {
		if i := monthOf(first, u.UploadedAt); i >= 0 && i < monthsShown {
			months[i].Submitted++
		}
	}
	for _, d := range decisions {
		i := monthOf(first, d.At)
		if i < 0 || i >= monthsShown {
			continue
		}
		if d.Approved {
			months[i].Accepted++
		} else {
			months[i].Rejected++
		}
		took := d.At.Sub(d.UploadedAt).Hours() / 24
		days[i], all = append(days[i], took), append(all, took)
	}
	for i := range months {
		months[i].Days = middle(days[i])
	}
	return months, middle(all)
}

// monthOf returns the index of a time's month, counted from first.
func monthOf(first, t time.Time) int {
	t = t.UTC()
	return (t.Year()-first.Year())*12 + int(t.Month()) - int(first.Month())
}

// middle returns the median, nil for no values.
func middle(values []float64) *float64 {
	n := len(values)
	if n == 0 {
		return nil
	}
	slices.Sort(values)
	m := (values[(n-1)/2] + values[n/2]) / 2
	return &m
}
